#include "tokenizer/text/code_point_table.h"

#include <string.h>

static const uint16_t *block_at(const struct code_point_table *table, size_t number) {
    return table->cells + (number << CODE_POINT_TABLE_SHIFT);
}

bool code_point_table_add(struct code_point_table *table, size_t block,
                          const uint16_t values[CODE_POINT_TABLE_BLOCK]) {
    static const size_t SIZE = CODE_POINT_TABLE_BLOCK * sizeof values[0];
    /* Long runs of equal blocks follow one another, so look at the newest first. */
    size_t number = table->blocks;
    while (number > 0 && memcmp(block_at(table, number - 1), values, SIZE) != 0)
        number--;
    if (number == 0) {
        if (table->blocks == CODE_POINT_TABLE_BLOCKS)
            return false;
        memcpy(table->cells + (table->blocks << CODE_POINT_TABLE_SHIFT), values, SIZE);
        number = ++table->blocks;
    }
    table->index[block] = (uint16_t)(number - 1);
    return true;
}
