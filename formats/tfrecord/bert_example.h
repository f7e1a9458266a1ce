/*
 * bert_example - a training example as Google's and NVIDIA's TensorFlow programs read it: a
 * serialized tf.Example in a TFRecord.
 *
 * A record is its length in 8 bytes, the masked CRC-32C of those, the bytes, and their masked
 * CRC-32C, all little-endian. The bytes are a protocol buffer
 * (tensorflow/core/example/example.proto): a map of seven features, here in the order of their
 * names,
 *
 *     input_ids, input_mask, segment_ids    max_seq_length integers each
 *     masked_lm_positions, masked_lm_ids    max_predictions_per_seq integers each
 *     masked_lm_weights                     as many floats: 1 for a prediction, 0 behind them
 *     next_sentence_labels                  one integer
 *
 * all of them packed lists, padded with zeros as `create_pretraining_data.py` of
 * google-research/bert pads them.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_TFRECORD_BERT_EXAMPLE_H
#define FORMATS_TFRECORD_BERT_EXAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/tfrecord/crc32c.h"

struct bert_example {
    uint32_t max_seq_length;
    uint32_t max_predictions_per_seq;
    const uint32_t *ids;           /* max_seq_length, padded */
    const uint32_t *positions;     /* max_predictions_per_seq, padded */
    const uint32_t *label_ids;     /* likewise */
    uint32_t length;               /* at most max_seq_length */
    uint32_t first_segment_length; /* at most length */
    uint32_t prediction_count;     /* at most max_predictions_per_seq */
    unsigned label;                /* 0 or 1 */
};

/* The most bytes a record of this shape has. */
size_t bert_example_bound(uint32_t max_seq_length, uint32_t max_predictions_per_seq);

/* Writes the record at `out` and gives its size. */
size_t bert_example_write(unsigned char *out, const struct bert_example *example,
                          const struct crc32c *crc);

#endif
