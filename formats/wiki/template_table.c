#include "formats/wiki/template_table.h"

#include <pthread.h>
#include <stdint.h>

/*
 * Open addressing; a power of two, at least twice the number of names, so that a look-up ends after
 * a slot or two. A test compares it with the number of names.
 */
#define SLOT_COUNT 16384

struct slot {
    const char *name; /* not terminated; NULL: free */
    uint32_t size;
    uint32_t hash;
    const struct template_row *row;
};

static struct slot slots[SLOT_COUNT];
static size_t name_count, claimed_count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* FNV-1a over the language's two or three letters and the name. */
static uint32_t hash_of(struct view language, struct view name) {
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < language.size; i++)
        hash = (hash ^ language.data[i]) * 16777619U;
    hash = (hash ^ '|') * 16777619U;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ name.data[i]) * 16777619U;
    return hash ^ hash >> 15;
}

/* The slot that holds the name for the language, or the free one where it belongs. */
static struct slot *slot_of(struct view language, struct view name, uint32_t hash) {
    size_t at = hash % SLOT_COUNT;
    for (;; at = (at + 1) % SLOT_COUNT) {
        struct slot *slot = &slots[at];
        if (slot->name == NULL)
            return slot;
        if (slot->hash == hash && slot->size == name.size &&
            memcmp(slot->name, name.data, name.size) == 0 &&
            text_view_is(language, slot->row->language))
            return slot;
    }
}

static void add(const struct template_rows *rows) {
    for (size_t i = 0; i < rows->count; i++) {
        const struct template_row *row = &rows->rows[i];
        struct view language = view_of_string(row->language);
        struct view rest = view_of_string(row->names), name;
        while (text_view_next(&rest, '|', &name)) {
            uint32_t hash = hash_of(language, name);
            struct slot *slot = slot_of(language, name, hash);
            if (slot->name != NULL || name_count >= SLOT_COUNT - 1) {
                claimed_count++;
                continue;
            }
            *slot = (struct slot){(const char *)name.data, (uint32_t)name.size, hash, row};
            name_count++;
        }
    }
}

static void fill(void) {
    /* What carries text first: the first row that claims a name keeps it. */
    add(&template_common_data);
    add(&template_character_data);
    add(&template_germanic_data);
    add(&template_french_data);
    add(&template_romance_data);
    add(&template_slavic_data);
    add(&template_asian_data);
    add(&template_other_data);
    add(&template_furniture_data);
    add(&template_furniture_western_data);
    add(&template_furniture_eastern_data);
}

static const struct template_row *find(struct view language, struct view name) {
    return slot_of(language, name, hash_of(language, name))->row;
}

const struct template_row *template_table_find(const char *language, struct view name) {
    pthread_once(&once, fill);
    struct view whole = view_of_string(language);
    const struct template_row *row = whole.size > 0 ? find(whole, name) : NULL;
    size_t hyphen = text_view_find(whole, '-');
    if (row == NULL && hyphen < whole.size)
        row = find(text_view_first(whole, hyphen), name);
    return row != NULL ? row : find((struct view){whole.data, 0}, name);
}

size_t template_table_names(size_t *claimed_twice) {
    pthread_once(&once, fill);
    *claimed_twice = claimed_count;
    return name_count;
}
