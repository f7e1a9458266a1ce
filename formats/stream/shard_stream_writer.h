/*
 * shard_stream_writer - writes what token and example streams share. See mlmprep-stream(5).
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef FORMATS_STREAM_SHARD_STREAM_WRITER_H
#define FORMATS_STREAM_SHARD_STREAM_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/stream/piece_kinds.h"
#include "formats/stream/record_writer.h"
#include "formats/stream/shard_stream_reader.h"

struct shard_stream_writer {
    struct record_writer records;
    enum record_kind kind;
    uint64_t shards;             /* begun so far */
    uint64_t tokens;             /* of the shards that have ended */
    struct shard_totals written; /* of the open shard; the content's writer adds to it */
};

/* Writes nothing yet; `sink` is borrowed. */
void shard_stream_writer_init(struct shard_stream_writer *writer, struct byte_sink *sink,
                              enum record_kind kind);

/* Writes the stream header and the provenance (JSON). */
MUST_USE enum status shard_stream_writer_begin(struct shard_stream_writer *writer,
                                               struct view provenance, struct error *error);

/* Writes which pieces of the vocabulary are of what kind, right behind the beginning. */
MUST_USE enum status shard_stream_writer_pieces(struct shard_stream_writer *writer,
                                                const struct piece_kinds *kinds,
                                                struct error *error);

/*
 * Begins a shard; its index is the number of those before. STATUS_USAGE when the name has not 1 to
 * 255 bytes of UTF-8 or has a slash or a control character. `input_size` may be
 * RECORD_SIZE_UNKNOWN.
 */
MUST_USE enum status shard_stream_writer_shard(struct shard_stream_writer *writer, const char *name,
                                               uint64_t input_size, struct error *error);

/* Tells how many bytes of the shard's input the content so far came from. */
MUST_USE enum status shard_stream_writer_progress(struct shard_stream_writer *writer,
                                                  uint64_t input_bytes, struct error *error);

/* Ends the shard with the totals written. */
MUST_USE enum status shard_stream_writer_end_shard(struct shard_stream_writer *writer,
                                                   struct error *error);

/* Ends the stream and flushes: it is whole. */
MUST_USE enum status shard_stream_writer_end(struct shard_stream_writer *writer,
                                             struct error *error);

/* Ends the stream with an error block, unless it has ended; see record_writer_fail. */
MUST_USE enum status shard_stream_writer_fail(struct shard_stream_writer *writer,
                                              uint32_t exit_code, const char *sentence,
                                              struct error *error);

#endif
