/*
 * hex_digits - bytes from lower-case hexadecimal digits, and the other way round.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_HEX_DIGITS_H
#define TOOLS_S3_HEX_DIGITS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"

/* Writes 2 * size digits and a NUL. */
void hex_digits_write(char *text, const unsigned char *bytes, size_t size);

/* Reads 2 * size digits from the beginning of a text; false when it has not so many. */
MUST_USE bool hex_digits_read(unsigned char *bytes, size_t size, const char *text);

#endif
