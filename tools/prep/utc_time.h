/*
 * utc_time - moments as ISO 8601 writes them: "2030-01-02T03:04:05Z".
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_UTC_TIME_H
#define TOOLS_PREP_UTC_TIME_H

#include <stdbool.h>
#include <time.h>

/* With its NUL, for any year there may be. */
#define UTC_TIME_SIZE 32

void utc_time_text(char text[UTC_TIME_SIZE], time_t when);

/* Reads what utc_time_text wrote; false for anything else. */
bool utc_time_parse(time_t *when, const char *text);

/* The same with milliseconds, "2030-01-02T03:04:05.250Z", in seconds since 1970. */
void utc_time_text_exact(char text[UTC_TIME_SIZE], double when);

/* Reads what either has written. */
bool utc_time_parse_exact(double *when, const char *text);

#endif
