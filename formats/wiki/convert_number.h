/*
 * convert_number - the numbers of the convert templates: how precisely one is written, and how
 * precisely its conversion is to be shown.
 *
 * The rules are those of Wikipedia's Module:Convert: an output has about as many significant digits
 * as the input, at least two; temperatures at least three in kelvins. The values of a range share
 * the highest precision of any.
 */
#ifndef FORMATS_WIKI_CONVERT_NUMBER_H
#define FORMATS_WIKI_CONVERT_NUMBER_H

#include <stdbool.h>

#include "formats/wiki/convert_unit.h"

#define CONVERT_NUMBER_TEXT_SIZE 64

struct convert_number {
    double value;
    int precision;   /* digits behind the point; below 0, trailing zeros before it: 1300 has -2 */
    int denominator; /* of a fraction, else 0 */
    char text[CONVERT_NUMBER_TEXT_SIZE]; /* as shown, without grouping: "1300", "-3.5", "3 1/2" */
};

/* What shapes an output. */
struct convert_rounding {
    bool has_precision; /* digits behind the point were asked for */
    int precision;
    int significant; /* significant digits asked for, 0 when not */
    double step;     /* the output is a multiple of this, 0 when not */
    int fraction;    /* the output is shown in fractions of this denominator, 0 when not */
};

/* Reads "1300", "1,300.5", "-3", "3/4", "3+1/2", "3 1/2", "1.2e6"; false when it is none. */
bool convert_number_read(struct convert_number *number, struct view text);

/* The value in the output unit. */
double convert_number_value(double value, const struct convert_unit *input,
                            const struct convert_unit *output);

/*
 * The digits behind the point that a conversion of `number` gets by default. `subunit`: the number
 * is the last of several (2 ft 6 in), in units of `input`.
 */
int convert_number_precision(const struct convert_number *number, double converted,
                             const struct convert_unit *input, const struct convert_unit *output,
                             bool subunit);

/*
 * Writes a value with so many digits behind the point (negative: that many zeros before it), in
 * powers of ten from 10^9 on and below 10^-4; *shown becomes the value that it reads as.
 */
void convert_number_show(double value, int precision, char text[CONVERT_NUMBER_TEXT_SIZE],
                         double *shown);

/* Writes a value in whole numbers and a fraction of at most this denominator: "3 1/2". */
void convert_number_show_fraction(double value, int denominator,
                                  char text[CONVERT_NUMBER_TEXT_SIZE]);

#endif
