/*
 * bert_tokenizer - text of a line in, WordPiece ids out.
 *
 * Equal to BERT's BertTokenizer under Python 3.11 (Unicode 14.0): cleaning, ideographs, white
 * space, lower case with final sigma, accents, punctuation, WordPiece. A line may come in pieces,
 * cut anywhere, and be of any length. Malformed UTF-8 is taken as U+FFFD, which is dropped.
 *
 * Thread rule: one thread at a time per tokenizer; several may share a vocabulary.
 */
#ifndef TOKENIZER_BERT_TOKENIZER_H
#define TOKENIZER_BERT_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/span_tokenizer.h"
#include "tokenizer/text/flavor.h"
#include "tokenizer/text/unicode_pin.h"
#include "tokenizer/token_batch.h"
#include "tokenizer/vocabulary.h"

/* The largest max_characters_per_word: no token is so long, and it bounds the work per word. */
#define BERT_TOKENIZER_LONGEST_WORD 1024

struct bert_tokenizer_options {
    bool lower_case;
    bool strip_accents;    /* decompose, and drop marks of category Mn */
    bool special_literals; /* "[MASK]" etc. in the text become those tokens; else text like other */
    uint32_t max_characters_per_word; /* in code points, 1 to BERT_TOKENIZER_LONGEST_WORD; a word
                                         of more becomes [UNK] */
    enum unicode_version unicode;
    enum flavor flavor;  /* which code points cleaning drops */
    enum span_path path; /* the same ids whichever; for tests */
    bool forgets;        /* uses no word cache: likewise */
};

/* As the data sets in use were made: uncased, literals taken as special tokens, 100 characters. */
#define BERT_TOKENIZER_OPTIONS_INIT                                                                \
    { true, true, true, 100, UNICODE_14_0, FLAVOR_NVIDIA, SPAN_PATH_BEST, false }

/* Malformed sequences of a line whose places are kept; all are counted. */
#define BERT_TOKENIZER_MALFORMED_KEPT 8

struct bert_tokenizer_line {
    bool blank;         /* nothing but white space (Python's str.strip() leaves nothing) */
    uint64_t bytes;     /* of the line so far */
    uint64_t malformed; /* sequences */
    uint64_t malformed_at[BERT_TOKENIZER_MALFORMED_KEPT]; /* offsets in the line of the first */
};

struct bert_tokenizer;

/* The vocabulary is borrowed and must outlive the tokenizer. STATUS_USAGE for wrong options. */
MUST_USE enum status bert_tokenizer_new(struct bert_tokenizer **tokenizer,
                                        const struct vocabulary *vocabulary,
                                        const struct bert_tokenizer_options *options,
                                        struct error *error);

/* Harmless on NULL. */
void bert_tokenizer_free(struct bert_tokenizer *tokenizer);

const struct vocabulary *bert_tokenizer_vocabulary(const struct bert_tokenizer *tokenizer);
const struct bert_tokenizer_options *bert_tokenizer_options(const struct bert_tokenizer *tokenizer);

/*
 * Takes the next piece of the line and appends ids to batch->ids (not to its other columns); ids of
 * a word may wait for the word's end. Line ends in the piece are plain white space. Fails for lack
 * of memory, or with STATUS_FAILED for a capital sigma of which cannot be told whether it is final
 * (see basic_tokenizer.h); then the line must be begun anew.
 */
MUST_USE enum status bert_tokenizer_feed(struct bert_tokenizer *tokenizer, struct view piece,
                                         struct token_batch *batch, struct error *error);

/*
 * Takes as much of `bytes` as can be taken fast, *taken of them, possibly none: whole lines ended
 * by line feeds, which are listed, and part of the line after them, which then is the open one. Its
 * next byte, or that of the open line if no line was ended, is to be fed by bert_tokenizer_feed. A
 * carriage return and a CANCEL are never taken. STATUS_NO_MEMORY is the only failure.
 */
MUST_USE enum status bert_tokenizer_feed_lines(struct bert_tokenizer *tokenizer, size_t *taken,
                                               const struct span_lines **lines, struct view bytes,
                                               struct token_batch *batch, struct error *error);

/* Ends the line: appends what was waiting, and fails as bert_tokenizer_feed does. */
MUST_USE enum status bert_tokenizer_end_line(struct bert_tokenizer *tokenizer,
                                             struct token_batch *batch, struct error *error);

/* What is known of the line, until the next one is begun. */
const struct bert_tokenizer_line *bert_tokenizer_line(const struct bert_tokenizer *tokenizer);

/* Begins a line; what was waiting of the one before is forgotten. A new tokenizer has begun one. */
void bert_tokenizer_begin_line(struct bert_tokenizer *tokenizer);

#endif
