/*
 * example_columns - the examples of a set written out, as columns: all ids, all labels, and so on.
 *
 * Thread rule: pure functions; any number of threads may read one set.
 */
#ifndef TOOLS_MLM_EXAMPLE_COLUMNS_H
#define TOOLS_MLM_EXAMPLE_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/mlm/example_set.h"

/* What a run of examples has of each. */
struct example_extent {
    uint32_t examples;
    uint32_t tokens;
    uint32_t predictions;
};

/*
 * Where they go: the caller's memory, of an extent that example_extent_of measured. Ids are of the
 * size of the shard's. Rows follow one another without padding.
 */
struct example_columns {
    void *ids;               /* [tokens]: of each row [CLS] A [SEP] B [SEP], as masked */
    void *labels;            /* [predictions]: the ids before masking */
    uint16_t *lengths;       /* [examples]: tokens of a row */
    uint16_t *first_lengths; /* [examples]: those of segment 0: [CLS] A [SEP]; all without B */
    uint16_t *masked;        /* [examples]: predictions of a row */
    uint16_t *positions;     /* [predictions]: ascending in each row */
    uint8_t *next_labels;    /* [examples]: 1 when B is from another document, else 0 */
};

/*
 * Measures the examples from `begin` on, up to the one that brings their tokens to `tokens` or
 * more, or to the last; at least one, when `begin` is below set->count.
 */
struct example_extent example_extent_of(const struct example_set *set, size_t begin,
                                        uint32_t tokens);

/* Writes out the examples from `begin` on, as many as `extent` was measured of. */
void example_columns_write(const struct example_set *set, const struct example_columns *columns,
                           size_t begin, const struct example_extent *extent);

#endif
