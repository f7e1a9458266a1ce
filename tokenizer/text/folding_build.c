#include "tokenizer/text/folding_build.h"

#include <string.h>
#include <utf8proc.h>

struct sequence {
    uint32_t code_points[FOLDING_LONGEST];
    size_t length;
};

/* Appends a code point, or its full canonical decomposition. */
static bool append(struct sequence *sequence, uint32_t code_point, bool decomposed) {
    utf8proc_int32_t parts[FOLDING_LONGEST] = {(utf8proc_int32_t)code_point};
    utf8proc_ssize_t count = 1;
    int boundary = 0;
    if (decomposed)
        count = utf8proc_decompose_char((utf8proc_int32_t)code_point, parts, FOLDING_LONGEST,
                                        UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, &boundary);
    if (count < 0 || (size_t)count > FOLDING_LONGEST - sequence->length)
        return false;
    for (utf8proc_ssize_t i = 0; i < count; i++)
        sequence->code_points[sequence->length++] = (uint32_t)parts[i];
    return true;
}

static bool fold(struct sequence *sequence, uint32_t code_point, enum folding_kind kind) {
    bool decomposed = kind != FOLDING_LOWER;
    sequence->length = 0;
    if (kind == FOLDING_DECOMPOSED)
        return append(sequence, code_point, decomposed);
    /* The one unconditional entry of SpecialCasing.txt that gives two lower-case letters. */
    if (code_point == 0x130)
        return append(sequence, 'i', decomposed) && append(sequence, 0x307, decomposed);
    return append(sequence, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code_point), decomposed);
}

static bool same(const struct sequence *a, const struct sequence *b) {
    return a->length == b->length &&
           memcmp(a->code_points, b->code_points, a->length * sizeof a->code_points[0]) == 0;
}

/* Stores a sequence; *start is where. */
static bool store(struct folding_build *build, const struct sequence *sequence, uint16_t *start) {
    if (build->used == 0)
        build->used = 1; /* offset 0 means "left as it is" */
    if (sequence->length + 1 > FOLDING_BUILD_ROOM - build->used)
        return false;
    *start = (uint16_t)build->used;
    build->sequences[build->used++] = (uint32_t)sequence->length;
    memcpy(build->sequences + build->used, sequence->code_points,
           sequence->length * sizeof sequence->code_points[0]);
    build->used += sequence->length;
    return true;
}

/* Finds what a code point folds to in each kind; kinds that agree share a sequence. */
static bool fold_all(struct folding_build *build, uint32_t code_point,
                     uint16_t starts[FOLDING_KINDS], bool *folds) {
    const struct sequence itself = {{code_point}, 1};
    struct sequence sequences[FOLDING_KINDS];
    for (unsigned kind = 0; kind < FOLDING_KINDS; kind++) {
        starts[kind] = 0;
        if (!fold(&sequences[kind], code_point, (enum folding_kind)kind))
            return false;
        if (same(&sequences[kind], &itself))
            continue;
        *folds = true;
        for (unsigned other = 0; other < kind && starts[kind] == 0; other++) {
            if (same(&sequences[kind], &sequences[other]))
                starts[kind] = starts[other];
        }
        if (starts[kind] == 0 && !store(build, &sequences[kind], &starts[kind]))
            return false;
    }
    return true;
}

bool folding_build_add(struct folding_build *build, size_t block,
                       const bool assigned[CODE_POINT_TABLE_BLOCK],
                       bool folds[CODE_POINT_TABLE_BLOCK]) {
    uint16_t starts[FOLDING_KINDS][CODE_POINT_TABLE_BLOCK] = {{0}};
    for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
        uint32_t code_point = (uint32_t)(block << CODE_POINT_TABLE_SHIFT) + i;
        bool hangul = code_point >= HANGUL_FIRST && code_point <= HANGUL_LAST;
        uint16_t found[FOLDING_KINDS];
        folds[i] = hangul;
        if (hangul || !assigned[i])
            continue;
        if (!fold_all(build, code_point, found, &folds[i]))
            return false;
        for (unsigned kind = 0; kind < FOLDING_KINDS; kind++)
            starts[kind][i] = found[kind];
    }
    for (unsigned kind = 0; kind < FOLDING_KINDS; kind++) {
        if (!code_point_table_add(&build->starts[kind], block, starts[kind]))
            return false;
    }
    return true;
}

struct folding folding_build_get(const struct folding_build *build, enum folding_kind kind) {
    return (struct folding){
        .starts = code_point_table_map(&build->starts[kind]),
        .sequences = build->sequences,
        .decomposes = kind != FOLDING_LOWER,
    };
}
