/*
 * code_point_table - a 16-bit value for every code point, in two stages.
 *
 * The usual layout: the code point's upper bits choose a block, its lower 8 bits a cell in it, and
 * equal blocks are stored once. A look-up is two loads.
 *
 * Thread rule: read-only once built; then any number of threads.
 */
#ifndef TOKENIZER_TEXT_CODE_POINT_TABLE_H
#define TOKENIZER_TEXT_CODE_POINT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODE_POINT_END              0x110000u
#define CODE_POINT_TABLE_SHIFT      8
#define CODE_POINT_TABLE_BLOCK      (1u << CODE_POINT_TABLE_SHIFT)
#define CODE_POINT_TABLE_INDEX_SIZE (CODE_POINT_END >> CODE_POINT_TABLE_SHIFT)

/* Distinct blocks it has room for: Unicode 14.0 needs 151 for classes and 50 for foldings. */
#define CODE_POINT_TABLE_BLOCKS 256

/* A finished table as it is read, wherever its parts lie. */
struct code_point_map {
    const uint16_t *index; /* CODE_POINT_TABLE_INDEX_SIZE numbers of blocks */
    const uint16_t *cells;
};

struct code_point_table {
    uint16_t index[CODE_POINT_TABLE_INDEX_SIZE]; /* the block of each 256 code points */
    uint16_t cells[CODE_POINT_TABLE_BLOCKS * CODE_POINT_TABLE_BLOCK];
    size_t blocks; /* in use */
};

/*
 * Adds the values of 256 code points; `block` counts up from 0 call by call. False when there is
 * no room.
 */
bool code_point_table_add(struct code_point_table *table, size_t block,
                          const uint16_t values[CODE_POINT_TABLE_BLOCK]);

/* The value of a code point below CODE_POINT_END. */
static inline uint16_t code_point_table_get(const struct code_point_table *table,
                                            uint32_t code_point) {
    size_t block = table->index[code_point >> CODE_POINT_TABLE_SHIFT];
    return table
        ->cells[(block << CODE_POINT_TABLE_SHIFT) | (code_point & (CODE_POINT_TABLE_BLOCK - 1))];
}

/* The same of a map. */
static inline uint16_t code_point_map_get(const struct code_point_map *map, uint32_t code_point) {
    size_t block = map->index[code_point >> CODE_POINT_TABLE_SHIFT];
    return map
        ->cells[(block << CODE_POINT_TABLE_SHIFT) | (code_point & (CODE_POINT_TABLE_BLOCK - 1))];
}

static inline struct code_point_map code_point_table_map(const struct code_point_table *table) {
    return (struct code_point_map){table->index, table->cells};
}

#endif
