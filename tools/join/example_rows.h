/*
 * example_rows - the rows of a block of examples, one after the other, as a shard takes them.
 *
 * Thread rule: one thread at a time.
 */
#ifndef TOOLS_JOIN_EXAMPLE_ROWS_H
#define TOOLS_JOIN_EXAMPLE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/h5/deflate_method.h"
#include "formats/h5/shard_row.h"
#include "formats/stream/example_stream_reader.h"

struct example_rows {
    unsigned id_bytes;
    const struct example_block *block; /* borrowed */
    uint32_t next;                     /* example */
    size_t token, prediction;          /* where it begins */
};

/* Goes to the first row of a checked block with ids of 2 or 4 bytes, which is borrowed. */
void example_rows_start(struct example_rows *rows, const struct example_block *block,
                        unsigned id_bytes);

/* Gives the next row, which points into the block; false after the last. */
bool example_rows_next(struct example_rows *rows, struct shard_row *row);

/*
 * Appends, with a NUL, the provenance of a shard: that of its example stream, the stage h5pack, the
 * format's name, and how the chunks were compressed.
 */
MUST_USE enum status example_rows_provenance(struct buffer *text, struct view stream_text,
                                             const char *format, struct deflate_method method,
                                             struct error *error);

#endif
