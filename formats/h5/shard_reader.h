/*
 * shard_reader - reads one HDF5 shard with the six datasets of shard_layout.h, whoever wrote it.
 *
 * Datasets may be chunked in any way, compressed by HDF5's shuffle and deflate filters, or
 * contiguous. The file is parsed here and not by HDF5's library, which a single wrong byte can
 * crash: whatever is in the file, the answer is rows or an error. hdf5_input.h says which files are
 * understood. Sizes that a file claims are believed only as far as a file of its size can hold
 * them, and links are not followed. Damage is found where it breaks the structure or the check of
 * a compressed chunk; only the digests in dataset.json find all of it.
 *
 * Thread rule: one thread at a time per reader; different readers are independent.
 */
#ifndef FORMATS_H5_SHARD_READER_H
#define FORMATS_H5_SHARD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "formats/h5/deflate_method.h"
#include "formats/h5/packed_chunk.h"
#include "formats/h5/shard_layout.h"

struct shard_reader;

/*
 * Opens a shard and checks its schema: the six datasets are there with their element types, and
 * agree in rows and columns. Other datasets and groups are ignored. STATUS_NOT_OURS when the file
 * is not HDF5, STATUS_CORRUPT when it is damaged or lacks the schema. *reader is NULL on failure,
 * else to be closed.
 */
MUST_USE enum status shard_reader_open(struct shard_reader **reader, const char *path,
                                       struct error *error);

/* The same over an open descriptor that can seek and stays the caller's; `name` is copied. */
MUST_USE enum status shard_reader_open_descriptor(struct shard_reader **reader, int descriptor,
                                                  const char *name, struct error *error);

/* Rows; 0 is possible in files of others. */
uint64_t shard_reader_rows(const struct shard_reader *reader);

/* Columns. */
struct shard_shape shard_reader_shape(const struct shard_reader *reader);

/* The provenance in JSON, valid until the reader is closed; NULL when the file has none. */
const char *shard_reader_provenance(const struct shard_reader *reader);

/*
 * Puts rows as they are defined in shard_layout.h, `row_count` times shard_layout_row_bytes, at
 * `out`. Reading forwards in any steps decompresses every chunk once. The rows exist. A chunk that
 * is damaged or missing is STATUS_CORRUPT.
 */
MUST_USE enum status shard_reader_read(struct shard_reader *reader, enum shard_dataset dataset,
                                       void *out, uint64_t first_row, size_t row_count,
                                       struct error *error);

/* SHA-256 of a whole dataset, as in struct shard_summary. */
MUST_USE enum status shard_reader_digest(struct shard_reader *reader, enum shard_dataset dataset,
                                         unsigned char digest[SHA256_SIZE], struct error *error);

/*
 * Whether the chunks are cut, and filtered, as those that shard_writer writes of this method, so
 * that another shard can take them over.
 */
bool shard_reader_is_packed_by(const struct shard_reader *reader, struct deflate_method method);

/*
 * Copies chunk `index` of every dataset as it is stored, without unpacking it: `packed` is of the
 * reader's shape (packed_chunk_init). The chunk is there and full, and the shard is packed in such
 * chunks; STATUS_USAGE otherwise. STATUS_CORRUPT when one is missing, or larger than a packer would
 * have made it.
 */
MUST_USE enum status shard_reader_copy_chunk(struct shard_reader *reader,
                                             struct packed_chunk *packed, uint64_t index,
                                             struct error *error);

/* Closes and frees; NULL is harmless. */
void shard_reader_close(struct shard_reader *reader);

#endif
