#include "formats/base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The tools never call setlocale, so printf and strtod use the C locale's decimal point; no more
 * digits than 17 are ever needed to tell two doubles apart.
 */
void decimal_from_double(double value, char text[DECIMAL_SIZE]) {
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, DECIMAL_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

bool decimal_to_double(const char *text, double *value) {
    /* strtod also takes white space, hexadecimal digits, infinities and more. */
    if (text[0] == '+' || text[strspn(text, "0123456789.eE+-")] != '\0')
        return false;
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number))
        return false;
    *value = number;
    return true;
}
