#include "tools/join/name_tally.h"

#include <stdlib.h>

/* A power of two, so large that half of the slots stay empty. */
#define SLOTS ((size_t)2 * NAME_TALLY_NAMES)

/* FNV-1a, of 64 bits. */
static size_t hash(struct view name) {
    uint64_t value = 0xcbf29ce484222325u;
    for (size_t i = 0; i < name.size; i++)
        value = (value ^ name.data[i]) * 0x100000001b3u;
    return (size_t)(value ^ value >> 32) & (SLOTS - 1);
}

static struct name_tally_entry *find(const struct name_tally *tally, struct view name) {
    size_t slot = hash(name);
    struct name_tally_entry *entry;
    while ((entry = &tally->slots[slot])->name != NULL) {
        if (strncmp(entry->name, (const char *)name.data, name.size) == 0 &&
            entry->name[name.size] == '\0')
            break;
        slot = (slot + 1) & (SLOTS - 1);
    }
    return entry;
}

static int by_count(const void *a, const void *b) {
    const struct name_tally_entry *first = a;
    const struct name_tally_entry *second = b;
    if (first->count != second->count)
        return first->count < second->count ? 1 : -1;
    return strcmp(first->name, second->name);
}

/* All entries, the commonest first, in memory of their own; NULL without memory. */
static struct name_tally_entry *sorted(const struct name_tally *tally) {
    struct name_tally_entry *entries = calloc(tally->names + 1, sizeof *entries);
    size_t count = 0;
    for (size_t i = 0; i < SLOTS && entries != NULL && tally->slots != NULL; i++) {
        if (tally->slots[i].name != NULL)
            entries[count++] = tally->slots[i];
    }
    if (entries != NULL)
        qsort(entries, count, sizeof *entries, by_count);
    return entries;
}

static void forget_rarest(struct name_tally *tally) {
    struct name_tally_entry *entries = sorted(tally);
    if (entries == NULL)
        return;
    memset(tally->slots, 0, SLOTS * sizeof *tally->slots);
    for (size_t i = 0; i < tally->names; i++) {
        if (i < NAME_TALLY_NAMES / 2) {
            *find(tally, view_of_string(entries[i].name)) = entries[i];
        } else {
            tally->forgotten += entries[i].count;
            free(entries[i].name);
        }
    }
    tally->names = NAME_TALLY_NAMES / 2;
    free(entries);
}

void name_tally_add(struct name_tally *tally, struct view name, uint64_t count) {
    if (name.size > NAME_TALLY_LONGEST) {
        name.size = NAME_TALLY_LONGEST;
        while (name.size > 0 && (name.data[name.size] & 0xC0) == 0x80)
            name.size--;
    }
    if (tally->slots == NULL)
        tally->slots = calloc(SLOTS, sizeof *tally->slots);
    struct name_tally_entry *entry = tally->slots == NULL ? NULL : find(tally, name);
    if (entry != NULL && entry->name == NULL) {
        if (tally->names == NAME_TALLY_NAMES) {
            forget_rarest(tally);
            entry = find(tally, name);
        }
        if (tally->names < NAME_TALLY_NAMES)
            entry->name = strndup(name.size == 0 ? "" : (const char *)name.data, name.size);
        tally->names += entry->name != NULL;
    }
    if (entry != NULL && entry->name != NULL)
        entry->count += count;
    else
        tally->forgotten += count;
}

void name_tally_merge(struct name_tally *tally, const struct name_tally *other) {
    tally->forgotten += other->forgotten;
    for (size_t i = 0; i < SLOTS && other->slots != NULL; i++) {
        if (other->slots[i].name != NULL)
            name_tally_add(tally, view_of_string(other->slots[i].name), other->slots[i].count);
    }
}

size_t name_tally_top(const struct name_tally *tally, struct name_tally_entry *top, size_t size) {
    struct name_tally_entry *entries = sorted(tally);
    if (entries == NULL)
        return 0;
    size_t count = tally->names < size ? tally->names : size;
    memcpy(top, entries, count * sizeof *top);
    free(entries);
    return count;
}

void name_tally_release(struct name_tally *tally) {
    for (size_t i = 0; i < SLOTS && tally->slots != NULL; i++)
        free(tally->slots[i].name);
    free(tally->slots);
    *tally = (struct name_tally){.names = 0};
}
