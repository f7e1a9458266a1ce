#include "tokenizer/text/folding.h"

#include <string.h>
#include <utf8proc.h>

/* Appends the full canonical decomposition of a code point. */
static bool decompose(uint32_t code_point, uint32_t sequence[FOLDING_LONGEST], size_t *length) {
    utf8proc_int32_t parts[FOLDING_LONGEST];
    int boundary = 0;
    utf8proc_ssize_t count =
        utf8proc_decompose_char((utf8proc_int32_t)code_point, parts, FOLDING_LONGEST,
                                UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, &boundary);
    if (count < 0 || (size_t)count > FOLDING_LONGEST - *length)
        return false;
    for (utf8proc_ssize_t i = 0; i < count; i++)
        sequence[(*length)++] = (uint32_t)parts[i];
    return true;
}

static bool fold(uint32_t code_point, uint32_t sequence[FOLDING_LONGEST], size_t *length) {
    *length = 0;
    /* The one unconditional entry of SpecialCasing.txt that gives two lower-case letters. */
    if (code_point == 0x130)
        return decompose('i', sequence, length) && decompose(0x307, sequence, length);
    return decompose((uint32_t)utf8proc_tolower((utf8proc_int32_t)code_point), sequence, length);
}

/* Stores a sequence; *start is where. Equal neighbours of no block share, it would save little. */
static bool store(struct folding *folding, const uint32_t *sequence, size_t length,
                  uint16_t *start) {
    if (folding->used == 0)
        folding->used = 1; /* offset 0 means "left as it is" */
    if (length + 1 > FOLDING_ROOM - folding->used)
        return false;
    *start = (uint16_t)folding->used;
    folding->sequences[folding->used++] = (uint32_t)length;
    memcpy(folding->sequences + folding->used, sequence, length * sizeof *sequence);
    folding->used += length;
    return true;
}

bool folding_add(struct folding *folding, size_t block, const bool assigned[CODE_POINT_TABLE_BLOCK],
                 bool folds[CODE_POINT_TABLE_BLOCK]) {
    uint16_t starts[CODE_POINT_TABLE_BLOCK] = {0};
    for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
        uint32_t code_point = (uint32_t)(block << CODE_POINT_TABLE_SHIFT) + i;
        bool hangul = code_point >= HANGUL_FIRST && code_point <= HANGUL_LAST;
        folds[i] = hangul;
        if (hangul || !assigned[i])
            continue;
        uint32_t sequence[FOLDING_LONGEST];
        size_t length;
        if (!fold(code_point, sequence, &length))
            return false;
        folds[i] = length != 1 || sequence[0] != code_point;
        if (folds[i] && !store(folding, sequence, length, &starts[i]))
            return false;
    }
    return code_point_table_add(&folding->starts, block, starts);
}

uint64_t folding_digest(const struct folding *folding, uint64_t digest) {
    digest = code_point_table_digest(&folding->starts, digest);
    for (size_t i = 0; i < folding->used; i++)
        digest = code_point_digest_step(digest, folding->sequences[i]);
    return digest;
}
