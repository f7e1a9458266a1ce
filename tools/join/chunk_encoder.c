#include "tools/join/chunk_encoder.h"

#include <stdlib.h>

#include "formats/base/endian.h"
#include "formats/tfrecord/bert_example.h"

static size_t number_count(struct shard_shape shape) {
    return (size_t)shape.max_seq_length + 2 * (size_t)shape.max_predictions_per_seq;
}

enum status chunk_encoder_init(struct chunk_encoder *encoder, enum shard_format format,
                               struct shard_shape shape, struct deflate_method method,
                               struct error *error) {
    *encoder = (struct chunk_encoder){.format = format};
    if (format == SHARD_FORMAT_HDF5)
        return shard_packer_init(&encoder->packer, shape, method, error);
    if (format == SHARD_FORMAT_HDF5_VARLEN)
        return STATUS_OK;
    crc32c_init(&encoder->crc);
    encoder->numbers = calloc(number_count(shape), sizeof *encoder->numbers);
    encoder->bytes = calloc(number_count(shape), 4);
    if (encoder->numbers != NULL && encoder->bytes != NULL)
        return STATUS_OK;
    chunk_encoder_release(encoder);
    return error_no_memory(error, "a row");
}

void chunk_encoder_release(struct chunk_encoder *encoder) {
    shard_packer_release(&encoder->packer);
    free(encoder->numbers);
    free(encoder->bytes);
    *encoder = (struct chunk_encoder){.numbers = NULL};
}

enum status chunk_encoder_make_room(struct packed_chunk *packed, enum shard_format format,
                                    struct shard_shape shape, struct error *error) {
    if (format == SHARD_FORMAT_HDF5)
        return packed_chunk_init(packed, shape, error);
    *packed = (struct packed_chunk){.capacity = 1};
    if (format == SHARD_FORMAT_TFRECORD)
        packed->capacity = shard_layout_chunk_rows(shape) *
                           bert_example_bound(shape.max_seq_length, shape.max_predictions_per_seq);
    packed->bytes = malloc(packed->capacity);
    return packed->bytes != NULL ? STATUS_OK : error_no_memory(error, "the chunks of a shard");
}

/* The numbers of a row of one dataset, padded, behind those taken before. */
static uint32_t *take_numbers(struct chunk_encoder *encoder, uint32_t *numbers,
                              const struct shard_chunk *chunk, enum shard_dataset dataset,
                              uint32_t row) {
    uint32_t columns = shard_layout_columns(chunk->shape, dataset);
    shard_chunk_copy_rows(chunk, dataset, encoder->bytes, row, 1);
    for (uint32_t i = 0; i < columns; i++)
        numbers[i] = load_le32(encoder->bytes + (size_t)4 * i);
    return numbers + columns;
}

static size_t encode_row(struct chunk_encoder *encoder, unsigned char *out,
                         const struct shard_chunk *chunk, uint32_t row) {
    uint32_t *ids = encoder->numbers;
    uint32_t *positions = take_numbers(encoder, ids, chunk, SHARD_INPUT_IDS, row);
    uint32_t *labels = take_numbers(encoder, positions, chunk, SHARD_MASKED_LM_POSITIONS, row);
    (void)take_numbers(encoder, labels, chunk, SHARD_MASKED_LM_IDS, row);
    struct bert_example example = {
        .max_seq_length = chunk->shape.max_seq_length,
        .max_predictions_per_seq = chunk->shape.max_predictions_per_seq,
        .ids = ids,
        .positions = positions,
        .label_ids = labels,
        .length = chunk->lengths[row],
        .first_segment_length = chunk->first_lengths[row],
        .prediction_count = chunk->prediction_counts[row],
        .label = chunk->labels[row],
    };
    return bert_example_write(out, &example, &encoder->crc);
}

enum status chunk_encoder_encode(struct chunk_encoder *encoder, struct packed_chunk *packed,
                                 const struct shard_chunk *chunk, struct error *error) {
    if (encoder->format == SHARD_FORMAT_HDF5)
        return shard_packer_pack(&encoder->packer, packed, chunk, error);
    packed->rows = chunk->rows;
    packed->sizes[0] = 0;
    for (uint32_t row = 0; row < chunk->rows && encoder->format == SHARD_FORMAT_TFRECORD; row++)
        packed->sizes[0] += encode_row(encoder, packed->bytes + packed->sizes[0], chunk, row);
    return STATUS_OK;
}
