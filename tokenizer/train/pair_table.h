/*
 * pair_table - the pairs of pieces that stand side by side in words: how often each occurs, in
 * which words, and which is the best to merge.
 *
 * A hash table finds a pair; a heap gives the best one. The heap may hold a pair at a better key
 * than it has by now, never at a worse one: who worsens a key leaves it, and it is put right when
 * the pair comes to the top. So only rising costs work at once.
 *
 * Thread rule: one thread at a time per table.
 */
#ifndef TOKENIZER_TRAIN_PAIR_TABLE_H
#define TOKENIZER_TRAIN_PAIR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

#define PAIR_TABLE_NONE UINT32_MAX

struct pair {
    uint32_t first, second; /* pieces */
    uint64_t count;
    double key;           /* in the heap; at least what the pair is worth */
    uint32_t heap_place;  /* PAIR_TABLE_NONE when not in the heap */
    uint32_t occurrences; /* the first of its list */
};

/* That a pair occurs in a word, or has occurred there once. */
struct pair_occurrence {
    uint32_t word;
    uint32_t next; /* PAIR_TABLE_NONE at the end */
};

struct pair_slot {
    uint32_t first, second;
    uint32_t place; /* of the pair, plus 1; 0 in an empty slot */
};

struct pair_table {
    struct pair *pairs; /* owned */
    size_t size;
    size_t capacity;
    struct pair_slot *slots; /* owned; a power of two of them, or NULL */
    size_t slot_count;
    uint32_t *heap; /* owned; places of pairs; room for all */
    size_t heap_size;
    struct pair_occurrence *occurrences; /* owned */
    size_t occurrences_size;
    size_t occurrences_capacity;
    uint32_t free_occurrence; /* a list of those not in use */
};

#define PAIR_TABLE_INIT                                                                            \
    { NULL, 0, 0, NULL, 0, NULL, 0, NULL, 0, 0, PAIR_TABLE_NONE }

/* Frees the memory; the table is empty and usable again. */
void pair_table_release(struct pair_table *table);

/* The place of a pair, which is entered with count 0 if it is new; STATUS_NO_MEMORY alone. */
MUST_USE enum status pair_table_enter(struct pair_table *table, uint32_t first, uint32_t second,
                                      uint32_t *place, struct error *error);

/* The place of a pair that has been entered. */
uint32_t pair_table_find(const struct pair_table *table, uint32_t first, uint32_t second);

/* Notes that a pair occurs in a word; twice in a row is once. */
MUST_USE enum status pair_table_note(struct pair_table *table, uint32_t place, uint32_t word,
                                     struct error *error);

/* Takes the next word off a pair's list; false when there is none. Words may come twice. */
bool pair_table_next_word(struct pair_table *table, uint32_t place, uint32_t *word);

/* Puts a pair into the heap, or raises it there; a key that is no higher changes nothing. */
void pair_table_raise(struct pair_table *table, uint32_t place, double key);

/* Lowers the top pair's key, or takes the pair out of the heap. */
void pair_table_lower_top(struct pair_table *table, double key);
void pair_table_remove_top(struct pair_table *table);

/*
 * The pair at the top, or PAIR_TABLE_NONE: the one of the highest key, of equal ones that of the
 * smaller first piece, then of the smaller second.
 */
static inline uint32_t pair_table_top(const struct pair_table *table) {
    return table->heap_size > 0 ? table->heap[0] : PAIR_TABLE_NONE;
}

#endif
