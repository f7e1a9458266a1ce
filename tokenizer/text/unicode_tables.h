/*
 * unicode_tables - everything the tokenizer knows of characters.
 *
 * The tables are constants: a program that runs while the tools are built makes them (see
 * unicode_generator.c), so that the Unicode version is that of the build wherever a tool runs.
 *
 * Thread rule: constant; any number of threads.
 */
#ifndef TOKENIZER_TEXT_UNICODE_TABLES_H
#define TOKENIZER_TEXT_UNICODE_TABLES_H

#include <stdint.h>

#include "tokenizer/text/character_class.h"
#include "tokenizer/text/code_point_table.h"
#include "tokenizer/text/flavor.h"
#include "tokenizer/text/folding.h"
#include "tokenizer/text/unicode_pin.h"

struct unicode_tables {
    struct code_point_map classes; /* the bits of character_class.h */
    struct folding folding;
};

/* The generated tables, by flavor and kind of folding. */
extern const struct unicode_tables unicode_tables_14_0[FLAVORS][FOLDING_KINDS];

/* What they were made from: "utf8proc 2.8.0". */
extern const char unicode_tables_origin[];

/* The tables of a version, flavor and kind of folding. */
static inline const struct unicode_tables *
unicode_tables_get(enum unicode_version version, enum flavor flavor, enum folding_kind kind) {
    (void)version; /* there is one */
    return &unicode_tables_14_0[flavor][kind];
}

/* The bits of a code point below CODE_POINT_END. */
static inline uint16_t unicode_tables_class(const struct unicode_tables *tables,
                                            uint32_t code_point) {
    return code_point_map_get(&tables->classes, code_point);
}

#endif
