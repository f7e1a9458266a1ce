/*
 * varlen_reader - reads one HDF5 shard of MLPerf's variable-length schema: see varlen_writer.h.
 *
 * It is read with the same care as shard_reader.h has, and gives the same rows, padded.
 *
 * Thread rule: one thread at a time per reader; different readers are independent.
 */
#ifndef FORMATS_H5_VARLEN_READER_H
#define FORMATS_H5_VARLEN_READER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_layout.h"

struct varlen_reader;

/*
 * Opens a shard and checks its schema; the lengths of its rows are read. STATUS_NOT_OURS when the
 * file is not HDF5, STATUS_CORRUPT when it is damaged or lacks the schema. *reader is NULL on
 * failure, else to be closed.
 */
MUST_USE enum status varlen_reader_open(struct varlen_reader **reader, const char *path,
                                        struct error *error);

/* The same over an open descriptor that can seek and stays the caller's; `name` is copied. */
MUST_USE enum status varlen_reader_open_descriptor(struct varlen_reader **reader, int descriptor,
                                                   const char *name, struct error *error);

/* Rows; 0 is possible in files of others. */
uint64_t varlen_reader_rows(const struct varlen_reader *reader);

/* What rows are padded to: at first the longest row, and the most predictions of one. */
struct shard_shape varlen_reader_shape(const struct varlen_reader *reader);

/* Has rows padded to another shape; STATUS_CORRUPT when there are longer ones. */
MUST_USE enum status varlen_reader_set_shape(struct varlen_reader *reader, struct shard_shape shape,
                                             struct error *error);

/* The provenance in JSON, valid until the reader is closed; NULL when the file has none. */
const char *varlen_reader_provenance(const struct varlen_reader *reader);

/* As shard_reader_read; input_mask is made from the lengths of rows. */
MUST_USE enum status varlen_reader_read(struct varlen_reader *reader, enum shard_dataset dataset,
                                        void *out, uint64_t first_row, size_t row_count,
                                        struct error *error);

/* Closes and frees; NULL is harmless. */
void varlen_reader_close(struct varlen_reader *reader);

#endif
