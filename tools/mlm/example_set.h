/*
 * example_set - the examples of one shard, kept small, read out in their final order.
 *
 * An example is kept as two ranges of the shard's tokens and its predictions: 16 bytes, and 3 to 6
 * for each prediction, instead of a padded row of a thousand. The shard has to stay as long as the
 * set is read.
 *
 * Thread rule: one thread at a time while adding; any number may read, each into its own example.
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

/* One row, without padding. The caller provides the arrays. */
struct example {
    uint32_t *ids;         /* [max_seq_length]: [CLS] A [SEP] B [SEP] as masked */
    uint32_t length;       /* of ids */
    uint32_t first_length; /* positions of segment 0: [CLS] A [SEP]; the others are segment 1 */
    uint32_t next_label;   /* 1 when B is from another document, else 0 */
    uint16_t *positions;   /* [example_set_most_predictions]: ascending */
    uint32_t *labels;      /* [example_set_most_predictions]: the ids before masking */
    uint32_t prediction_count;
};

struct example_set {
    const struct shard_tokens *shard;
    uint32_t cls_id;
    uint32_t sep_id;
    size_t position_size;   /* bytes of a stored position: 1 or 2 */
    unsigned char *records; /* owned */
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

/* Writes out the example at `index`, which is below set->count. */
void example_set_get(const struct example_set *set, struct example *example, size_t index);

/* The most predictions that a row can have under these options: for the size of arrays. */
uint32_t example_set_most_predictions(const struct example_options *options);

/* Bytes allocated now. */
size_t example_set_memory(const struct example_set *set);

#endif
