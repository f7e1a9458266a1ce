/*
 * dump_unit - the units of a dump's text, pages or pairs of lines, found by their ends alone.
 */
#ifndef FORMATS_WIKI_DUMP_UNIT_H
#define FORMATS_WIKI_DUMP_UNIT_H

#include <stdbool.h>

#include "formats/wiki/dump_format.h"

/*
 * Past the last end of a unit in `text`, 0 when there is none; up to `searched` none is known to
 * be. `all`: no more text will come, and so the last line of a pair need not show what follows.
 */
size_t dump_unit_last(enum dump_format format, struct view text, size_t searched, bool all);

/* Past the first end of a unit in `text`, 0 when there is none. */
size_t dump_unit_first(enum dump_format format, struct view text);

#endif
