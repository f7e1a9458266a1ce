/*
 * dump_date - a date as dumps are named by it: "20240101".
 *
 * Such dates are ordered as their texts are (strcmp).
 */
#ifndef FORMATS_BASE_DUMP_DATE_H
#define FORMATS_BASE_DUMP_DATE_H

#include <stdbool.h>

#define DUMP_DATE_SIZE 9 /* with its NUL */

/* Whether a text is one: eight digits of a year from 2000 on, a month and a day. */
bool dump_date_is(const char *text);

#endif
