#include "tools/s3/iso_time.h"

#include <ctype.h>
#include <stddef.h>

/* Reads exactly `count` digits; NULL when there are others. */
static const char *read_digits(const char *at, int count, int *value) {
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (at == NULL || !isdigit((unsigned char)at[i]))
            return NULL;
        *value = *value * 10 + (at[i] - '0');
    }
    return at + count;
}

static const char *skip(const char *at, char letter) {
    return at != NULL && *at == letter ? at + 1 : NULL;
}

/* Reads "Z", or an offset in seconds. */
static const char *read_zone(const char *at, int *offset) {
    int hours = 0, minutes = 0;
    *offset = 0;
    if (at == NULL || *at == 'Z' || *at == 'z')
        return at == NULL ? NULL : at + 1;
    if (*at != '+' && *at != '-')
        return NULL;
    int sign = *at == '-' ? -1 : 1;
    at = read_digits(at + 1, 2, &hours);
    if (at != NULL && *at == ':')
        at++;
    at = read_digits(at, 2, &minutes);
    *offset = sign * (hours * 3600 + minutes * 60);
    return hours > 23 || minutes > 59 ? NULL : at;
}

bool iso_time_parse(time_t *when, const char *text) {
    struct tm parts = {.tm_isdst = 0};
    int offset;
    const char *at = read_digits(text, 4, &parts.tm_year);
    at = read_digits(skip(at, '-'), 2, &parts.tm_mon);
    at = read_digits(skip(at, '-'), 2, &parts.tm_mday);
    if (at == NULL || (*at != 'T' && *at != 't' && *at != ' '))
        return false;
    at = read_digits(at + 1, 2, &parts.tm_hour);
    at = read_digits(skip(at, ':'), 2, &parts.tm_min);
    at = read_digits(skip(at, ':'), 2, &parts.tm_sec);
    if (at != NULL && *at == '.' && isdigit((unsigned char)at[1])) {
        at++;
        while (isdigit((unsigned char)*at))
            at++;
    }
    at = read_zone(at, &offset);
    if (at == NULL || *at != '\0' || parts.tm_year < 1970 || parts.tm_mon < 1 ||
        parts.tm_mon > 12 || parts.tm_mday < 1 || parts.tm_mday > 31 || parts.tm_hour > 23 ||
        parts.tm_min > 59 || parts.tm_sec > 60)
        return false;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    *when = timegm(&parts) - offset;
    return true;
}
