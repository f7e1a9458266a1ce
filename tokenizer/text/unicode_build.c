#include "tokenizer/text/unicode_build.h"

#include <stdbool.h>
#include <utf8proc.h>

/* Walks through what the pin says, code point by code point upwards. */
struct pin_cursor {
    const struct unicode_range *unassigned;
    size_t unassigned_left;
    const struct unicode_correction *corrections;
    size_t corrections_left;
};

static int pinned_category(struct pin_cursor *cursor, uint32_t code_point) {
    while (cursor->unassigned_left > 0 && code_point > cursor->unassigned->last) {
        cursor->unassigned++;
        cursor->unassigned_left--;
    }
    if (cursor->unassigned_left > 0 && code_point >= cursor->unassigned->first)
        return UTF8PROC_CATEGORY_CN;
    while (cursor->corrections_left > 0 && code_point > cursor->corrections->code_point) {
        cursor->corrections++;
        cursor->corrections_left--;
    }
    if (cursor->corrections_left > 0 && code_point == cursor->corrections->code_point)
        return cursor->corrections->category;
    return (int)utf8proc_category((utf8proc_int32_t)code_point);
}

static bool build_block(struct unicode_build *build, size_t block, struct pin_cursor *cursor) {
    uint16_t values[FLAVORS][CODE_POINT_TABLE_BLOCK];
    bool assigned[CODE_POINT_TABLE_BLOCK];
    bool folds[CODE_POINT_TABLE_BLOCK];
    for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
        uint32_t code_point = (uint32_t)(block << CODE_POINT_TABLE_SHIFT) + i;
        int category = pinned_category(cursor, code_point);
        assigned[i] = category != UTF8PROC_CATEGORY_CN && category != UTF8PROC_CATEGORY_CO &&
                      category != UTF8PROC_CATEGORY_CS;
        unsigned combining_class = 0;
        if (assigned[i])
            combining_class =
                (unsigned)utf8proc_get_property((utf8proc_int32_t)code_point)->combining_class;
        for (unsigned flavor = 0; flavor < FLAVORS; flavor++)
            values[flavor][i] =
                character_class_compute((enum flavor)flavor, code_point, category, combining_class);
    }
    if (!folding_build_add(&build->foldings, block, assigned, folds))
        return false;
    for (unsigned flavor = 0; flavor < FLAVORS; flavor++) {
        for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
            if (folds[i])
                values[flavor][i] |= CHARACTER_FOLDS;
        }
        if (!code_point_table_add(&build->classes[flavor], block, values[flavor]))
            return false;
    }
    return true;
}

static uint64_t digest_all(const struct unicode_build *build) {
    uint64_t digest = UNICODE_DIGEST_START;
    for (unsigned flavor = 0; flavor < FLAVORS; flavor++) {
        for (unsigned kind = 0; kind < FOLDING_KINDS; kind++) {
            struct unicode_tables tables =
                unicode_build_get(build, (enum flavor)flavor, (enum folding_kind)kind);
            digest = unicode_tables_digest(&tables, digest);
        }
    }
    return digest;
}

enum status unicode_build(struct unicode_build *build, enum unicode_version version,
                          struct error *error) {
    struct pin_cursor cursor;
    cursor.unassigned = unicode_pin_unassigned(version, &cursor.unassigned_left);
    cursor.corrections = unicode_pin_corrections(version, &cursor.corrections_left);
    bool built = true; /* there is room, but for a library with unknown data */
    for (size_t block = 0; block < CODE_POINT_TABLE_INDEX_SIZE && built; block++)
        built = build_block(build, block, &cursor);
    if (built && digest_all(build) == unicode_pin_digest(version))
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "the installed utf8proc %s (Unicode %s) gives other tables than Unicode "
                     "%s, so the token ids would differ; use a utf8proc of Unicode 14.0 to 17.0",
                     utf8proc_version(), utf8proc_unicode_version(), unicode_pin_name(version));
}

struct unicode_tables unicode_build_get(const struct unicode_build *build, enum flavor flavor,
                                        enum folding_kind kind) {
    return (struct unicode_tables){
        .classes = code_point_table_map(&build->classes[flavor]),
        .folding = folding_build_get(&build->foldings, kind),
    };
}

/* One step of FNV-1a (64 bits; Fowler, Noll, Vo) over a value. */
static uint64_t digest_step(uint64_t digest, uint32_t value) {
    return (digest ^ value) * 0x100000001B3u;
}

uint64_t unicode_tables_digest(const struct unicode_tables *tables, uint64_t digest) {
    for (uint32_t code_point = 0; code_point < CODE_POINT_END; code_point++) {
        uint32_t own[3];
        size_t length;
        const uint32_t *sequence = folding_get(&tables->folding, code_point, &length, own);
        digest = digest_step(digest, unicode_tables_class(tables, code_point));
        digest = digest_step(digest, (uint32_t)length);
        for (size_t i = 0; i < length; i++)
            digest = digest_step(digest, sequence[i]);
    }
    return digest;
}
