/*
 * example_stream_writer - training examples into an example stream.
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef FORMATS_STREAM_EXAMPLE_STREAM_WRITER_H
#define FORMATS_STREAM_EXAMPLE_STREAM_WRITER_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/stream/shard_stream_writer.h"

/* One training example, without padding. Borrowed arrays. */
struct stream_example {
    const uint32_t *ids; /* [length]: [CLS] A [SEP] B [SEP], masks in place */
    uint16_t length;
    uint16_t first_length; /* of [CLS] A [SEP] */
    uint8_t next_is_random;
    uint16_t masked;           /* number of predictions */
    const uint16_t *positions; /* [masked], ascending */
    const uint32_t *labels;    /* [masked]: the tokens before masking */
};

enum { EXAMPLE_COLUMNS = 7 };

struct example_stream_writer {
    struct shard_stream_writer stream; /* begin, shard, end and fail through its own functions */
    unsigned id_bytes;
    struct buffer columns[EXAMPLE_COLUMNS]; /* of the open block, in the order of its layout */
    uint32_t examples, tokens, predictions; /* in it */
};

/* `id_bytes` is 2 or 4, as the provenance says; `sink` is borrowed. */
void example_stream_writer_init(struct example_stream_writer *writer, struct byte_sink *sink,
                                unsigned id_bytes);
void example_stream_writer_release(struct example_stream_writer *writer);

/* Adds an example to the open shard. Its ids and labels fit id_bytes. */
MUST_USE enum status example_stream_writer_add(struct example_stream_writer *writer,
                                               const struct stream_example *example,
                                               struct error *error);

/* Writes what is pending and ends the shard. */
MUST_USE enum status example_stream_writer_end_shard(struct example_stream_writer *writer,
                                                     struct error *error);

#endif
