/*
 * index_ranges - numbers of tasks as engines take them: "3,7-9".
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

#endif
