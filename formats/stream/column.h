/*
 * column - numbers of a block's payload, in place, in the host's byte order.
 */
#ifndef FORMATS_STREAM_COLUMN_H
#define FORMATS_STREAM_COLUMN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/*
 * Turns `count` little-endian numbers of `width` (1, 2 or 4) bytes into the host's order where they
 * stand; nothing to do on a little-endian host. `bytes` is aligned for them.
 */
void column_to_host(void *bytes, size_t count, unsigned width);

/* Appends ids to a column as little-endian numbers of `width` (2 or 4) bytes, which they fit. */
MUST_USE enum status column_append_ids(struct buffer *column, const uint32_t *ids, size_t count,
                                       unsigned width, struct error *error);

/* Whether all ids of a column, 2 or 4 bytes each in host order, are below `limit`. */
int column_below(const void *ids, size_t count, unsigned width, uint32_t limit);

#endif
