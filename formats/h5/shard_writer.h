/*
 * shard_writer - writes one HDF5 shard, the six datasets of shard_layout.h, of packed chunks.
 *
 * HDF5 is handed finished chunks (shard_packer.h), as its own filters would have made them, and
 * needs little memory or time. The same chunks, shape, method and provenance give the same bytes:
 * no time stamp, no name, no path is in the file. Any HDF5 from 1.8 on reads it.
 *
 * A failed write, a full disk among others, makes the call that meets it fail, or a later one, at
 * the latest shard_writer_close; nothing is leaked and the process is in no danger.
 *
 * Thread rule: HDF5 has global state: see hdf5_file.h.
 */
#ifndef FORMATS_H5_SHARD_WRITER_H
#define FORMATS_H5_SHARD_WRITER_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/deflate_method.h"
#include "formats/h5/packed_chunk.h"
#include "formats/h5/shard_layout.h"

/* The attribute of the root group that holds the provenance: a UTF-8 string, JSON. */
#define SHARD_PROVENANCE_ATTRIBUTE "mlmprep_provenance"

struct shard_writer;

struct shard_writer_options {
    struct shard_shape shape;
    struct deflate_method method;
    const char *provenance; /* JSON text in UTF-8, copied; NULL for none */
};

/*
 * Starts a shard in an empty file, open for reading and writing as `descriptor`, which stays the
 * caller's and must stay open; `name`, for messages, is borrowed too. On success *writer is to be
 * given to shard_writer_close or shard_writer_abandon.
 */
MUST_USE enum status shard_writer_open(struct shard_writer **writer, int descriptor,
                                       const char *name, const struct shard_writer_options *options,
                                       struct error *error);

/*
 * Writes the next chunk, packed for the writer's shape and by its method. It has rows, and all but
 * the last have as many as a chunk can. After a failure nothing more can be written.
 */
MUST_USE enum status shard_writer_write(struct shard_writer *writer,
                                        const struct packed_chunk *packed, struct error *error);

/* Rows written so far. */
uint64_t shard_writer_rows(const struct shard_writer *writer);

/*
 * Closes HDF5's file and frees the writer, in every case. Fails when a write failed at any time,
 * and when there are no rows, for trainers raise at an empty shard.
 */
MUST_USE enum status shard_writer_close(struct shard_writer *writer, struct error *error);

/* Frees the writer without finishing; the file is then of no use. NULL is harmless. */
void shard_writer_abandon(struct shard_writer *writer);

#endif
