/*
 * basic_tokenizer - code points in, words out: cleaned, cut, folded.
 *
 * BERT's BasicTokenizer as a state machine: drops and cuts by character class, lower-cases and
 * strips accents token by token (a token is what stands between white space or ideographs), cuts
 * tokens into words at punctuation. Memory is bounded: a word longer than the limit is only
 * known to be too long, and a token longer than TOKEN_ROOM is folded part by part.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_BASIC_TOKENIZER_H
#define TOKENIZER_BASIC_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/text/normalization.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/vocabulary.h"

/*
 * Code points of a token held at once. Whether a capital sigma is final depends on the letter that
 * follows it, any number of apostrophes, dots and accents later; one for which that letter lies
 * further away than this is refused. Costs four times as many bytes.
 */
#define BASIC_TOKENIZER_ROOM 65536

/* Receives what is found, in order. */
struct basic_tokenizer_sink {
    /* A word of 1 to `limit` code points; when too_long, only its beginning. */
    void (*word)(void *context, const uint32_t *code_points, size_t size, bool too_long);
    /* A token that is the literal of a special token. */
    void (*special)(void *context, enum special_token token);
    void *context;
};

struct basic_tokenizer_options {
    enum unicode_version unicode;
    enum flavor flavor; /* which code points cleaning drops */
    size_t word_limit;  /* the most code points of a word that WordPiece looks at */
    bool lower_case;
    bool strip_accents;    /* decompose, and drop marks of category Mn */
    bool special_literals; /* a token equal to "[MASK]" and so on goes to sink.special */
};

struct basic_tokenizer {
    const struct unicode_tables *tables;
    struct basic_tokenizer_sink sink;
    struct basic_tokenizer_options options;
    bool part_done;    /* the token's beginning has been folded already */
    bool cased_before; /* in that beginning, the last code point that counts is cased */
    struct normalized_word word;
    uint32_t *token; /* owned; cleaned code points of the token not yet folded */
    size_t token_size;
};

/* Copies sink and options; basic->tables are then those that the options ask for. */
MUST_USE enum status basic_tokenizer_init(struct basic_tokenizer *basic,
                                          const struct basic_tokenizer_sink *sink,
                                          const struct basic_tokenizer_options *options,
                                          struct error *error);
void basic_tokenizer_release(struct basic_tokenizer *basic);

/*
 * Takes a code point and its properties. STATUS_FAILED when a capital sigma cannot be decided (see
 * BASIC_TOKENIZER_ROOM); then only basic_tokenizer_reset makes sense.
 */
MUST_USE enum status basic_tokenizer_push(struct basic_tokenizer *basic, uint32_t code_point,
                                          uint16_t properties, struct error *error);

/* Ends the token, as white space does. */
void basic_tokenizer_end_token(struct basic_tokenizer *basic);

/* Forgets the token. */
void basic_tokenizer_reset(struct basic_tokenizer *basic);

#endif
