/*
 * wikitext_formula_data - commands of TeX that short formulas consist of. Internal to wikitext_*.
 */
#ifndef FORMATS_WIKI_WIKITEXT_FORMULA_DATA_H
#define FORMATS_WIKI_WIKITEXT_FORMULA_DATA_H

#include <stddef.h>

enum formula_kind {
    FORMULA_SYMBOL,
    FORMULA_FUNCTION,
    FORMULA_PLAIN,
    FORMULA_FRACTION,
    FORMULA_DENOMINATOR,
    FORMULA_ROOT,
    FORMULA_POWER,
};

struct formula_command {
    const char *name;
    enum formula_kind kind;
    const char *text; /* of symbols and functions */
};

/* Sorted by name. */
extern const struct formula_command FORMULA_COMMANDS[];
extern const size_t FORMULA_COMMAND_COUNT;

#endif
