/*
 * shard_writer - writes one HDF5 shard, the six datasets of shard_layout.h.
 *
 * Rows come compact and are padded, shuffled and compressed a chunk at a time outside HDF5, which
 * is handed finished chunks. Memory is a few chunks (about 2.5 MB at 128/20), however many rows
 * come. The same rows, shape, method and provenance give the same bytes (deflate.h says when not):
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

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "formats/h5/deflate_method.h"
#include "formats/h5/shard_layout.h"
#include "formats/h5/shard_row.h"

/* The attribute of the root group that holds the provenance: a UTF-8 string, JSON. */
#define SHARD_PROVENANCE_ATTRIBUTE "mlmprep_provenance"

struct shard_writer;

struct shard_writer_options {
    struct shard_shape shape;
    struct deflate_method method;
    const char *provenance; /* JSON text in UTF-8, copied; NULL for none */
};

/* What a finished shard holds. */
struct shard_summary {
    uint64_t rows;
    struct shard_shape shape;
    /* SHA-256 of each dataset's elements in C order, little-endian, without chunk padding. */
    unsigned char digests[SHARD_DATASETS][SHA256_SIZE];
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
 * Adds a row. A row that breaks a range of shard_row.h is STATUS_CORRUPT, and is not added. After a
 * failure of another kind nothing more can be added.
 */
MUST_USE enum status shard_writer_add(struct shard_writer *writer, const struct shard_row *row,
                                      struct error *error);

/* Rows added so far. */
uint64_t shard_writer_rows(const struct shard_writer *writer);

/*
 * Writes what is left, closes HDF5's file and frees the writer, in every case. Fails when a write
 * failed at any time, and when there are no rows, for trainers raise at an empty shard.
 */
MUST_USE enum status shard_writer_close(struct shard_writer *writer, struct shard_summary *summary,
                                        struct error *error);

/* Frees the writer without finishing; the file is then of no use. NULL is harmless. */
void shard_writer_abandon(struct shard_writer *writer);

#endif
