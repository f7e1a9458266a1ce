/*
 * hex_digits - bytes from hexadecimal digits.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_HEX_DIGITS_H
#define TOOLS_S3_HEX_DIGITS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"

/* Reads 2 * size lower-case digits from the beginning of a text; false when it has not so many. */
MUST_USE bool hex_digits_read(unsigned char *bytes, size_t size, const char *text);

#endif
