/*
 * example_record - how an example_set keeps one example; for the set and for what reads it out.
 *
 * Behind the fixed part lie, without gaps: a bit for each position of the row (set: predicted), in
 * whole 64-bit words; the ids of the random replacements, of the size of the shard's ids; their
 * positions; the positions that keep their token; and, 2 bytes each, the borders of a row of one
 * part. Where a token is predicted and neither
 * replaced nor kept stands [MASK]. Positions take 1 byte in rows of up to 256 tokens, else 2.
 */
#ifndef TOOLS_MLM_EXAMPLE_RECORD_H
#define TOOLS_MLM_EXAMPLE_RECORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tools/mlm/example_set.h"

/* Records begin at multiples of this, so that a 32-bit number finds one in 16 GiB. */
#define EXAMPLE_RECORD_UNIT 4

struct example_record {
    uint32_t first_start; /* tokens of the shard */
    uint32_t second_start;
    uint16_t first_length;
    uint16_t second_length;
    uint16_t prediction_count;
    uint16_t random_count;
    uint16_t kept_count;
    uint16_t label_and_borders; /* the label, and twice the number of borders */
};

static inline uint32_t example_record_borders(const struct example_record *record) {
    return record->label_and_borders / 2;
}

/* The length of the row: [CLS] A [SEP] B [SEP], or without B, and with further [SEP]. */
static inline uint32_t example_record_length(const struct example_record *record) {
    uint32_t others = record->second_length > 0 ? 3 : 2 + example_record_borders(record);
    return (uint32_t)record->first_length + record->second_length + others;
}

/* Words of the bits for a row of `length`. */
static inline size_t example_record_words(uint32_t length) {
    return ((size_t)length + 63) / 64;
}

/* Where the record of the example at `index` begins. */
static inline const unsigned char *example_record_at(const struct example_set *set, size_t index) {
    return set->records + (size_t)set->order[index] * EXAMPLE_RECORD_UNIT;
}

/* The fixed part of such a record. */
static inline struct example_record example_record_load(const unsigned char *at) {
    struct example_record record;
    memcpy(&record, at, sizeof record);
    return record;
}

#endif
