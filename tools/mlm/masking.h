/*
 * masking - which tokens of a row are predicted, and what stands in their place.
 *
 * As create_masked_lm_predictions of NVIDIA's create_pretraining_data.py does it, draw for draw:
 * all positions but those of [CLS] and [SEP] are shuffled and the first few taken; of these 80 %
 * become [MASK], 10 % stay, 10 % become a random token.
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
#include "tools/mlm/python_random.h"
#include "tools/mlm/sentence_pair.h"
#include "tools/mlm/shard_tokens.h"

/* In place of an id: the token stays as it is. No vocabulary has such an id. */
#define MASKING_KEPT UINT32_MAX

struct masking {
    const struct example_options *options;
    const struct shard_tokens *shard;
    bool specials_in_text; /* the shard itself has tokens equal to [CLS] or [SEP] */
    /* Owned, all of them [max_seq_length] and one more. */
    uint16_t *counting;         /* 0, 1, 2, ... */
    uint16_t *candidates;       /* positions that may be predicted */
    uint16_t *draws;            /* of the shuffle */
    uint32_t *chosen_by_place;  /* by position: what stands there instead */
    uint64_t *chosen_positions; /* a bit for each position that is predicted */
    /* Result of masking_choose: positions ascending, and the ids to stand there or MASKING_KEPT. */
    uint16_t *positions;
    uint32_t *replacements;
    uint32_t count;
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
