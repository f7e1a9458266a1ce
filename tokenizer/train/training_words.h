/*
 * training_words - words as rows of pieces, shorter with each merge.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_TRAIN_TRAINING_WORDS_H
#define TOKENIZER_TRAIN_TRAINING_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/train/string_counts.h"
#include "tokenizer/train/word_alphabet.h"

struct training_word {
    uint64_t count;
    size_t first; /* in `pieces` */
    size_t size;
};

struct training_words {
    struct training_word *words; /* owned; those of at least two pieces */
    size_t size;
    uint32_t *pieces;  /* owned */
    uint64_t left_out; /* occurrences of words with characters that the alphabet lacks */
};

/*
 * Enters the alphabet's characters into `pieces`, which is empty, and makes the words of them; adds
 * to a piece's count how often it occurs. STATUS_NO_MEMORY alone.
 */
MUST_USE enum status training_words_init(struct training_words *training,
                                         struct string_counts *pieces,
                                         const struct string_counts *words,
                                         const struct word_alphabet *alphabet, struct error *error);

/* Harmless when zeroed. */
void training_words_release(struct training_words *training);

#endif
