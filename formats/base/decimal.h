/*
 * decimal - numbers as text that reads back as the same number.
 */
#ifndef FORMATS_BASE_DECIMAL_H
#define FORMATS_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

#define DECIMAL_SIZE 32

/*
 * Writes the shortest text that strtod reads back as `value` (0.15, 0.1, 1e-05, 1), as Python's
 * repr does but for a whole number, which gets no ".0". Independent of the locale. `value` is
 * finite.
 */
void decimal_from_double(double value, char text[DECIMAL_SIZE]);

/* Reads a whole text as a finite number in C's decimal notation; false when it is not one. */
bool decimal_to_double(const char *text, double *value);

#endif
