/*
 * example_set - the examples of one shard, kept small, in their final order.
 *
 * An example is kept as two ranges of the shard's tokens, a bit for each position that is
 * predicted, and the few predictions that are not [MASK]: some 50 bytes instead of a padded row of
 * a thousand. The shard has to stay as long as the set is read, which example_columns does.
 *
 * Thread rule: one thread at a time while adding; any number may read.
 */
#ifndef TOOLS_MLM_EXAMPLE_SET_H
#define TOOLS_MLM_EXAMPLE_SET_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/mlm/example_options.h"
#include "tools/mlm/masking.h"
#include "tools/mlm/python_random.h"
#include "tools/mlm/sentence_pair.h"
#include "tools/mlm/shard_tokens.h"

struct example_set {
    const struct shard_tokens *shard;
    uint32_t cls_id;
    uint32_t sep_id;
    uint32_t mask_id;
    size_t position_size;   /* bytes of a stored position: 1 or 2 */
    unsigned char *records; /* owned; struct example_record and what lies behind each */
    size_t record_size;     /* bytes used */
    size_t record_capacity;
    size_t memory_limit; /* of records and order together, in bytes; SIZE_MAX for none */
    uint32_t *order;     /* owned; where each example's record is, in units of 4 bytes */
    size_t count;
    size_t order_capacity;
};

/* Makes an empty set; allocates nothing. */
void example_set_init(struct example_set *set);

/* Frees the memory; the set is empty and usable again. */
void example_set_release(struct example_set *set);

/* Empties the set, keeps its memory, and prepares it for examples of a finished shard. */
void example_set_start(struct example_set *set, const struct shard_tokens *shard,
                       const struct example_options *options);

/*
 * Adds an example, with the predictions last chosen by `masking`. STATUS_NO_MEMORY; STATUS_FAILED
 * when the shard makes more examples than a set can hold (16 GiB of them), or than the options'
 * memory limit leaves room for.
 */
MUST_USE enum status example_set_add(struct example_set *set, const struct sentence_pair *pair,
                                     const struct masking *masking, struct error *error);

/* Python's shuffle() of all examples. */
void example_set_shuffle(struct example_set *set, struct python_random *random);

/* Bytes of its content, as shard_tokens_memory has them. */
size_t example_set_memory(const struct example_set *set);

#endif
