/*
 * reference_rows - for tests: examples laid out as the reference's six datasets, and their hashes.
 */
#ifndef TESTS_UNIT_REFERENCE_ROWS_H
#define TESTS_UNIT_REFERENCE_ROWS_H

#include <stdlib.h>
#include <string.h>

#include "formats/base/buffer.h"
#include "formats/base/endian.h"
#include "formats/base/sha256.h"
#include "tests/unit/ids_shard.h"
#include "tests/unit/one_example.h"
#include "tools/mlm/example_builder.h"

enum { REFERENCE_DATASETS = 6 };

/* In the order of the datasets' bytes in a hash over all of them. */
static const char *const REFERENCE_NAMES[REFERENCE_DATASETS] = {
    "input_ids",           "input_mask",    "segment_ids",
    "masked_lm_positions", "masked_lm_ids", "next_sentence_labels"};

struct reference_rows {
    struct buffer datasets[REFERENCE_DATASETS];
    size_t count;
};

static inline void reference_rows_release(struct reference_rows *rows) {
    for (int i = 0; i < REFERENCE_DATASETS; i++)
        buffer_release(&rows->datasets[i]);
}

/* Appends `count` zero bytes and returns where they are. */
static inline unsigned char *reference_rows_extend(struct buffer *dataset, size_t count) {
    struct error error;
    ids_require(buffer_reserve(dataset, count + 1, &error), &error);
    unsigned char *at = dataset->data + dataset->size;
    memset(at, 0, count);
    dataset->size += count;
    return at;
}

static inline void reference_rows_add(struct reference_rows *rows, const struct example *example,
                                      const struct example_options *options) {
    size_t length = options->max_seq_length;
    size_t predictions = options->max_predictions_per_seq;
    unsigned char *ids = reference_rows_extend(&rows->datasets[0], length * 4);
    unsigned char *mask = reference_rows_extend(&rows->datasets[1], length);
    unsigned char *segments = reference_rows_extend(&rows->datasets[2], length);
    unsigned char *positions = reference_rows_extend(&rows->datasets[3], predictions * 4);
    unsigned char *labels = reference_rows_extend(&rows->datasets[4], predictions * 4);
    for (uint32_t i = 0; i < example->length; i++) {
        store_le32(ids + 4 * (size_t)i, example->ids[i]);
        mask[i] = 1;
        segments[i] = i >= example->first_length;
    }
    for (uint32_t i = 0; i < example->prediction_count; i++) {
        store_le32(positions + 4 * (size_t)i, example->positions[i]);
        store_le32(labels + 4 * (size_t)i, example->labels[i]);
    }
    *reference_rows_extend(&rows->datasets[5], 1) = (unsigned char)example->next_label;
    rows->count++;
}

/* Reads out the whole set. */
static inline void reference_rows_of(struct reference_rows *rows, const struct example_set *set,
                                     const struct example_options *options) {
    memset(rows, 0, sizeof *rows);
    struct example example = {
        .ids = malloc(options->max_seq_length * sizeof *example.ids),
        .positions = malloc(options->max_seq_length * sizeof *example.positions),
        .labels = malloc(options->max_seq_length * sizeof *example.labels),
    };
    for (size_t i = 0; i < set->count; i++) {
        one_example_get(set, &example, i);
        reference_rows_add(rows, &example, options);
    }
    free(example.ids);
    free(example.positions);
    free(example.labels);
}

static inline void reference_rows_hash(const struct reference_rows *rows, int dataset,
                                       char hex[SHA256_HEX_SIZE]) {
    unsigned char digest[SHA256_SIZE];
    struct error error;
    struct view bytes = buffer_view(&rows->datasets[dataset]);
    ids_require(sha256_of(bytes.data, bytes.size, digest, &error), &error);
    sha256_to_hex(digest, hex);
}

/* The hash over the bytes of all six, one after the other. */
static inline void reference_rows_hash_all(const struct reference_rows *rows,
                                           char hex[SHA256_HEX_SIZE]) {
    struct error error;
    struct sha256 hash;
    unsigned char digest[SHA256_SIZE];
    ids_require(sha256_init(&hash, &error), &error);
    for (int i = 0; i < REFERENCE_DATASETS; i++)
        ids_require(sha256_update(&hash, rows->datasets[i].data, rows->datasets[i].size, &error),
                    &error);
    ids_require(sha256_finish(&hash, digest, &error), &error);
    sha256_release(&hash);
    sha256_to_hex(digest, hex);
}

#endif
