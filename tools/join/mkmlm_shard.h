/*
 * mkmlm_shard - one shard on its way through mkmlm: read, made into examples, written.
 *
 * Thread rule: one thread at a time per shard; reading and writing use a reader and a writer that
 * shards share, so one shard at a time is read, and one is written.
 */
#ifndef TOOLS_JOIN_MKMLM_SHARD_H
#define TOOLS_JOIN_MKMLM_SHARD_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/stream/example_stream_writer.h"
#include "formats/stream/token_stream_reader.h"
#include "tools/mlm/example_builder.h"

struct mkmlm_shard {
    char name[RECORD_NAME_LIMIT + 1];
    struct shard_tokens tokens;
    struct example_set set;
    enum status status; /* of reading and making it */
    struct error error;
};

/* Makes an empty shard for ids of a vocabulary of this size; allocates nothing. */
void mkmlm_shard_init(struct mkmlm_shard *shard, uint32_t vocabulary_size);
void mkmlm_shard_release(struct mkmlm_shard *shard);

/*
 * Reads the next shard, in place of the one before; STATUS_END when there is none. Fails as the
 * reader does, and with STATUS_FAILED when its tokens alone take more than `memory` bytes (0: no
 * limit).
 */
MUST_USE enum status mkmlm_shard_read(struct mkmlm_shard *shard, struct token_stream_reader *reader,
                                      uint64_t memory, struct error *error);

/*
 * Makes the examples. `seed` is NULL, or the digits of the seed that the shard's own is to be made
 * from. A shard without any is STATUS_FAILED.
 */
MUST_USE enum status mkmlm_shard_make(struct mkmlm_shard *shard,
                                      const struct example_options *options, const char *seed,
                                      struct error *error);

/* Bytes of its content. */
uint64_t mkmlm_shard_memory(const struct mkmlm_shard *shard);

/* Is told how many rows of a shard are written. */
typedef void mkmlm_shard_progress(void *context, size_t rows);

/* Writes the examples, from the shard's begin to its end. */
MUST_USE enum status mkmlm_shard_write(const struct mkmlm_shard *shard,
                                       struct example_stream_writer *writer,
                                       mkmlm_shard_progress *progress, void *context,
                                       struct error *error);

#endif
