/*
 * stretch_tokenizer - ids of stretches of a line: of what stands between ASCII white space.
 *
 * Three ways, each for what the one before cannot do: the whole stretch is in the word cache; it is
 * plain ASCII, so that each of its words stands for itself; or it is decoded, cleaned, cut and
 * folded code point by code point.
 *
 * Thread rule: one thread at a time per struct; it must not be moved, as it points into itself.
 */
#ifndef TOKENIZER_STRETCH_TOKENIZER_H
#define TOKENIZER_STRETCH_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/basic_tokenizer.h"
#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/word_cache.h"

struct stretch_tokenizer {
    const struct vocabulary *vocabulary;
    const struct unicode_tables *tables;
    struct bert_tokenizer_options options;
    struct basic_tokenizer basic;
    struct word_cache cache;
    struct bert_tokenizer_line line; /* of which the stretches are; `bytes` is the caller's */
    uint32_t *ids;                   /* where the next id goes: the caller sees to the room */
    unsigned char ascii_kinds[256];  /* STRETCH_WORD and so on */
    unsigned char ascii_folded[128]; /* lower case, if so chosen */
    uint32_t punctuation_ids[128];   /* of STRETCH_PUNCTUATION */
};

/* The vocabulary is borrowed. STATUS_USAGE for wrong options. */
MUST_USE enum status stretch_tokenizer_init(struct stretch_tokenizer *tokenizer,
                                            const struct vocabulary *vocabulary,
                                            const struct bert_tokenizer_options *options,
                                            struct error *error);

/* Harmless when zeroed. */
void stretch_tokenizer_release(struct stretch_tokenizer *tokenizer);

/* A stretch and where it is looked up. */
struct stretch {
    const unsigned char *bytes;
    size_t size;
    struct word_key key;            /* when the size is at most WORD_CACHE_KEY_SIZE */
    struct word_cache_slot *bucket; /* likewise, else NULL */
};

/*
 * Prepares to take a stretch of at least one byte: makes its key, and asks the processor for its
 * place in the cache. `readable` bytes from its first on may be read.
 */
static inline struct stretch stretch_tokenizer_prepare(const struct stretch_tokenizer *tokenizer,
                                                       const unsigned char *bytes, size_t size,
                                                       size_t readable) {
    struct stretch stretch = {.bytes = bytes, .size = size};
    if (size <= WORD_CACHE_KEY_SIZE) {
        stretch.key = word_key_make(bytes, size, readable);
        stretch.bucket = word_cache_bucket(&tokenizer->cache, &stretch.key);
        __builtin_prefetch(stretch.bucket);
        __builtin_prefetch(stretch.bucket + 1);
    }
    return stretch;
}

/*
 * Writes the ids of a whole stretch at tokenizer->ids: at most as many as it has bytes, for which,
 * and WORD_CACHE_COPY more, there must be room. `offset` is that of its first byte in the line. On
 * failure (see bert_tokenizer_feed) the line must be begun anew.
 */
MUST_USE enum status stretch_tokenizer_take(struct stretch_tokenizer *tokenizer,
                                            const struct stretch *stretch, uint64_t offset,
                                            struct error *error);

/*
 * Takes bytes of a stretch part by part, the first of them at `offset`. *taken is less than `size`
 * only when the rest is an unfinished UTF-8 sequence and the bytes are not said to be the last.
 */
MUST_USE enum status stretch_tokenizer_take_part(struct stretch_tokenizer *tokenizer, size_t *taken,
                                                 const unsigned char *bytes, size_t size,
                                                 uint64_t offset, bool last, struct error *error);

/* Ends a stretch taken part by part. */
void stretch_tokenizer_end_parts(struct stretch_tokenizer *tokenizer);

/* The most ids that what has been taken but not written can still become. */
size_t stretch_tokenizer_waiting(const struct stretch_tokenizer *tokenizer);

#endif
