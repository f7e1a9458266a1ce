/*
 * word_batch - words that are cut into pieces together.
 *
 * A word's walk through the trie waits for memory at every byte, and nobody can foresee where a
 * piece ends. So where the processor can, several go side by side (see span_batch_avx512.h).
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_WORD_BATCH_H
#define TOKENIZER_WORD_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "tokenizer/vocabulary.h"

/* Texts of a batch, and code points of all of them, at most. */
#define WORD_BATCH_MOST 16384

/* Elements behind each array's last that may be written or read: vectors are whole. */
#define WORD_BATCH_SLACK 16

/* Bytes behind a text that must be readable; what they are makes no difference. */
#define WORD_BATCH_BEHIND 4

/*
 * Parts are what words consist of: texts to be cut, or ids that are known. The ids of a part follow
 * those of the part before, with gaps.
 */
struct word_batch {
    const unsigned char *bytes; /* what texts are offsets into; less than 2 GiB of it are used */
    size_t parts;
    uint32_t firsts[WORD_BATCH_MOST]; /* of parts: where their ids begin */
    uint32_t counts[WORD_BATCH_MOST]; /* and how many they are; of a text once it is cut */
    size_t texts;
    uint32_t begins[WORD_BATCH_MOST + WORD_BATCH_SLACK];
    uint32_t ends[WORD_BATCH_MOST + WORD_BATCH_SLACK];    /* behind the text's last byte, of >= 1 */
    uint32_t numbers[WORD_BATCH_MOST + WORD_BATCH_SLACK]; /* which parts they are */
    /* Pieces in the order in which they were found, for who finds many at once. */
    uint32_t piece_numbers[WORD_BATCH_MOST + WORD_BATCH_SLACK];
    uint32_t piece_nodes[WORD_BATCH_MOST + WORD_BATCH_SLACK];
    size_t id_end; /* behind the places of ids that are taken */
    uint32_t ids[2 * WORD_BATCH_MOST + WORD_BATCH_SLACK];
};

/* Empties the batch; `bytes` is borrowed. */
static inline void word_batch_clear(struct word_batch *batch, const unsigned char *bytes) {
    batch->bytes = bytes;
    batch->parts = batch->texts = batch->id_end = 0;
}

/* Appends a text of so many bytes, which lies in batch->bytes, and at most so many code points. */
static inline void word_batch_add_text(struct word_batch *batch, const unsigned char *text,
                                       size_t size, size_t code_points) {
    batch->begins[batch->texts] = (uint32_t)(text - batch->bytes);
    batch->ends[batch->texts] = (uint32_t)((size_t)(text - batch->bytes) + size);
    batch->numbers[batch->texts++] = (uint32_t)batch->parts;
    batch->firsts[batch->parts++] = (uint32_t)batch->id_end;
    batch->id_end += code_points + 1; /* one more is written to */
}

/* Appends a part of ids that are known, `count` of them, at batch->ids + batch->id_end. */
static inline void word_batch_add_ids(struct word_batch *batch, size_t count) {
    batch->firsts[batch->parts] = (uint32_t)batch->id_end;
    batch->counts[batch->parts++] = (uint32_t)count;
    batch->id_end += count;
}

/* Cuts the texts, of well-formed UTF-8, as wordpiece_split does: writes ids and counts. */
void word_batch_split(struct word_batch *batch, const struct vocabulary *vocabulary);

#endif
