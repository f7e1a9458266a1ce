/*
 * shard_row - one example, compact, on its way into a shard.
 */
#ifndef FORMATS_H5_SHARD_ROW_H
#define FORMATS_H5_SHARD_ROW_H

#include <stdint.h>

/* Everything is borrowed for the call that takes the row. */
struct shard_row {
    const uint32_t *ids;       /* `length` of them, each at most INT32_MAX */
    const uint16_t *short_ids; /* in place of ids, where those are NULL */
    const uint16_t *positions; /* `prediction_count` of them, each below `length` */
    const uint32_t *label_ids; /* as many, each at most INT32_MAX: the tokens before masking */
    const uint16_t *short_label_ids; /* in place of label_ids, where those are NULL */
    uint32_t length;                 /* 0 to max_seq_length; the rest of the row is 0 */
    uint32_t first_segment_length;   /* 0 to length: [CLS], segment A and the first [SEP] */
    uint32_t prediction_count;       /* 0 to max_predictions_per_seq; the rest is 0 */
    unsigned label;                  /* 1 when segment B is a random one, else 0 */
};

#endif
