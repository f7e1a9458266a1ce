/*
 * content_range - what a Content-Range header says (RFC 9110, section 14.4).
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_FETCH_CONTENT_RANGE_H
#define TOOLS_FETCH_CONTENT_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct content_range {
    bool has_bytes;       /* false: no bytes were sent, as of an answer 416 */
    uint64_t first, last; /* when has_bytes: first <= last */
    bool has_total;
    uint64_t total; /* when has_total: more than last */
};

/* Reads a header's value; false, and *range undefined, for anything that the RFC does not allow. */
bool content_range_parse(struct content_range *range, const char *text);

/*
 * Reads decimal digits and moves on behind them; false for none, and for more than INT64_MAX, which
 * is no size of a file, and which JSON, where sizes are kept, does not hold; *value is 0 then.
 */
bool content_range_number(uint64_t *value, const char **text);

#endif
