/*
 * shard_refill - a shard made of what other shards hold: whole chunks as they are stored, then
 * rows.
 *
 * Thread rule: as shard_writer.h; one thread at a time per struct.
 */
#ifndef TOOLS_MLMPREP_SHARD_REFILL_H
#define TOOLS_MLMPREP_SHARD_REFILL_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_chunk.h"
#include "formats/h5/shard_packer.h"
#include "formats/h5/shard_writer.h"
#include "tools/join/finished_shard.h"
#include "tools/prep/stop_signal.h"

struct shard_refill {
    struct shard_writer *writer; /* owned; NULL when closed */
    struct shard_chunk chunk;    /* rows that wait for it to be full */
    struct shard_packer packer;
    struct packed_chunk packed;
    struct stop_signal *stop; /* borrowed: heard at each chunk; NULL: cannot be told to stop */
};

/* The options of a writer that goes on as a finished shard was written, by its provenance. */
MUST_USE enum status shard_refill_options(struct shard_writer_options *options,
                                          const struct shard_reader *reader, struct error *error);

/*
 * Starts a shard in an empty file, as shard_writer_open; to be released on success. `stop` can be
 * set afterwards.
 */
MUST_USE enum status shard_refill_open(struct shard_refill *refill, int descriptor,
                                       const char *name, const struct shard_writer_options *options,
                                       struct error *error);

/*
 * Appends rows of a shard from its next one on: chunks that are whole in both as they are stored,
 * where the shard was packed by the same method, the rest packed anew. Only the others' structure
 * and rows are checked: that the file is the one that was finished is finished_shard_open's work.
 * STATUS_TEMPORARY when told to stop.
 */
MUST_USE enum status shard_refill_take(struct shard_refill *refill, struct finished_shard *from,
                                       uint64_t rows, struct error *error);

/* Writes what waits and closes the shard. Fails when it has no rows. */
MUST_USE enum status shard_refill_finish(struct shard_refill *refill, struct error *error);

/* Frees; harmless when zeroed. An unfinished shard is of no use. */
void shard_refill_release(struct shard_refill *refill);

#endif
