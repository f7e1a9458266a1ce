#include "tools/prep/utc_time.h"

#include <math.h>
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

void utc_time_text_exact(char text[UTC_TIME_SIZE], double when) {
    char whole[UTC_TIME_SIZE];
    double seconds = floor(when);
    int thousandths = (int)((when - seconds) * 1000);
    utc_time_text(whole, (time_t)seconds);
    whole[strlen(whole) - 1] = '\0';
    snprintf(text, UTC_TIME_SIZE, "%.*s.%03dZ", UTC_TIME_SIZE - 8, whole, thousandths);
}

bool utc_time_parse_exact(double *when, const char *text) {
    char whole[UTC_TIME_SIZE];
    const char *point = strchr(text, '.');
    size_t length = point == NULL ? strlen(text) : (size_t)(point - text);
    int thousandths = 0;
    time_t seconds;
    if (length + 2 > sizeof whole)
        return false;
    if (point != NULL) {
        if (strspn(point + 1, "0123456789") != 3 || strcmp(point + 4, "Z") != 0)
            return false;
        for (int i = 1; i <= 3; i++)
            thousandths = 10 * thousandths + (point[i] - '0');
    }
    snprintf(whole, sizeof whole, "%.*s%s", (int)length, text, point == NULL ? "" : "Z");
    if (!utc_time_parse(&seconds, whole))
        return false;
    *when = (double)seconds + thousandths / 1000.0;
    return true;
}
