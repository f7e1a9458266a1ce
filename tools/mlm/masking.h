/*
 * masking - which tokens of a row are predicted, and what stands in their place.
 *
 * As create_masked_lm_predictions of NVIDIA's create_pretraining_data.py does it, draw for draw:
 * all positions but those of [CLS] and [SEP] are shuffled and the first few taken; of these 80 %
 * become [MASK], 10 % stay, 10 % become a random token. By the options' word, as the programs of
 * Google (whole words) and ALBERT (grams) do it.
 *
 * Thread rule: one thread at a time per struct masking.
 */
#ifndef TOOLS_MLM_MASKING_H
#define TOOLS_MLM_MASKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/mlm/example_options.h"
#include "tools/mlm/partial_shuffle.h"
#include "tools/mlm/python_random.h"
#include "tools/mlm/sentence_pair.h"
#include "tools/mlm/shard_tokens.h"

/* A predicted position where a random token is to stand. */
struct masking_random {
    uint32_t position;
    uint32_t id;
};

struct masking {
    const struct example_options *options;
    const struct shard_tokens *shard;
    const struct partial_shuffle *shuffle;
    bool specials_in_text; /* the shard itself has tokens equal to [CLS] or [SEP] */
    bool bytes;            /* places are shuffled as bytes, not as shorts */
    uint16_t *predictions; /* owned; [max_seq_length + 1]: of a row by its length */
    void *counting;        /* owned; 0, 1, 2, ... */
    void *places;          /* owned; what is shuffled: candidates, counted from 0 */
    uint16_t *candidates;  /* owned; their positions, when has_candidates */
    bool has_candidates;   /* they are not all of A and B, or wanted in words */
    uint16_t *words;       /* owned; [word_count + 1]: the candidate that each word begins with */
    uint32_t word_count;
    bool *covered; /* owned; candidates that are predicted, of words */
    /* Result of masking_choose. */
    uint16_t *positions; /* owned; those that are predicted, in the order of the shuffle */
    uint32_t count;
    uint16_t *kept; /* owned; those of them that keep their token */
    uint32_t kept_count;
    struct masking_random *random; /* owned; those that get a random one; the rest gets [MASK] */
    uint32_t random_count;
};

/* Prepares for rows cut from a finished shard, with checked options; both are borrowed. */
MUST_USE enum status masking_init(struct masking *masking, const struct shard_tokens *shard,
                                  const struct example_options *options, struct error *error);

/* Frees; harmless when zeroed. */
void masking_release(struct masking *masking);

/*
 * Chooses the predictions of the row [CLS] A [SEP] B [SEP]; the result is in the struct until the
 * next call.
 */
void masking_choose(struct masking *masking, struct python_random *random,
                    const struct sentence_pair *pair);

#endif
