/* varlen_sample - a small shard of MLPerf's schema with the rows of shard_sample.h. */
#ifndef TESTS_UNIT_VARLEN_SAMPLE_H
#define TESTS_UNIT_VARLEN_SAMPLE_H

#include "formats/h5/varlen_writer.h"
#include "tests/unit/shard_sample.h"

/* The number of the sample row that a shard begins with: row 1 has an id beyond 16 bits. */
enum { VARLEN_SAMPLE_FIRST = 2 };

/* Writes a shard of `rows` (below 900) sample rows to a descriptor. */
static inline enum status varlen_sample_write(int descriptor, struct shard_shape shape,
                                              uint64_t rows, struct error *error) {
    struct shard_writer_options options = {.shape = shape, .provenance = "{\"a\":1}"};
    struct varlen_writer *writer;
    struct shard_chunk chunk;
    struct shard_sample sample;
    enum status status = varlen_writer_open(&writer, descriptor, "shard", &options, error);
    if (status != STATUS_OK || shard_chunk_init(&chunk, shape, error) != STATUS_OK)
        return STATUS_FAILED;
    shard_sample_init(&sample, shape);
    for (uint64_t i = 0; i < rows; i++) {
        shard_sample_make(&sample, VARLEN_SAMPLE_FIRST + i);
        shard_chunk_add(&chunk, &sample.row);
    }
    shard_sample_release(&sample);
    shard_chunk_pad(&chunk);
    status = varlen_writer_write(writer, &chunk, error);
    shard_chunk_release(&chunk);
    if (status == STATUS_OK)
        return varlen_writer_close(writer, error);
    varlen_writer_abandon(writer);
    return status;
}

#endif
