/* shard_sample - made-up rows for the tests of shards, and what they must come to. */
#ifndef TESTS_UNIT_SHARD_SAMPLE_H
#define TESTS_UNIT_SHARD_SAMPLE_H

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/endian.h"
#include "formats/h5/shard_digests.h"
#include "formats/h5/shard_packer.h"
#include "formats/h5/shard_writer.h"

/* What a finished shard holds. */
struct shard_summary {
    uint64_t rows;
    struct shard_shape shape;
    unsigned char digests[SHARD_DATASETS][SHA256_SIZE];
};

/* A row with room for its parts, and the six rows as they must be stored. */
struct shard_sample {
    struct shard_shape shape;
    struct shard_row row;
    uint32_t *ids;
    uint16_t *short_ids; /* the same, where they fit */
    uint16_t *positions;
    uint32_t *label_ids;
    uint16_t *short_label_ids;
    unsigned char *stored[SHARD_DATASETS];
};

static inline void shard_sample_init(struct shard_sample *sample, struct shard_shape shape) {
    *sample = (struct shard_sample){.shape = shape};
    sample->ids = calloc(shape.max_seq_length, sizeof *sample->ids);
    sample->short_ids = calloc(shape.max_seq_length, sizeof *sample->short_ids);
    sample->short_label_ids =
        calloc(shape.max_predictions_per_seq + 1, sizeof *sample->short_label_ids);
    sample->positions = calloc(shape.max_predictions_per_seq + 1, sizeof *sample->positions);
    sample->label_ids = calloc(shape.max_predictions_per_seq + 1, sizeof *sample->label_ids);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        sample->stored[i] = malloc(shard_layout_row_bytes(shape, i) + 1);
}

static inline void shard_sample_release(struct shard_sample *sample) {
    free(sample->ids);
    free(sample->short_ids);
    free(sample->short_label_ids);
    free(sample->positions);
    free(sample->label_ids);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        free(sample->stored[i]);
}

/* A well-mixed number made of two (the finalizer of MurmurHash3). */
static inline uint32_t shard_sample_number(uint64_t number, uint32_t index) {
    uint64_t x = number * 0x9E3779B97F4A7C15ULL + index;
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDULL;
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53ULL;
    return (uint32_t)(x >> 32);
}

static inline void shard_sample_store(struct shard_sample *sample) {
    const struct shard_row *row = &sample->row;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        memset(sample->stored[i], 0, shard_layout_row_bytes(sample->shape, i) + 1);
    for (uint32_t i = 0; i < row->length; i++) {
        store_le32(sample->stored[SHARD_INPUT_IDS] + (size_t)4 * i, sample->ids[i]);
        sample->stored[SHARD_INPUT_MASK][i] = 1;
        sample->stored[SHARD_SEGMENT_IDS][i] = i >= row->first_segment_length;
    }
    for (uint32_t i = 0; i < row->prediction_count; i++) {
        store_le32(sample->stored[SHARD_MASKED_LM_POSITIONS] + (size_t)4 * i, row->positions[i]);
        store_le32(sample->stored[SHARD_MASKED_LM_IDS] + (size_t)4 * i, sample->label_ids[i]);
    }
    sample->stored[SHARD_NEXT_SENTENCE_LABELS][0] = (unsigned char)row->label;
}

/* Hands over ids of 16 bits instead of 32. */
static inline void shard_sample_shorten(struct shard_sample *sample) {
    struct shard_row *row = &sample->row;
    for (uint32_t i = 0; i < row->length; i++)
        sample->short_ids[i] = (uint16_t)sample->ids[i];
    for (uint32_t i = 0; i < row->prediction_count; i++)
        sample->short_label_ids[i] = (uint16_t)sample->label_ids[i];
    row->ids = row->label_ids = NULL;
    row->short_ids = sample->short_ids;
    row->short_label_ids = sample->short_label_ids;
}

/*
 * Fills in row `number`: lengths from 0 to full, ids up to INT32_MAX now and then, every other row
 * with ids of 16 bits.
 */
static inline void shard_sample_make(struct shard_sample *sample, uint64_t number) {
    uint32_t length = sample->shape.max_seq_length;
    if (number % 3 == 0)
        length = shard_sample_number(number, 0) % (length + 1);
    for (uint32_t i = 0; i < length; i++)
        sample->ids[i] = 1000 + shard_sample_number(number, i + 1) % 3000;
    if (length > 0 && number % 1000 == 1)
        sample->ids[length - 1] = INT32_MAX;
    uint32_t count = 0;
    for (uint32_t i = 0; i < length && count < sample->shape.max_predictions_per_seq; i++) {
        if (shard_sample_number(number, i + 70000) % 6 != 0)
            continue;
        sample->positions[count] = (uint16_t)i;
        sample->label_ids[count++] = sample->ids[i] + (sample->ids[i] < 4000);
    }
    sample->row = (struct shard_row){
        .ids = sample->ids,
        .length = length,
        .first_segment_length = length == 0 ? 0 : shard_sample_number(number, 1) % (length + 1),
        .label = (unsigned)(number & 1),
        .positions = sample->positions,
        .label_ids = sample->label_ids,
        .prediction_count = count,
    };
    shard_sample_store(sample);
    if (number % 2 == 0)
        shard_sample_shorten(sample);
}

/* What makes packed chunks of rows. */
struct shard_sample_packing {
    struct shard_chunk chunk;
    struct packed_chunk packed;
    struct shard_packer packer;
    struct shard_digests digests;
};

static inline enum status shard_sample_write_chunk(struct shard_sample_packing *packing,
                                                   struct shard_writer *writer,
                                                   struct error *error) {
    if (packing->chunk.rows == 0)
        return STATUS_OK;
    shard_chunk_pad(&packing->chunk);
    enum status status = shard_digests_add(&packing->digests, &packing->chunk, error);
    if (status == STATUS_OK)
        status = shard_packer_pack(&packing->packer, &packing->packed, &packing->chunk, error);
    shard_chunk_clear(&packing->chunk);
    return status == STATUS_OK ? shard_writer_write(writer, &packing->packed, error) : status;
}

static inline enum status shard_sample_write_rows(struct shard_sample_packing *packing,
                                                  struct shard_writer *writer,
                                                  struct shard_shape shape, uint64_t rows,
                                                  struct error *error) {
    enum status status = STATUS_OK;
    struct shard_sample sample;
    shard_sample_init(&sample, shape);
    for (uint64_t i = 0; i < rows && status == STATUS_OK; i++) {
        shard_sample_make(&sample, i);
        if (shard_chunk_check(&packing->chunk, &sample.row, error) != STATUS_OK)
            abort();
        shard_chunk_add(&packing->chunk, &sample.row);
        if (packing->chunk.rows == packing->chunk.capacity)
            status = shard_sample_write_chunk(packing, writer, error);
    }
    shard_sample_release(&sample);
    return status == STATUS_OK ? shard_sample_write_chunk(packing, writer, error) : status;
}

/* Writes a shard of `rows` sample rows to a descriptor. */
static inline enum status shard_sample_write(int descriptor, const char *name,
                                             const struct shard_writer_options *options,
                                             uint64_t rows, struct shard_summary *summary,
                                             struct error *error) {
    struct shard_writer *writer;
    enum status status = shard_writer_open(&writer, descriptor, name, options, error);
    if (status != STATUS_OK)
        return status;
    struct shard_sample_packing packing;
    if (shard_chunk_init(&packing.chunk, options->shape, error) != STATUS_OK ||
        packed_chunk_init(&packing.packed, options->shape, error) != STATUS_OK ||
        shard_packer_init(&packing.packer, options->shape, options->method, error) != STATUS_OK ||
        shard_digests_init(&packing.digests, options->shape, error) != STATUS_OK)
        abort();
    status = shard_sample_write_rows(&packing, writer, options->shape, rows, error);
    *summary = (struct shard_summary){.rows = shard_writer_rows(writer), .shape = options->shape};
    if (shard_digests_finish(&packing.digests, summary->digests, error) != STATUS_OK)
        abort();
    shard_chunk_release(&packing.chunk);
    packed_chunk_release(&packing.packed);
    shard_packer_release(&packing.packer);
    shard_digests_release(&packing.digests);
    if (status == STATUS_OK)
        return shard_writer_close(writer, error);
    shard_writer_abandon(writer);
    return status;
}

/* An empty file without a name. */
static inline int shard_sample_file(void) {
    return memfd_create("shard", MFD_CLOEXEC);
}

/* All bytes of an open file; *size tells how many. */
static inline unsigned char *shard_sample_bytes(int descriptor, size_t *size) {
    *size = (size_t)lseek(descriptor, 0, SEEK_END);
    unsigned char *bytes = malloc(*size + 1);
    if (pread(descriptor, bytes, *size, 0) != (ssize_t)*size)
        abort();
    return bytes;
}

#endif
