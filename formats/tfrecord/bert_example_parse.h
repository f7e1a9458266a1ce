/*
 * bert_example_parse - the lists of numbers in a serialized tf.Example.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_TFRECORD_BERT_EXAMPLE_PARSE_H
#define FORMATS_TFRECORD_BERT_EXAMPLE_PARSE_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/tfrecord/bert_example_reader.h"

/* The lists of one example. */
struct bert_example_lists {
    int32_t *values[BERT_FEATURES]; /* room for BERT_FEATURE_LARGEST each */
    uint32_t counts[BERT_FEATURES]; /* 0 where there is no such feature */
    uint32_t found;                 /* a bit for each feature that is there */
};

/*
 * Reads the lists out of a message, as protocol buffers are encoded
 * (https://protobuf.dev/programming-guides/encoding/). Returns NULL, or what is wrong, as the end
 * of a sentence.
 */
const char *bert_example_parse(struct bert_example_lists *lists, struct view message);

/* The name of a feature. */
const char *bert_feature_name(enum bert_feature feature);

#endif
