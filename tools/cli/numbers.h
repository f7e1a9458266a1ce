/*
 * numbers - numbers as people type and read them.
 */
#ifndef TOOLS_CLI_NUMBERS_H
#define TOOLS_CLI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a whole text as a decimal number; false when it is none or does not fit 64 bits. */
bool numbers_parse_whole(const char *text, uint64_t *value);

/*
 * Reads a number with an optional unit: K, M, G, T (or Ki, Mi, ..., with an optional B behind), all
 * powers of 1024: "64M" is 67108864. A decimal fraction is allowed in front of a unit ("1.5G").
 */
bool numbers_parse_size(const char *text, uint64_t *value);

/* Reads a time in seconds with an optional unit, s, m, h, d or w: "12h" is 43200. */
bool numbers_parse_duration(const char *text, uint64_t *seconds);

#define NUMBERS_SIZE 32

/* Writes bytes as "17 bytes", "1.5 KiB", "64.0 MiB", "150 MiB". */
void numbers_format_size(uint64_t bytes, char text[NUMBERS_SIZE]);

/* Writes a count with separators: "1,234,567". */
void numbers_format_count(uint64_t count, char text[NUMBERS_SIZE]);

/* Writes seconds as "0.8 s", "42 s", "3 min 05 s", "2 h 07 min". */
void numbers_format_seconds(double seconds, char text[NUMBERS_SIZE]);

#endif
