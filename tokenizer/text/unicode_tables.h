/*
 * unicode_tables - everything the tokenizer knows of characters, built once and shared.
 *
 * Thread rule: unicode_tables_get may be called from any thread; what it gives is constant and
 * lives as long as the process.
 */
#ifndef TOKENIZER_TEXT_UNICODE_TABLES_H
#define TOKENIZER_TEXT_UNICODE_TABLES_H

#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/text/character_class.h"
#include "tokenizer/text/code_point_table.h"
#include "tokenizer/text/folding.h"
#include "tokenizer/text/unicode_pin.h"

struct unicode_tables {
    struct code_point_table classes; /* the bits of character_class.h */
    struct folding folding;
};

/*
 * The tables of a version, built by the first call (some milliseconds) in static memory. Fails when
 * the installed utf8proc cannot be brought to agree with the pinned version.
 */
MUST_USE enum status unicode_tables_get(const struct unicode_tables **tables,
                                        enum unicode_version version, struct error *error);

/* Digest of all values; what the pinned version's must be is in unicode_pin.c. */
uint64_t unicode_tables_digest(const struct unicode_tables *tables);

/* The bits of a code point below CODE_POINT_END. */
static inline uint16_t unicode_tables_class(const struct unicode_tables *tables,
                                            uint32_t code_point) {
    return code_point_table_get(&tables->classes, code_point);
}

#endif
