/*
 * one_example - for tests: one row of a set, with ids of 32 bits whatever the set has.
 */
#ifndef TESTS_UNIT_ONE_EXAMPLE_H
#define TESTS_UNIT_ONE_EXAMPLE_H

#include <stdlib.h>

#include "tools/mlm/example_columns.h"

/* One row, without padding; the arrays are the caller's, with room for a longest row. */
struct example {
    uint32_t *ids;
    uint32_t length;
    uint32_t first_length;
    uint32_t next_label;
    uint16_t *positions;
    uint32_t *labels;
    uint32_t prediction_count;
};

static inline void one_example_widen(uint32_t *wide, const void *ids, uint32_t count, size_t size) {
    for (uint32_t i = 0; i < count; i++)
        wide[i] = size == 2 ? ((const uint16_t *)ids)[i] : ((const uint32_t *)ids)[i];
}

static inline void one_example_get(const struct example_set *set, struct example *example,
                                   size_t index) {
    struct example_extent extent = example_extent_of(set, index, 1);
    uint16_t length, first_length, masked;
    uint8_t next_label;
    size_t size = shard_tokens_id_size(set->shard);
    struct example_columns columns = {
        .ids = malloc(extent.tokens * size),
        .labels = malloc(extent.predictions * size + 1),
        .lengths = &length,
        .first_lengths = &first_length,
        .masked = &masked,
        .positions = example->positions,
        .next_labels = &next_label,
    };
    if (extent.examples != 1 || columns.ids == NULL || columns.labels == NULL)
        abort();
    example_columns_write(set, &columns, index, &extent);
    one_example_widen(example->ids, columns.ids, length, size);
    one_example_widen(example->labels, columns.labels, masked, size);
    example->length = length;
    example->first_length = first_length;
    example->next_label = next_label;
    example->prediction_count = masked;
    free(columns.ids);
    free(columns.labels);
}

#endif
