/*
 * unicode_pin - which Unicode the tokenizer follows, whatever library is installed.
 *
 * Token ids depend on the Unicode version: unassigned code points are dropped, newer versions
 * assign them. So the library's data are asked only about code points that the pinned version had
 * assigned, later corrections of those are undone, and the tables that result are compared with
 * the pinned version's digest, all of it while the tools are built.
 *
 * Source of the data: Unicode 14.0, UnicodeData.txt (what is not listed there is unassigned).
 *
 * Thread rule: pure functions over constant data.
 */
#ifndef TOKENIZER_TEXT_UNICODE_PIN_H
#define TOKENIZER_TEXT_UNICODE_PIN_H

#include <stddef.h>
#include <stdint.h>

enum unicode_version {
    UNICODE_14_0,
};

/* "14.0" */
const char *unicode_pin_name(enum unicode_version version);

struct unicode_range {
    uint32_t first;
    uint32_t last;
};

/* The code points the version leaves unassigned (category Cn), ascending; *count of them. */
const struct unicode_range *unicode_pin_unassigned(enum unicode_version version, size_t *count);

/* A code point whose category (a utf8proc_category_t) later versions changed. */
struct unicode_correction {
    uint32_t code_point;
    int category; /* in the pinned version */
};

/* Those that libraries newer than the version are known to tell differently; *count of them. */
const struct unicode_correction *unicode_pin_corrections(enum unicode_version version,
                                                         size_t *count);

/* The digest of all of the version's tables; see unicode_build.h. */
uint64_t unicode_pin_digest(enum unicode_version version);

#endif
