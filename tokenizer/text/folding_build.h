/*
 * folding_build - makes the foldings of folding.h out of utf8proc's data.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_TEXT_FOLDING_BUILD_H
#define TOKENIZER_TEXT_FOLDING_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/text/folding.h"

/* Room for all sequences with their lengths; Unicode 14.0 takes 9,600. */
#define FOLDING_BUILD_ROOM 32768

struct folding_build {
    struct code_point_table starts[FOLDING_KINDS];
    uint32_t sequences[FOLDING_BUILD_ROOM]; /* of all kinds */
    size_t used;
};

/*
 * Adds 256 code points of every kind as code_point_table_add does; assigned[i] says whether the
 * pinned Unicode knows the i-th. Sets folds[i] when any kind changes it. False when a table has no
 * room or the library fails.
 */
bool folding_build_add(struct folding_build *build, size_t block,
                       const bool assigned[CODE_POINT_TABLE_BLOCK],
                       bool folds[CODE_POINT_TABLE_BLOCK]);

/* What has been built of a kind, pointing into `build`. */
struct folding folding_build_get(const struct folding_build *build, enum folding_kind kind);

#endif
