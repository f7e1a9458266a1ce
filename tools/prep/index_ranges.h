/*
 * index_ranges - numbers of tasks as engines write them: "3,7-9".
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_INDEX_RANGES_H
#define TOOLS_PREP_INDEX_RANGES_H

#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Appends ascending numbers, each less `offset`, in the shortest form, without a line end. */
MUST_USE enum status index_ranges_write(struct buffer *text, const size_t *numbers, size_t count,
                                        size_t offset, struct error *error);

/*
 * Reads such a text into a list of ascending numbers below `limit`, owned by the caller.
 * STATUS_USAGE for anything else.
 */
MUST_USE enum status index_ranges_parse(size_t **numbers, size_t *count, const char *text,
                                        size_t limit, struct error *error);

#endif
