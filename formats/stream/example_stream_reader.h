/*
 * example_stream_reader - training examples out of an example stream.
 *
 * Thread rule: one thread at a time per reader.
 */
#ifndef FORMATS_STREAM_EXAMPLE_STREAM_READER_H
#define FORMATS_STREAM_EXAMPLE_STREAM_READER_H

#include <stdint.h>

#include "formats/stream/shard_stream_reader.h"

/*
 * The columns of an EXAM block, in the host's byte order, pointing into the block. Checked: the
 * sums agree, lengths and positions fit the row, positions ascend, ids are below the vocabulary's
 * size.
 */
struct example_block {
    uint32_t examples;
    const void *ids;               /* of all examples, id_bytes each: uint16_t or uint32_t */
    const void *labels;            /* likewise */
    const uint16_t *lengths;       /* [examples] */
    const uint16_t *first_lengths; /* [examples] */
    const uint16_t *masked;        /* [examples] */
    const uint16_t *positions;     /* of all predictions */
    const uint8_t *next_is_random; /* [examples] */
};

struct example_stream_reader {
    struct shard_stream_reader stream; /* begin, next and release it through its own functions */
    unsigned id_bytes;
    uint32_t vocabulary_size;
    uint32_t max_length; /* of an example, in tokens */
    uint32_t max_masked; /* predictions of an example */
};

/* `source` is borrowed. */
void example_stream_reader_init(struct example_stream_reader *reader, struct byte_source *source);
void example_stream_reader_release(struct example_stream_reader *reader);

/* What the provenance says; set before the first block is taken apart. */
void example_stream_reader_set_shape(struct example_stream_reader *reader, unsigned id_bytes,
                                     uint32_t vocabulary_size, uint32_t max_length,
                                     uint32_t max_masked);

/* Takes apart the block of a SHARD_RECORD_CONTENT record; valid until the next record. */
MUST_USE enum status example_stream_reader_block(struct example_stream_reader *reader,
                                                 const struct shard_record *record,
                                                 struct example_block *block, struct error *error);

#endif
