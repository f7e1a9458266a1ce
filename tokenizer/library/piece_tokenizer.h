/*
 * piece_tokenizer - the pieces of a text with the places they come from.
 *
 * The rules of BERT's tokenizer over a text that is in memory as a whole: plainly, code point by
 * code point, without cache and without state between tokens. bert_tokenizer does the same to a
 * stream, without places and faster; a fuzzer holds the two against each other.
 *
 * Memory: the pieces, and a word of the longest length looked up. Time is linear in the bytes.
 *
 * Thread rule: one thread at a time per struct; several may share a vocabulary.
 */
#ifndef TOKENIZER_LIBRARY_PIECE_TOKENIZER_H
#define TOKENIZER_LIBRARY_PIECE_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/library/mlmprep_tokenizer.h"
#include "tokenizer/text/unicode_tables.h"

/* A code point of a word and the bytes of the text that gave rise to it. */
struct piece_character {
    uint32_t code_point;
    size_t begin;
    size_t end;
};

struct piece_tokenizer {
    const struct vocabulary *vocabulary;
    const struct unicode_tables *tables;
    struct bert_tokenizer_options options;
    struct piece_character *word; /* owned; room for the longest word looked up */
    size_t word_size;
    size_t marks;                 /* where the run of marks at the word's end begins */
    bool too_long;                /* the word goes on beyond what is kept */
    size_t begin, end;            /* of the whole word in the text */
    unsigned char *bytes;         /* owned; of the word in UTF-8, with room behind it */
    uint32_t *ids;                /* owned; of the word */
    struct mlmprep_piece *pieces; /* owned */
    size_t piece_count;
    size_t piece_capacity;
};

/* The vocabulary is borrowed; the options are sound. */
MUST_USE enum status piece_tokenizer_init(struct piece_tokenizer *tokenizer,
                                          const struct vocabulary *vocabulary,
                                          const struct bert_tokenizer_options *options,
                                          struct error *error);

/* Harmless when zeroed. */
void piece_tokenizer_release(struct piece_tokenizer *tokenizer);

/* Puts the text's pieces in tokenizer->pieces, in place of those before. STATUS_NO_MEMORY only. */
MUST_USE enum status piece_tokenizer_take(struct piece_tokenizer *tokenizer, struct view text,
                                          struct error *error);

#endif
