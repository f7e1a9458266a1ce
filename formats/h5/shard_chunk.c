#include "formats/h5/shard_chunk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "formats/h5/byte_planes.h"

static enum status allocate(struct shard_chunk *chunk, struct error *error) {
    size_t rows = chunk->capacity;
    chunk->lengths = calloc(rows, sizeof *chunk->lengths);
    chunk->first_lengths = calloc(rows, sizeof *chunk->first_lengths);
    chunk->prediction_counts = calloc(rows, sizeof *chunk->prediction_counts);
    chunk->labels = calloc(rows, 1);
    if (chunk->lengths == NULL || chunk->first_lengths == NULL ||
        chunk->prediction_counts == NULL || chunk->labels == NULL)
        return error_no_memory(error, "the rows of a shard");
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        size_t plane = rows * shard_layout_columns(chunk->shape, i);
        if (shard_layouts[i].element_size != 4 || plane == 0)
            continue;
        chunk->planes[i][0] = malloc(4 * plane);
        if (chunk->planes[i][0] == NULL)
            return error_no_memory(error, "the rows of a shard");
        for (unsigned k = 1; k < 4; k++)
            chunk->planes[i][k] = chunk->planes[i][0] + k * plane;
    }
    return STATUS_OK;
}

enum status shard_chunk_init(struct shard_chunk *chunk, struct shard_shape shape,
                             struct error *error) {
    *chunk = (struct shard_chunk){.shape = shape, .capacity = shard_layout_chunk_rows(shape)};
    shard_chunk_clear(chunk);
    enum status status = allocate(chunk, error);
    if (status != STATUS_OK)
        shard_chunk_release(chunk);
    return status;
}

void shard_chunk_clear(struct shard_chunk *chunk) {
    chunk->rows = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        chunk->plane_count[i] = 1;
}

/* The first position outside of its row; `prediction_count` when there is none. */
static uint32_t find_outside(const struct shard_row *row) {
    uint32_t i = 0;
    while (i < row->prediction_count && row->positions[i] < row->length)
        i++;
    return i;
}

enum status shard_chunk_check(const struct shard_chunk *chunk, const struct shard_row *row,
                              struct error *error) {
    if (row->length > chunk->shape.max_seq_length)
        return error_set(error, STATUS_CORRUPT,
                         "a row of %" PRIu32
                         " tokens is longer than the max_seq_length of %" PRIu32,
                         row->length, chunk->shape.max_seq_length);
    if (row->first_segment_length > row->length)
        return error_set(error, STATUS_CORRUPT,
                         "a first segment of %" PRIu32 " tokens is longer than its row of %" PRIu32,
                         row->first_segment_length, row->length);
    if (row->prediction_count > chunk->shape.max_predictions_per_seq)
        return error_set(error, STATUS_CORRUPT,
                         "a row of %" PRIu32
                         " predictions has more than the max_predictions_per_seq of %" PRIu32,
                         row->prediction_count, chunk->shape.max_predictions_per_seq);
    if (row->label > 1)
        return error_set(error, STATUS_CORRUPT, "a next-sentence label of %u is not 0 or 1",
                         row->label);
    uint32_t outside = find_outside(row);
    if (outside < row->prediction_count)
        return error_set(error, STATUS_CORRUPT,
                         "a prediction at position %u is outside its row of %" PRIu32 " tokens",
                         row->positions[outside], row->length);
    if ((row->ids != NULL && byte_planes_bits(row->ids, row->length) > INT32_MAX) ||
        (row->label_ids != NULL &&
         byte_planes_bits(row->label_ids, row->prediction_count) > INT32_MAX))
        return error_set(error, STATUS_CORRUPT, "a token id is larger than %" PRId32, INT32_MAX);
    return STATUS_OK;
}

static unsigned planes_for(uint32_t bits) {
    return bits == 0 ? 1 : (unsigned)(39 - __builtin_clz(bits)) / 8;
}

/* How many planes a row needs; of short numbers, what they could need, without a look at them. */
static unsigned planes_needed(const struct shard_chunk *chunk, enum shard_dataset dataset,
                              const uint32_t *numbers, uint32_t count) {
    if (numbers != NULL)
        return planes_for(byte_planes_bits(numbers, count));
    return dataset == SHARD_MASKED_LM_POSITIONS ? planes_for(chunk->shape.max_seq_length - 1) : 2;
}

/* Appends a row of numbers, given by one of two pointers, to a dataset's planes. */
static void add_numbers(struct shard_chunk *chunk, enum shard_dataset dataset,
                        const uint32_t *numbers, const uint16_t *short_numbers, uint32_t count) {
    size_t columns = shard_layout_columns(chunk->shape, dataset);
    if (columns == 0)
        return;
    size_t start = columns * chunk->rows;
    unsigned char *const *planes = chunk->planes[dataset];
    unsigned needed = planes_needed(chunk, dataset, numbers, count);
    for (; chunk->plane_count[dataset] < needed; chunk->plane_count[dataset]++)
        memset(planes[chunk->plane_count[dataset]], 0, start);
    for (unsigned k = 0; k < chunk->plane_count[dataset]; k++) {
        unsigned char *out = planes[k] + start;
        if (numbers != NULL)
            byte_planes_take_long(out, numbers, count, k);
        else if (k < 2)
            byte_planes_take_short(out, short_numbers, count, k);
        else
            memset(out, 0, count);
        memset(out + count, 0, columns - count);
    }
}

void shard_chunk_add(struct shard_chunk *chunk, const struct shard_row *row) {
    add_numbers(chunk, SHARD_INPUT_IDS, row->ids, row->short_ids, row->length);
    add_numbers(chunk, SHARD_MASKED_LM_POSITIONS, NULL, row->positions, row->prediction_count);
    add_numbers(chunk, SHARD_MASKED_LM_IDS, row->label_ids, row->short_label_ids,
                row->prediction_count);
    chunk->lengths[chunk->rows] = row->length;
    chunk->first_lengths[chunk->rows] = row->first_segment_length;
    chunk->prediction_counts[chunk->rows] = row->prediction_count;
    chunk->labels[chunk->rows] = (unsigned char)row->label;
    chunk->rows++;
}

void shard_chunk_pad(struct shard_chunk *chunk) {
    size_t left = chunk->capacity - chunk->rows;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        size_t columns = shard_layout_columns(chunk->shape, i);
        for (unsigned k = 0; k < chunk->plane_count[i] && chunk->planes[i][k] != NULL; k++)
            memset(chunk->planes[i][k] + columns * chunk->rows, 0, columns * left);
    }
    memset(chunk->lengths + chunk->rows, 0, left * sizeof *chunk->lengths);
    memset(chunk->first_lengths + chunk->rows, 0, left * sizeof *chunk->first_lengths);
    memset(chunk->prediction_counts + chunk->rows, 0, left * sizeof *chunk->prediction_counts);
    memset(chunk->labels + chunk->rows, 0, left);
}

/* A row of ones from `begin` to `end`, zeros elsewhere. */
static void put_ones(unsigned char *out, size_t row_bytes, uint32_t begin, uint32_t end) {
    memset(out, 0, begin);
    memset(out + begin, 1, end - begin);
    memset(out + end, 0, row_bytes - end);
}

void shard_chunk_copy_rows(const struct shard_chunk *chunk, enum shard_dataset dataset,
                           unsigned char *out, uint32_t first_row, uint32_t row_count) {
    size_t columns = shard_layout_columns(chunk->shape, dataset);
    if (dataset == SHARD_NEXT_SENTENCE_LABELS) {
        memcpy(out, chunk->labels + first_row, row_count);
    } else if (shard_layouts[dataset].element_size == 1) {
        for (uint32_t i = first_row; i < first_row + row_count; i++, out += columns)
            put_ones(out, columns, dataset == SHARD_INPUT_MASK ? 0 : chunk->first_lengths[i],
                     chunk->lengths[i]);
    } else if (columns > 0) {
        const unsigned char *planes[4];
        for (unsigned k = 0; k < 4; k++)
            planes[k] = chunk->planes[dataset][k] + columns * first_row;
        byte_planes_join(out, planes, chunk->plane_count[dataset], columns * row_count);
    }
}

void shard_chunk_release(struct shard_chunk *chunk) {
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        free(chunk->planes[i][0]);
    free(chunk->lengths);
    free(chunk->first_lengths);
    free(chunk->prediction_counts);
    free(chunk->labels);
    *chunk = (struct shard_chunk){.rows = 0};
}
