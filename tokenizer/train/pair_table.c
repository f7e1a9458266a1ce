#include "tokenizer/train/pair_table.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"

#define FIRST_PAIRS 4096

void pair_table_release(struct pair_table *table) {
    free(table->pairs);
    free(table->slots);
    free(table->heap);
    free(table->occurrences);
    *table = (struct pair_table)PAIR_TABLE_INIT;
}

/* Makes an array of `size` elements larger; its length is doubled. */
static void *grow(void *array, size_t *capacity, size_t first, size_t size) {
    size_t wanted = *capacity == 0 ? first : *capacity * 2;
    size_t bytes;
    if (wanted > UINT32_MAX)
        wanted = UINT32_MAX; /* more than places can tell apart */
    if (wanted == *capacity || !checked_multiply_size(wanted, size, &bytes))
        return NULL;
    void *larger = realloc(array, bytes);
    if (larger != NULL)
        *capacity = wanted;
    return larger;
}

static size_t slot_index(const struct pair_table *table, uint32_t first, uint32_t second) {
    size_t mask = table->slot_count - 1;
    uint64_t hash = ((uint64_t)first << 32 | second) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15u;
    for (size_t at = (hash >> 32) & mask;; at = (at + 1) & mask) {
        const struct pair_slot *slot = &table->slots[at];
        if (slot->place == 0 || (slot->first == first && slot->second == second))
            return at;
    }
}

static enum status grow_slots(struct pair_table *table, struct error *error) {
    size_t slot_count = table->slot_count == 0 ? FIRST_PAIRS : table->slot_count * 2;
    struct pair_slot *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL)
        return error_no_memory(error, "pairs of pieces");
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    for (size_t i = 0; i < table->size; i++) {
        const struct pair *pair = &table->pairs[i];
        slots[slot_index(table, pair->first, pair->second)] =
            (struct pair_slot){pair->first, pair->second, (uint32_t)(i + 1)};
    }
    return STATUS_OK;
}

/* Sees that another pair finds a place, in the heap too. */
static enum status make_pair_room(struct pair_table *table, struct error *error) {
    if (table->size == table->capacity) {
        size_t capacity = table->capacity;
        uint32_t *heap = grow(table->heap, &capacity, FIRST_PAIRS / 2, sizeof *heap);
        if (heap == NULL)
            return error_no_memory(error, "pairs of pieces");
        table->heap = heap;
        struct pair *pairs = grow(table->pairs, &table->capacity, FIRST_PAIRS / 2, sizeof *pairs);
        if (pairs == NULL)
            return error_no_memory(error, "pairs of pieces");
        table->pairs = pairs;
    }
    if (table->size < table->slot_count / 2)
        return STATUS_OK;
    return grow_slots(table, error);
}

enum status pair_table_enter(struct pair_table *table, uint32_t first, uint32_t second,
                             uint32_t *place, struct error *error) {
    size_t at = 0;
    if (table->slot_count > 0)
        at = slot_index(table, first, second);
    if (table->slot_count == 0 || table->slots[at].place == 0) {
        enum status status = make_pair_room(table, error);
        if (status != STATUS_OK)
            return status;
        at = slot_index(table, first, second); /* the slots may be others now */
        table->pairs[table->size++] = (struct pair){.first = first,
                                                    .second = second,
                                                    .heap_place = PAIR_TABLE_NONE,
                                                    .occurrences = PAIR_TABLE_NONE};
        table->slots[at] = (struct pair_slot){first, second, (uint32_t)table->size};
    }
    *place = table->slots[at].place - 1;
    return STATUS_OK;
}

uint32_t pair_table_find(const struct pair_table *table, uint32_t first, uint32_t second) {
    return table->slots[slot_index(table, first, second)].place - 1;
}

enum status pair_table_note(struct pair_table *table, uint32_t place, uint32_t word,
                            struct error *error) {
    uint32_t *list = &table->pairs[place].occurrences;
    if (*list != PAIR_TABLE_NONE && table->occurrences[*list].word == word)
        return STATUS_OK;
    uint32_t taken = table->free_occurrence;
    if (taken != PAIR_TABLE_NONE) {
        table->free_occurrence = table->occurrences[taken].next;
    } else {
        if (table->occurrences_size == table->occurrences_capacity) {
            struct pair_occurrence *occurrences = grow(
                table->occurrences, &table->occurrences_capacity, FIRST_PAIRS, sizeof *occurrences);
            if (occurrences == NULL)
                return error_no_memory(error, "pairs of pieces");
            table->occurrences = occurrences;
        }
        taken = (uint32_t)table->occurrences_size++;
    }
    table->occurrences[taken] = (struct pair_occurrence){word, *list};
    *list = taken;
    return STATUS_OK;
}

bool pair_table_next_word(struct pair_table *table, uint32_t place, uint32_t *word) {
    uint32_t *list = &table->pairs[place].occurrences;
    uint32_t taken = *list;
    if (taken == PAIR_TABLE_NONE)
        return false;
    struct pair_occurrence *occurrence = &table->occurrences[taken];
    *word = occurrence->word;
    *list = occurrence->next;
    occurrence->next = table->free_occurrence;
    table->free_occurrence = taken;
    return true;
}

/* Whether pair a is to be merged before pair b. */
static bool comes_first(const struct pair_table *table, uint32_t a, uint32_t b) {
    const struct pair *first = &table->pairs[a];
    const struct pair *second = &table->pairs[b];
    if (first->key > second->key || first->key < second->key)
        return first->key > second->key;
    if (first->first != second->first)
        return first->first < second->first;
    return first->second < second->second;
}

static void put(struct pair_table *table, size_t at, uint32_t place) {
    table->heap[at] = place;
    table->pairs[place].heap_place = (uint32_t)at;
}

static void sift_up(struct pair_table *table, size_t at, uint32_t place) {
    while (at > 0 && comes_first(table, place, table->heap[(at - 1) / 2])) {
        put(table, at, table->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(table, at, place);
}

static void sift_down(struct pair_table *table, uint32_t place) {
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= table->heap_size)
            break;
        if (child + 1 < table->heap_size &&
            comes_first(table, table->heap[child + 1], table->heap[child]))
            child++;
        if (!comes_first(table, table->heap[child], place))
            break;
        put(table, at, table->heap[child]);
        at = child;
    }
    put(table, at, place);
}

void pair_table_raise(struct pair_table *table, uint32_t place, double key) {
    struct pair *pair = &table->pairs[place];
    size_t at = pair->heap_place;
    if (at == PAIR_TABLE_NONE)
        at = table->heap_size++;
    else if (key <= pair->key)
        return;
    pair->key = key;
    sift_up(table, at, place);
}

void pair_table_lower_top(struct pair_table *table, double key) {
    uint32_t place = table->heap[0];
    table->pairs[place].key = key;
    sift_down(table, place);
}

void pair_table_remove_top(struct pair_table *table) {
    table->pairs[table->heap[0]].heap_place = PAIR_TABLE_NONE;
    uint32_t last = table->heap[--table->heap_size];
    if (table->heap_size > 0)
        sift_down(table, last);
}
