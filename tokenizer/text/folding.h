/*
 * folding - lower case and canonical decomposition of single code points.
 *
 * The folding of a code point is Python's str.lower() (full mappings: U+0130 becomes i and U+0307)
 * of it, each result then decomposed canonically and fully (as NFD does), or one of the two alone.
 * It leaves two things to normalization.h, which depend on the neighbours: the final sigma and the
 * order of marks.
 *
 * Thread rule: constant; any number of threads.
 */
#ifndef TOKENIZER_TEXT_FOLDING_H
#define TOKENIZER_TEXT_FOLDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/text/code_point_table.h"

enum folding_kind {
    FOLDING_LOWER_DECOMPOSED, /* lower case, then decomposed */
    FOLDING_LOWER,            /* lower case */
    FOLDING_DECOMPOSED,       /* decomposed */
};
#define FOLDING_KINDS 3

#define FOLDING_LONGEST 8 /* code points that one folds to; Unicode 14.0 has 4 at the most */

struct folding {
    struct code_point_map starts; /* where in `sequences`; 0 for a code point left as it is */
    const uint32_t *sequences;    /* each a length and so many code points */
    bool decomposes;              /* Hangul syllables too, which no sequence stands for */
};

#define HANGUL_FIRST 0xAC00u
#define HANGUL_LAST  0xD7A3u

/*
 * The sequence a code point folds to and its length: in the table, or in `own` where it is made by
 * arithmetic (Hangul) or is the code point itself.
 */
static inline const uint32_t *folding_get(const struct folding *folding, uint32_t code_point,
                                          size_t *length, uint32_t own[3]) {
    if (code_point - HANGUL_FIRST <= HANGUL_LAST - HANGUL_FIRST && folding->decomposes) {
        /* Unicode 14.0, section 3.12, arithmetic decomposition. */
        uint32_t syllable = code_point - HANGUL_FIRST;
        own[0] = 0x1100 + syllable / 588;
        own[1] = 0x1161 + syllable % 588 / 28;
        own[2] = 0x11A7 + syllable % 28;
        *length = syllable % 28 == 0 ? 2 : 3;
        return own;
    }
    size_t start = code_point_map_get(&folding->starts, code_point);
    if (start == 0) {
        own[0] = code_point;
        *length = 1;
        return own;
    }
    *length = folding->sequences[start];
    return folding->sequences + start + 1;
}

#endif
