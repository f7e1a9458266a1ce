#include "formats/h5/shard_chunk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"

enum status shard_chunk_init(struct shard_chunk *chunk, struct shard_shape shape,
                             struct error *error) {
    *chunk = (struct shard_chunk){.shape = shape, .capacity = shard_layout_chunk_rows(shape)};
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        chunk->row_bytes[i] = shard_layout_row_bytes(shape, i);
        if (chunk->row_bytes[i] == 0)
            continue;
        chunk->bytes[i] = malloc(chunk->row_bytes[i] * chunk->capacity);
        if (chunk->bytes[i] == NULL) {
            shard_chunk_release(chunk);
            return error_no_memory(error, "the rows of a shard");
        }
    }
    return STATUS_OK;
}

/* Whether all are ids that a signed 32-bit element can hold. */
static int ids_fit(const uint32_t *ids, uint32_t count) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++)
        bits |= ids[i];
    return bits <= INT32_MAX;
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
    for (uint32_t i = 0; i < row->prediction_count; i++) {
        if (row->positions[i] >= row->length)
            return error_set(error, STATUS_CORRUPT,
                             "a prediction at position %u is outside its row of %" PRIu32 " tokens",
                             row->positions[i], row->length);
    }
    if (!ids_fit(row->ids, row->length) || !ids_fit(row->label_ids, row->prediction_count))
        return error_set(error, STATUS_CORRUPT, "a token id is larger than %" PRId32, INT32_MAX);
    return STATUS_OK;
}

static void put_ids(unsigned char *restrict out, size_t row_bytes, const uint32_t *restrict ids,
                    uint32_t count) {
    for (size_t i = 0; i < count; i++)
        store_le32(out + 4 * i, ids[i]);
    memset(out + (size_t)4 * count, 0, row_bytes - (size_t)4 * count);
}

static void put_positions(unsigned char *restrict out, size_t row_bytes,
                          const uint16_t *restrict positions, uint32_t count) {
    for (size_t i = 0; i < count; i++)
        store_le32(out + 4 * i, positions[i]);
    memset(out + (size_t)4 * count, 0, row_bytes - (size_t)4 * count);
}

/* A row of ones from `begin` to `end`, zeros elsewhere. */
static void put_ones(unsigned char *out, size_t row_bytes, uint32_t begin, uint32_t end) {
    memset(out, 0, begin);
    memset(out + begin, 1, end - begin);
    memset(out + end, 0, row_bytes - end);
}

void shard_chunk_add(struct shard_chunk *chunk, const struct shard_row *row) {
    unsigned char *at[SHARD_DATASETS];
    const size_t *row_bytes = chunk->row_bytes;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        at[i] = chunk->bytes[i] == NULL ? NULL : chunk->bytes[i] + chunk->rows * row_bytes[i];
    put_ids(at[SHARD_INPUT_IDS], row_bytes[SHARD_INPUT_IDS], row->ids, row->length);
    put_ones(at[SHARD_INPUT_MASK], row_bytes[SHARD_INPUT_MASK], 0, row->length);
    put_ones(at[SHARD_SEGMENT_IDS], row_bytes[SHARD_SEGMENT_IDS], row->first_segment_length,
             row->length);
    if (row_bytes[SHARD_MASKED_LM_IDS] != 0) {
        put_positions(at[SHARD_MASKED_LM_POSITIONS], row_bytes[SHARD_MASKED_LM_POSITIONS],
                      row->positions, row->prediction_count);
        put_ids(at[SHARD_MASKED_LM_IDS], row_bytes[SHARD_MASKED_LM_IDS], row->label_ids,
                row->prediction_count);
    }
    at[SHARD_NEXT_SENTENCE_LABELS][0] = (unsigned char)row->label;
    chunk->rows++;
}

void shard_chunk_pad(struct shard_chunk *chunk) {
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (chunk->bytes[i] != NULL)
            memset(chunk->bytes[i] + chunk->rows * chunk->row_bytes[i], 0,
                   (chunk->capacity - chunk->rows) * chunk->row_bytes[i]);
    }
}

void shard_chunk_release(struct shard_chunk *chunk) {
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        free(chunk->bytes[i]);
    *chunk = (struct shard_chunk){.rows = 0};
}
