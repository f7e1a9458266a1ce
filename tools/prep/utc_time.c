#include "tools/prep/utc_time.h"

#include <stdio.h>
#include <string.h>

void utc_time_text(char text[UTC_TIME_SIZE], time_t when) {
    struct tm parts;
    if (gmtime_r(&when, &parts) == NULL ||
        strftime(text, UTC_TIME_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        snprintf(text, UTC_TIME_SIZE, "1970-01-01T00:00:00Z");
}

bool utc_time_parse(time_t *when, const char *text) {
    struct tm parts;
    char again[UTC_TIME_SIZE];
    memset(&parts, 0, sizeof parts);
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (end == NULL || *end != '\0')
        return false;
    time_t found = timegm(&parts);
    /* The 30th of February is another day's name. */
    utc_time_text(again, found);
    if (strcmp(again, text) != 0)
        return false;
    *when = found;
    return true;
}
