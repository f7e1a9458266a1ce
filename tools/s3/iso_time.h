/*
 * iso_time - reads a moment as AWS writes it: "2030-01-02T03:04:05Z".
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_ISO_TIME_H
#define TOOLS_S3_ISO_TIME_H

#include <stdbool.h>
#include <time.h>

/*
 * Reads a date and time of RFC 3339, years 1970 to 9999: with a fraction of a second (ignored) or
 * not, with "Z" or an offset "+01:00" (or "+0100"). False for anything else, *when untouched.
 */
bool iso_time_parse(time_t *when, const char *text);

#endif
