#include "tokenizer/text/unicode_tables.h"

#include <pthread.h>
#include <string.h>
#include <utf8proc.h>

static struct unicode_tables tables_14_0;
static bool tables_14_0_right;
static pthread_once_t tables_14_0_once = PTHREAD_ONCE_INIT;

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

/* False when there is no room, which only a library with unknown data can bring about. */
static bool build(struct unicode_tables *tables, enum unicode_version version) {
    struct pin_cursor cursor;
    cursor.unassigned = unicode_pin_unassigned(version, &cursor.unassigned_left);
    cursor.corrections = unicode_pin_corrections(version, &cursor.corrections_left);
    for (size_t block = 0; block < CODE_POINT_TABLE_INDEX_SIZE; block++) {
        uint16_t values[CODE_POINT_TABLE_BLOCK];
        bool assigned[CODE_POINT_TABLE_BLOCK];
        bool folds[CODE_POINT_TABLE_BLOCK];
        for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
            uint32_t code_point = (uint32_t)(block << CODE_POINT_TABLE_SHIFT) + i;
            int category = pinned_category(&cursor, code_point);
            assigned[i] = category != UTF8PROC_CATEGORY_CN && category != UTF8PROC_CATEGORY_CO &&
                          category != UTF8PROC_CATEGORY_CS;
            unsigned combining_class = 0;
            if (assigned[i])
                combining_class =
                    (unsigned)utf8proc_get_property((utf8proc_int32_t)code_point)->combining_class;
            values[i] = character_class_compute(code_point, category, combining_class);
        }
        if (!folding_add(&tables->folding, block, assigned, folds))
            return false;
        for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
            if (folds[i])
                values[i] |= CHARACTER_FOLDS;
        }
        if (!code_point_table_add(&tables->classes, block, values))
            return false;
    }
    return true;
}

static void build_14_0(void) {
    tables_14_0_right = build(&tables_14_0, UNICODE_14_0) &&
                        unicode_tables_digest(&tables_14_0) == unicode_pin_digest(UNICODE_14_0);
}

enum status unicode_tables_get(const struct unicode_tables **tables, enum unicode_version version,
                               struct error *error) {
    *tables = &tables_14_0;
    if (pthread_once(&tables_14_0_once, build_14_0) != 0)
        return error_set(error, STATUS_FAILED, "cannot build the Unicode tables");
    if (!tables_14_0_right)
        return error_set(
            error, STATUS_FAILED,
            "the installed utf8proc %s (Unicode %s) gives other tables than Unicode "
            "%s, so the token ids would differ; use a utf8proc of Unicode 14.0 to 17.0",
            utf8proc_version(), utf8proc_unicode_version(), unicode_pin_name(version));
    return STATUS_OK;
}

uint64_t unicode_tables_digest(const struct unicode_tables *tables) {
    /* The offset basis of FNV-1a. */
    uint64_t digest = code_point_table_digest(&tables->classes, 0xCBF29CE484222325u);
    return folding_digest(&tables->folding, digest);
}
