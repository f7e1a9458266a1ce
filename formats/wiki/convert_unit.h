/*
 * convert_unit - the units of measure that the convert templates know, by their codes there.
 *
 * A code is one of the table's ("mi", "sqmi", "km/h"), one of an SI unit with a prefix ("GW",
 * "hPa"), a power of ten and a unit ("e6acre": million acres), or two of these with a slash
 * ("kg/ha"). Scales are exact by definition wherever the unit is defined so.
 */
#ifndef FORMATS_WIKI_CONVERT_UNIT_H
#define FORMATS_WIKI_CONVERT_UNIT_H

#include <stdbool.h>

#include "formats/base/buffer.h"

enum {
    CONVERT_UNIT_SYMBOL = 1,      /* its symbol is shown even where names are (20 °C) */
    CONVERT_UNIT_WHOLE_MORE = 2,  /* as an output it gets more digits for a whole input */
    CONVERT_UNIT_TEMPERATURE = 4, /* a point on a scale of temperature, not a difference */
    CONVERT_UNIT_PREFIXES = 8,    /* takes the SI prefixes */
    CONVERT_UNIT_CLOSE = 16,      /* no space before its symbol (39/km2) */
    CONVERT_UNIT_MULTIPLE = 64,   /* a million of something: never singular */
    CONVERT_UNIT_INVERSE = 32,    /* fuel consumption: volume by distance */
};

struct convert_unit_row {
    const char *codes; /* separated by bars */
    const char *kind;  /* units of one kind convert into each other */
    double scale;      /* in the kind's base unit */
    double offset;     /* base = (value - offset) * scale */
    const char *symbol;
    const char *name;   /* British spelling, singular */
    const char *plural; /* NULL: the name and "s" */
    const char *output; /* codes of the units converted to by default, separated by spaces */
    unsigned flags;
};

extern const struct convert_unit_row convert_unit_data[];
extern const size_t convert_unit_data_count;

#define CONVERT_UNIT_TEXT_SIZE 96

struct convert_unit {
    char kind[CONVERT_UNIT_TEXT_SIZE];
    double scale;
    double offset;
    char symbol[CONVERT_UNIT_TEXT_SIZE];
    char name[CONVERT_UNIT_TEXT_SIZE];
    char plural[CONVERT_UNIT_TEXT_SIZE];
    const char *output; /* "" when there is no default */
    unsigned flags;
};

/* Finds the unit with this code; false when there is none. */
bool convert_unit_find(struct convert_unit *unit, struct view code);

/* How many of `small` make one of `large`, as of feet and inches; 0 when they do not go together.
 */
int convert_unit_division(const struct convert_unit *large, const struct convert_unit *small);

#endif
