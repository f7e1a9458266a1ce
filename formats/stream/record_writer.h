/*
 * record_writer - writes the headers and checks of mlmprep-stream(5); knows nothing of the content.
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef FORMATS_STREAM_RECORD_WRITER_H
#define FORMATS_STREAM_RECORD_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/stream/record_format.h"

struct record_writer {
    struct byte_sink *sink; /* borrowed */
    uint32_t sequence;
    bool begun;
    bool closed; /* an end or an error block has been written */
};

/* Nothing is written before record_writer_begin. */
void record_writer_init(struct record_writer *writer, struct byte_sink *sink);

/* Writes the stream header and the provenance, a JSON text. */
MUST_USE enum status record_writer_begin(struct record_writer *writer, enum record_kind kind,
                                         struct view provenance, struct error *error);

/* Writes a block; the payload has at most RECORD_PAYLOAD_LIMIT bytes. */
MUST_USE enum status record_writer_block(struct record_writer *writer, uint32_t type,
                                         struct view payload, struct error *error);

/*
 * Writes and flushes an error block with a sentence, so that the reader of the stream learns why it
 * ends. A stream that has not begun gets its header for it, and no provenance. A stream
 * that has ended is left alone.
 */
MUST_USE enum status record_writer_fail(struct record_writer *writer, enum record_kind kind,
                                        uint32_t exit_code, const char *sentence,
                                        struct error *error);

/* Writes the stream end with its totals and flushes. */
MUST_USE enum status record_writer_end(struct record_writer *writer, uint64_t shards,
                                       uint64_t tokens, struct error *error);

#endif
