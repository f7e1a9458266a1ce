/*
 * unicode_build - makes the Unicode tables of a pinned version out of utf8proc's data.
 *
 * For the program that generates them, and for tests. Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_TEXT_UNICODE_BUILD_H
#define TOKENIZER_TEXT_UNICODE_BUILD_H

#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/text/folding_build.h"
#include "tokenizer/text/unicode_tables.h"

struct unicode_build {
    struct code_point_table classes[FLAVORS];
    struct folding_build foldings;
};

/*
 * Fills `build`, which is zeroed. STATUS_FAILED when the installed utf8proc cannot be brought to
 * agree with the pinned version.
 */
MUST_USE enum status unicode_build(struct unicode_build *build, enum unicode_version version,
                                   struct error *error);

/* The tables of a flavor and kind, pointing into `build`. */
struct unicode_tables unicode_build_get(const struct unicode_build *build, enum flavor flavor,
                                        enum folding_kind kind);

/*
 * Mixes the class and folding of every code point into a digest that is the same on every machine.
 * What it must be is in unicode_pin.c: from UNICODE_DIGEST_START on, over all flavors and kinds,
 * kinds within flavors.
 */
uint64_t unicode_tables_digest(const struct unicode_tables *tables, uint64_t digest);

#define UNICODE_DIGEST_START 0xCBF29CE484222325u /* the offset basis of FNV-1a */

#endif
