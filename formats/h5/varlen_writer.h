/*
 * varlen_writer - writes an HDF5 shard in MLPerf's variable-length schema.
 *
 * It is what the BERT benchmark of mlcommons trains on: five datasets of one dimension in the root
 * group, without padding and without a mask.
 *
 *     input_ids, segment_ids                 a row is a sequence of 16-bit integers, one for a
 * token masked_lm_positions, masked_lm_ids     likewise, one for a prediction next_sentence_labels
 * 8-bit integers
 *
 * HDF5 keeps the sequences in heaps, which it does not compress. Errors are as shard_writer's.
 *
 * Thread rule: HDF5 has global state: see hdf5_file.h.
 */
#ifndef FORMATS_H5_VARLEN_WRITER_H
#define FORMATS_H5_VARLEN_WRITER_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_chunk.h"
#include "formats/h5/shard_writer.h"

struct varlen_writer;

/* As shard_writer_open; the method does not matter. */
MUST_USE enum status varlen_writer_open(struct varlen_writer **writer, int descriptor,
                                        const char *name,
                                        const struct shard_writer_options *options,
                                        struct error *error);

/*
 * Writes the rows of a chunk. STATUS_FAILED, too, for an id above 32767, which the schema cannot
 * hold.
 */
MUST_USE enum status varlen_writer_write(struct varlen_writer *writer,
                                         const struct shard_chunk *chunk, struct error *error);

/* Rows written so far. */
uint64_t varlen_writer_rows(const struct varlen_writer *writer);

/* As shard_writer_close and shard_writer_abandon. */
MUST_USE enum status varlen_writer_close(struct varlen_writer *writer, struct error *error);
void varlen_writer_abandon(struct varlen_writer *writer);

#endif
