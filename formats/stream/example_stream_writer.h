/*
 * example_stream_writer - training examples into an example stream, a block at a time.
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef FORMATS_STREAM_EXAMPLE_STREAM_WRITER_H
#define FORMATS_STREAM_EXAMPLE_STREAM_WRITER_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/stream/shard_stream_writer.h"

/*
 * A block is to end with the example that brings its tokens to this: blocks of some 200 KiB, far
 * from the limit even when each example is as long as one can be.
 */
#define EXAMPLE_STREAM_BLOCK_TOKENS ((uint32_t)64 * 1024)

/* What a block has of each. */
struct example_block_counts {
    uint32_t examples;
    uint32_t tokens;
    uint32_t predictions;
};

/* Where the numbers of a block go, in the host's byte order; each column is to be filled. */
struct example_block_columns {
    void *ids;               /* [tokens] of id_bytes: [CLS] A [SEP] B [SEP], masks in place */
    void *labels;            /* [predictions] of id_bytes: the tokens before masking */
    uint16_t *lengths;       /* [examples] */
    uint16_t *first_lengths; /* [examples]: of [CLS] A [SEP] */
    uint16_t *masked;        /* [examples]: predictions of each */
    uint16_t *positions;     /* [predictions]: ascending in each example */
    uint8_t *next_is_random; /* [examples] */
};

struct example_stream_writer {
    struct shard_stream_writer stream; /* begin, shard, end and fail through its own functions */
    unsigned id_bytes;
    struct buffer payload;              /* of the open block */
    struct example_block_counts counts; /* of it */
};

/* `id_bytes` is 2 or 4, as the provenance says; `sink` is borrowed. */
void example_stream_writer_init(struct example_stream_writer *writer, struct byte_sink *sink,
                                unsigned id_bytes);
void example_stream_writer_release(struct example_stream_writer *writer);

/* Opens a block of a known size in the open shard; its columns are valid until it is closed. */
MUST_USE enum status example_stream_writer_open(struct example_stream_writer *writer,
                                                struct example_block_columns *columns,
                                                const struct example_block_counts *counts,
                                                struct error *error);

/* Writes the open block, whose columns are filled. */
MUST_USE enum status example_stream_writer_close(struct example_stream_writer *writer,
                                                 struct error *error);

#endif
