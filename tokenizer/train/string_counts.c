#include "tokenizer/train/string_counts.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"

#define FIRST_SLOTS 1024

void string_counts_release(struct string_counts *counts) {
    free(counts->entries);
    free(counts->slots);
    buffer_release(&counts->bytes);
    *counts = (struct string_counts)STRING_COUNTS_INIT;
}

void string_counts_clear(struct string_counts *counts) {
    if (counts->size > 0)
        memset(counts->slots, 0, counts->slot_count * sizeof *counts->slots);
    counts->size = 0;
    buffer_clear(&counts->bytes);
}

/* Eight bytes at a time, multiplied by an odd constant (the fraction of the golden ratio). */
static uint32_t hash_of(struct view string) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t hash = string.size * factor;
    uint64_t part;
    size_t at = 0;
    for (; at + sizeof part <= string.size; at += sizeof part) {
        memcpy(&part, string.data + at, sizeof part);
        hash = (hash ^ part) * factor;
        hash ^= hash >> 32;
    }
    part = 0;
    for (size_t i = 0; at + i < string.size; i++)
        part |= (uint64_t)string.data[at + i] << (8 * i);
    hash = (hash ^ part) * factor;
    hash ^= hash >> 29;
    hash *= factor;
    return (uint32_t)(hash >> 32);
}

/* The slot of the string, or the empty one where it belongs; there is always an empty one. */
static struct string_counts_slot *slot_of(const struct string_counts *counts, struct view string,
                                          uint32_t hash) {
    size_t mask = counts->slot_count - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        struct string_counts_slot *slot = &counts->slots[at];
        if (slot->place == 0)
            return slot;
        if (slot->hash != hash)
            continue;
        const struct string_counts_entry *entry = &counts->entries[slot->place - 1];
        if (entry->size == string.size &&
            memcmp(counts->bytes.data + entry->offset, string.data, string.size) == 0)
            return slot;
    }
}

/* Puts all entries into slots that are empty. */
static void fill_slots(struct string_counts *counts) {
    size_t mask = counts->slot_count - 1;
    for (size_t i = 0; i < counts->size; i++) {
        size_t at = counts->entries[i].hash & mask;
        while (counts->slots[at].place != 0)
            at = (at + 1) & mask;
        counts->slots[at] = (struct string_counts_slot){counts->entries[i].hash, (uint32_t)(i + 1)};
    }
}

/* Sees that another entry finds a place, and at most half of the slots are taken then. */
static enum status make_entry_room(struct string_counts *counts, struct error *error) {
    size_t bytes;
    if (counts->size == counts->capacity) {
        size_t capacity = counts->capacity == 0 ? FIRST_SLOTS / 2 : counts->capacity * 2;
        if (!checked_multiply_size(capacity, sizeof *counts->entries, &bytes))
            return error_no_memory(error, "words");
        struct string_counts_entry *entries = realloc(counts->entries, bytes);
        if (entries == NULL)
            return error_no_memory(error, "words");
        counts->entries = entries;
        counts->capacity = capacity;
    }
    if (counts->size >= UINT32_MAX - 1)
        return error_no_memory(error, "more than 4 billion words");
    if (counts->size < counts->slot_count / 2)
        return STATUS_OK;
    size_t slot_count = counts->slot_count == 0 ? FIRST_SLOTS : counts->slot_count * 2;
    struct string_counts_slot *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL)
        return error_no_memory(error, "words");
    free(counts->slots);
    counts->slots = slots;
    counts->slot_count = slot_count;
    fill_slots(counts);
    return STATUS_OK;
}

enum status string_counts_add(struct string_counts *counts, struct view string, uint64_t count,
                              uint32_t *place, struct error *error) {
    uint32_t hash = hash_of(string);
    struct string_counts_slot *slot = NULL;
    if (counts->slot_count > 0)
        slot = slot_of(counts, string, hash);
    if (slot == NULL || slot->place == 0) {
        enum status status = make_entry_room(counts, error);
        if (status == STATUS_OK && string.size > UINT32_MAX)
            status = error_no_memory(error, "a word of more than 4 GiB");
        size_t offset = counts->bytes.size;
        if (status == STATUS_OK)
            status = buffer_append(&counts->bytes, string.data, string.size, error);
        if (status != STATUS_OK)
            return status;
        slot = slot_of(counts, string, hash); /* the slots may be others now */
        counts->entries[counts->size++] =
            (struct string_counts_entry){0, offset, (uint32_t)string.size, hash};
        *slot = (struct string_counts_slot){hash, (uint32_t)counts->size};
    }
    *place = slot->place - 1;
    counts->entries[*place].count += count;
    return STATUS_OK;
}

uint32_t string_counts_find(const struct string_counts *counts, struct view string) {
    if (counts->slot_count == 0)
        return STRING_COUNTS_NONE;
    return slot_of(counts, string, hash_of(string))->place - 1; /* 0 becomes STRING_COUNTS_NONE */
}

static uint64_t entry_cost(const struct string_counts_entry *entry,
                           const struct string_counts_costs *costs) {
    return costs->string + costs->byte * entry->size;
}

uint64_t string_counts_cost(const struct string_counts *counts,
                            const struct string_counts_costs *costs) {
    return costs->string * counts->size + costs->byte * counts->bytes.size;
}

/* What the strings of that count and higher ones cost. */
static uint64_t cost_from(const struct string_counts *counts,
                          const struct string_counts_costs *costs, uint64_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < counts->size; i++) {
        if (counts->entries[i].count >= count)
            sum += entry_cost(&counts->entries[i], costs);
    }
    return sum;
}

/* The lowest count from which on all strings may stay. */
static uint64_t lowest_kept(const struct string_counts *counts,
                            const struct string_counts_costs *costs, uint64_t most) {
    uint64_t low = 0;
    uint64_t high = 1; /* small more often than not: it is doubled until it is high enough */
    while (high < UINT64_MAX / 2 && cost_from(counts, costs, high) > most) {
        low = high + 1;
        high *= 2;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (cost_from(counts, costs, middle) <= most)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct string_counts_drop string_counts_drop_rarest(struct string_counts *counts,
                                                    const struct string_counts_costs *costs,
                                                    uint64_t most) {
    struct string_counts_drop drop = {0, 0, 0};
    if (string_counts_cost(counts, costs) <= most)
        return drop;
    uint64_t lowest = lowest_kept(counts, costs, most);
    uint64_t room = most - cost_from(counts, costs, lowest); /* for those just below */
    size_t kept = 0;
    size_t used = 0;
    for (size_t i = 0; i < counts->size; i++) {
        struct string_counts_entry entry = counts->entries[i];
        uint64_t cost = entry_cost(&entry, costs);
        if (entry.count < lowest && (entry.count + 1 < lowest || cost > room)) {
            if (entry.count + 1 == lowest)
                room = 0; /* of those that come later none stays */
            drop.strings++;
            drop.lost += entry.count;
            if (entry.count > drop.highest)
                drop.highest = entry.count;
            continue;
        }
        if (entry.count < lowest)
            room -= cost;
        memmove(counts->bytes.data + used, counts->bytes.data + entry.offset, entry.size);
        entry.offset = used;
        used += entry.size;
        counts->entries[kept++] = entry;
    }
    counts->size = kept;
    counts->bytes.size = used;
    memset(counts->slots, 0, counts->slot_count * sizeof *counts->slots);
    fill_slots(counts);
    return drop;
}
