/*
 * record_reader - reads the blocks of mlmprep-stream(5), checked; knows nothing of their content.
 *
 * Thread rule: one thread at a time per reader.
 */
#ifndef FORMATS_STREAM_RECORD_READER_H
#define FORMATS_STREAM_RECORD_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "formats/stream/record_format.h"

struct record_reader {
    struct byte_source *source; /* borrowed */
    enum record_kind kind;
    uint32_t sequence;
    uint64_t block_start;  /* the byte at which the latest block begins */
    struct buffer payload; /* of the latest block */
};

struct record {
    uint32_t type;
    struct view payload; /* valid until the next call */
};

void record_reader_init(struct record_reader *reader, struct byte_source *source,
                        enum record_kind kind);
void record_reader_release(struct record_reader *reader);

/*
 * Reads a stream header. STATUS_END when the input ends exactly here; STATUS_CUT_SHORT inside it;
 * STATUS_NOT_OURS for other content, another kind or a version to come; STATUS_CORRUPT when it is
 * damaged, in particular by a change of line ends.
 */
MUST_USE enum status record_reader_header(struct record_reader *reader, struct error *error);

/*
 * Reads the next block. Without STATUS_OK nothing of it may be used: STATUS_CUT_SHORT when the
 * input ends before or inside it, STATUS_CORRUPT when a check or the sequence is wrong,
 * STATUS_UPSTREAM (with the upstream's sentence) for an error block.
 */
MUST_USE enum status record_reader_next(struct record_reader *reader, struct record *record,
                                        struct error *error);

/* STATUS_CORRUPT with "<source>, block at byte <n>: <text>", for a payload that makes no sense. */
enum status record_reader_corrupt(const struct record_reader *reader, struct error *error,
                                  const char *text);

#endif
