/*
 * stretch_tokenizer - the long way: ids of stretches of a line, whatever they hold.
 *
 * A stretch is what stands between ASCII white space. It is decoded, cleaned, cut and folded code
 * point by code point, and may come in parts. span_tokenizer.h is the fast way for most text.
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

struct stretch_tokenizer {
    const struct vocabulary *vocabulary;
    const struct unicode_tables *tables;
    struct bert_tokenizer_options options;
    struct basic_tokenizer basic;
    struct bert_tokenizer_line line; /* of which the stretches are; `bytes` is the caller's */
    uint32_t *ids;                   /* where the next id goes: the caller sees to the room */
};

/* The vocabulary is borrowed. STATUS_USAGE for wrong options. */
MUST_USE enum status stretch_tokenizer_init(struct stretch_tokenizer *tokenizer,
                                            const struct vocabulary *vocabulary,
                                            const struct bert_tokenizer_options *options,
                                            struct error *error);

/* Harmless when zeroed. */
void stretch_tokenizer_release(struct stretch_tokenizer *tokenizer);

/*
 * Takes bytes of a stretch, the first of them at `offset` in the line, and writes the ids that are
 * certain: with those still to come (stretch_tokenizer_waiting) at most as many as the bytes. On
 * failure (see bert_tokenizer_feed) the line must be begun anew. *taken is less than `size`
 * only when the rest is an unfinished UTF-8 sequence and the bytes are not said to be the last.
 */
MUST_USE enum status stretch_tokenizer_take_part(struct stretch_tokenizer *tokenizer, size_t *taken,
                                                 const unsigned char *bytes, size_t size,
                                                 uint64_t offset, bool last, struct error *error);

/* Ends the stretch and writes the rest of its ids. */
void stretch_tokenizer_end_parts(struct stretch_tokenizer *tokenizer);

/* The most ids that what has been taken but not written can still become. */
size_t stretch_tokenizer_waiting(const struct stretch_tokenizer *tokenizer);

#endif
