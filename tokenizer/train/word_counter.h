/*
 * word_counter - text in, its words and how often each occurs out.
 *
 * The words are those that BERT's tokenizer cuts (tokenizer/basic_tokenizer.h): what wpiece makes
 * pieces of. What stands between ASCII white space is counted as it is, and each distinct stretch
 * cleaned, folded and cut once.
 *
 * No words are: the literals of special tokens, and words of more characters than WordPiece looks
 * at, which become [UNK].
 *
 * Thread rule: one thread at a time per counter.
 */
#ifndef TOKENIZER_TRAIN_WORD_COUNTER_H
#define TOKENIZER_TRAIN_WORD_COUNTER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/basic_tokenizer.h"
#include "tokenizer/train/string_counts.h"

struct word_counter {
    /* To read after word_counter_finish: */
    struct string_counts words; /* in UTF-8 */
    uint64_t malformed;         /* UTF-8 sequences; each is dropped */
    uint64_t too_long;          /* words left out */
    /* Its own: */
    struct string_counts stretches;
    struct basic_tokenizer basic;
    uint64_t times; /* the stretch at work occurs so often */
    enum status status;
    struct error error; /* of the sink, which cannot return one */
};

/*
 * The options' word_limit is at most BERT_TOKENIZER_LONGEST_WORD. The counter must not be moved
 * afterwards.
 */
MUST_USE enum status word_counter_init(struct word_counter *counter,
                                       const struct basic_tokenizer_options *options,
                                       struct error *error);

/* Harmless when zeroed. */
void word_counter_release(struct word_counter *counter);

/*
 * Takes text that begins and ends where words may: behind white space, or where the caller cuts.
 * Line ends are plain white space.
 */
MUST_USE enum status word_counter_add(struct word_counter *counter, struct view text,
                                      struct error *error);

/*
 * Makes words of all that was added. STATUS_FAILED for a capital sigma of which cannot be told
 * whether it is final (see basic_tokenizer.h).
 */
MUST_USE enum status word_counter_finish(struct word_counter *counter, struct error *error);

/* Forgets all that was added. */
void word_counter_clear(struct word_counter *counter);

#endif
