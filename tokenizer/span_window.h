/*
 * span_window - a window of text on its way through the passes of span_tokenizer.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_SPAN_WINDOW_H
#define TOKENIZER_SPAN_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/span_masks.h"
#include "tokenizer/word_batch.h"
#include "tokenizer/word_cache.h"
#include "tokenizer/word_folding.h"

/*
 * Bytes of a window. Of English 3 words in 100 are not in the cache, and those of a window are cut
 * into pieces together: the more there are the less it costs each. With half as many a new
 * tokenizer took 3 % longer for 37 MB, with twice as many as long.
 */
#define SPAN_WINDOW 16384

/*
 * Words between the one whose bucket is asked for and the one for which it should be there: with 32
 * a processor with slow memory waits for a sixth of the second pass.
 */
#define SPAN_AHEAD 128

/* Places for words that may be met again in the same window. */
#define SPAN_SEEN 1024

struct span_window {
    /* The first pass: */
    size_t words;
    size_t line_feeds;
    size_t cut;   /* just behind the last white space: what comes after is for later */
    bool stopped; /* there is a byte that needs care */
    uint16_t starts[SPAN_WINDOW + SPAN_BLOCK]; /* room to write a whole block's at once */
    uint16_t ends[SPAN_WINDOW + SPAN_BLOCK];   /* offsets just behind the words */
    uint16_t line_feed_offsets[SPAN_WINDOW];
    uint16_t line_feed_words[SPAN_WINDOW]; /* words before each */
    /* The second: */
    const struct word_cache_value *values[SPAN_WINDOW + SPAN_BLOCK]; /* where words' ids are */
    size_t miss_count;
    uint16_t misses[SPAN_WINDOW + SPAN_BLOCK]; /* words whose ids are not in a bucket */
    /* The third, by miss: */
    uint16_t seen[SPAN_SEEN]; /* misses by their buckets; they may be those of another window */
    struct span_texts {
        struct word_key keys[SPAN_WINDOW];
        unsigned char folded[WORD_FOLDING_TIMES * SPAN_WINDOW + WORD_FOLDING_SLACK];
    } texts; /* the batch's: keys serve as such, too */
    struct word_batch batch;
    uint16_t first_parts[SPAN_WINDOW + 1]; /* of the batch; behind the last one is their end */
    uint32_t miss_ids[SPAN_WINDOW];        /* where among the batch's ids its own begin */
    uint16_t miss_id_counts[SPAN_WINDOW];
    struct word_cache_value miss_values[SPAN_WINDOW];
};

_Static_assert(SPAN_WINDOW <= WORD_BATCH_MOST, "a word has a byte at least, as a part has");
_Static_assert(WORD_FOLDING_SLACK >= WORD_BATCH_BEHIND, "what is read behind the last text");

#endif
