/*
 * shard_file - the content of one shard, in any format, on its way into an open file.
 *
 * Thread rule: as shard_writer's.
 */
#ifndef TOOLS_JOIN_SHARD_FILE_H
#define TOOLS_JOIN_SHARD_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_writer.h"
#include "formats/h5/varlen_writer.h"
#include "tools/join/shard_format.h"

struct shard_file {
    enum shard_format format;
    struct shard_writer *hdf5;    /* of SHARD_FORMAT_HDF5 */
    struct varlen_writer *varlen; /* of SHARD_FORMAT_HDF5_VARLEN */
    int descriptor;               /* of SHARD_FORMAT_TFRECORD; borrowed */
    const char *name;             /* borrowed */
    uint64_t rows;                /* of SHARD_FORMAT_TFRECORD */
    bool is_open;
};

/* As shard_writer_open. To be closed or abandoned on success. */
MUST_USE enum status shard_file_open(struct shard_file *file, enum shard_format format,
                                     int descriptor, const char *name,
                                     const struct shard_writer_options *options,
                                     struct error *error);

/* Writes the rows of a chunk; `packed` is what chunk_encoder made of it. */
MUST_USE enum status shard_file_write(struct shard_file *file, const struct shard_chunk *chunk,
                                      const struct packed_chunk *packed, struct error *error);

/* Rows written so far. */
uint64_t shard_file_rows(const struct shard_file *file);

/* Ends the content; closed in every case. */
MUST_USE enum status shard_file_close(struct shard_file *file, struct error *error);

/* Closes without finishing; harmless when closed or zeroed. */
void shard_file_abandon(struct shard_file *file);

#endif
