/*
 * string_counts - how often each of many byte strings was met.
 *
 * A hash table whose entries stand in the order of their first appearance, so that an entry's place
 * is also a number for its string. Nothing depends on the hash but time.
 *
 * Thread rule: one thread at a time per struct; any number may read.
 */
#ifndef TOKENIZER_TRAIN_STRING_COUNTS_H
#define TOKENIZER_TRAIN_STRING_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

#define STRING_COUNTS_NONE UINT32_MAX

struct string_counts_entry {
    uint64_t count;
    size_t offset; /* in bytes.data; ascending from entry to entry */
    uint32_t size;
    uint32_t hash;
};

struct string_counts_slot {
    uint32_t hash;
    uint32_t place; /* of the entry, plus 1; 0 in an empty slot */
};

struct string_counts {
    struct string_counts_entry *entries; /* owned; `size` of them, to be read */
    size_t size;
    size_t capacity;
    struct buffer bytes;              /* the strings, one behind another */
    struct string_counts_slot *slots; /* owned; a power of two of them, or NULL */
    size_t slot_count;
};

#define STRING_COUNTS_INIT                                                                         \
    { NULL, 0, 0, BUFFER_INIT, NULL, 0 }

/* Frees the memory; the table is empty and usable again. */
void string_counts_release(struct string_counts *counts);

/* Empties the table and keeps its memory. */
void string_counts_clear(struct string_counts *counts);

/*
 * Adds `count` to the string's, which is entered with 0 if it is new; *place is its entry's.
 * Fails with STATUS_NO_MEMORY alone, also at the entry that 32 bits cannot number.
 */
MUST_USE enum status string_counts_add(struct string_counts *counts, struct view string,
                                       uint64_t count, uint32_t *place, struct error *error);

/* The place of a string, or STRING_COUNTS_NONE. */
uint32_t string_counts_find(const struct string_counts *counts, struct view string);

/* The string of an entry; valid until the next one is added. */
static inline struct view string_counts_string(const struct string_counts *counts, size_t place) {
    const struct string_counts_entry *entry = &counts->entries[place];
    return (struct view){counts->bytes.data + entry->offset, entry->size};
}

/* What a table is taken to cost: so much for each string, and for each byte of it. */
struct string_counts_costs {
    uint64_t string, byte;
};
uint64_t string_counts_cost(const struct string_counts *counts,
                            const struct string_counts_costs *costs);

/* What was dropped. */
struct string_counts_drop {
    uint64_t strings;
    uint64_t lost;    /* sum of their counts */
    uint64_t highest; /* of their counts */
};

/*
 * Drops the rarest strings, of equally rare ones those entered last, until the table costs at most
 * `most`; the others close ranks. Allocates nothing.
 */
struct string_counts_drop string_counts_drop_rarest(struct string_counts *counts,
                                                    const struct string_counts_costs *costs,
                                                    uint64_t most);

#endif
