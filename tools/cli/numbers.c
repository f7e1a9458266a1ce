#include "tools/cli/numbers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/decimal.h"

bool numbers_parse_whole(const char *text, uint64_t *value) {
    if (*text == '\0')
        return false;
    uint64_t number = 0;
    for (; *text != '\0'; text++) {
        if (!isdigit((unsigned char)*text) || __builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, (uint64_t)(*text - '0'), &number))
            return false;
    }
    *value = number;
    return true;
}

/* The shift of a unit such as "K", "Mi" or "GiB"; -1 when it is none. */
static int unit_shift(const char *unit) {
    static const char LETTERS[] = "KMGT";
    if (*unit == '\0')
        return 0;
    const char *letter = strchr(LETTERS, toupper((unsigned char)*unit));
    if (letter == NULL)
        return -1;
    unit++;
    if (*unit == 'i')
        unit++;
    if (*unit == 'B')
        unit++;
    return *unit == '\0' ? 10 * (int)(letter - LETTERS + 1) : -1;
}

bool numbers_parse_size(const char *text, uint64_t *value) {
    size_t digits = strspn(text, "0123456789.");
    char number[NUMBERS_SIZE];
    int shift = unit_shift(text + digits);
    if (digits == 0 || digits >= sizeof number || shift < 0)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    uint64_t whole;
    if (numbers_parse_whole(number, &whole)) {
        if (whole > UINT64_MAX >> shift)
            return false;
        *value = whole << shift;
        return true;
    }
    double fraction;
    if (shift == 0 || !decimal_to_double(number, &fraction))
        return false;
    fraction *= (double)((uint64_t)1 << shift);
    if (fraction < 0 || fraction >= 18446744073709551616.0)
        return false;
    *value = (uint64_t)fraction;
    return true;
}

bool numbers_parse_duration(const char *text, uint64_t *seconds) {
    static const struct {
        char letter;
        uint64_t seconds;
    } UNITS[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
    char number[NUMBERS_SIZE];
    size_t digits = strspn(text, "0123456789");
    if (digits >= sizeof number)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    uint64_t unit = text[digits] == '\0' ? 1 : 0;
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS && unit == 0; i++) {
        if (text[digits] == UNITS[i].letter && text[digits + 1] == '\0')
            unit = UNITS[i].seconds;
    }
    return unit != 0 && numbers_parse_whole(number, seconds) &&
           !__builtin_mul_overflow(*seconds, unit, seconds);
}

void numbers_format_size(uint64_t bytes, char text[NUMBERS_SIZE]) {
    static const char *const UNITS[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t unit = 0;
    /* What would be rounded to 1024 of a unit is 1.0 of the next. */
    while (value >= 1023.5 && unit < 6) {
        value /= 1024;
        unit++;
    }
    snprintf(text, NUMBERS_SIZE, unit == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s", value,
             UNITS[unit]);
}

void numbers_format_count(uint64_t count, char text[NUMBERS_SIZE]) {
    char plain[NUMBERS_SIZE];
    int length = snprintf(plain, sizeof plain, "%llu", (unsigned long long)count);
    char *at = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *at++ = ',';
        *at++ = plain[i];
    }
    *at = '\0';
}

void numbers_format_seconds(double seconds, char text[NUMBERS_SIZE]) {
    unsigned long whole = (unsigned long)seconds;
    if (seconds < 10)
        snprintf(text, NUMBERS_SIZE, "%.1f s", seconds);
    else if (whole < 60)
        snprintf(text, NUMBERS_SIZE, "%lu s", whole);
    else if (whole < 3600)
        snprintf(text, NUMBERS_SIZE, "%lu min %02lu s", whole / 60, whole % 60);
    else
        snprintf(text, NUMBERS_SIZE, "%lu h %02lu min", whole / 3600, whole / 60 % 60);
}
