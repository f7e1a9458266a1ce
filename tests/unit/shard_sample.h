/* shard_sample - made-up rows for the tests of shards, and what they must come to. */
#ifndef TESTS_UNIT_SHARD_SAMPLE_H
#define TESTS_UNIT_SHARD_SAMPLE_H

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/endian.h"
#include "formats/h5/shard_writer.h"

/* A row with room for its parts, and the six rows as they must be stored. */
struct shard_sample {
    struct shard_shape shape;
    struct shard_row row;
    uint32_t *ids;
    uint16_t *positions;
    uint32_t *label_ids;
    unsigned char *stored[SHARD_DATASETS];
};

static inline void shard_sample_init(struct shard_sample *sample, struct shard_shape shape) {
    *sample = (struct shard_sample){.shape = shape};
    sample->ids = calloc(shape.max_seq_length, sizeof *sample->ids);
    sample->positions = calloc(shape.max_predictions_per_seq + 1, sizeof *sample->positions);
    sample->label_ids = calloc(shape.max_predictions_per_seq + 1, sizeof *sample->label_ids);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        sample->stored[i] = malloc(shard_layout_row_bytes(shape, i) + 1);
}

static inline void shard_sample_release(struct shard_sample *sample) {
    free(sample->ids);
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
        store_le32(sample->stored[SHARD_INPUT_IDS] + (size_t)4 * i, row->ids[i]);
        sample->stored[SHARD_INPUT_MASK][i] = 1;
        sample->stored[SHARD_SEGMENT_IDS][i] = i >= row->first_segment_length;
    }
    for (uint32_t i = 0; i < row->prediction_count; i++) {
        store_le32(sample->stored[SHARD_MASKED_LM_POSITIONS] + (size_t)4 * i, row->positions[i]);
        store_le32(sample->stored[SHARD_MASKED_LM_IDS] + (size_t)4 * i, row->label_ids[i]);
    }
    sample->stored[SHARD_NEXT_SENTENCE_LABELS][0] = (unsigned char)row->label;
}

/* Fills in row `number`: lengths from 0 to full, ids up to INT32_MAX now and then. */
static inline void shard_sample_make(struct shard_sample *sample, uint64_t number) {
    uint32_t length = sample->shape.max_seq_length;
    if (number % 3 == 0)
        length = shard_sample_number(number, 0) % (length + 1);
    for (uint32_t i = 0; i < length; i++)
        sample->ids[i] = 1000 + shard_sample_number(number, i + 1) % 3000;
    if (length > 0 && number % 100 == 1)
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
    struct shard_sample sample;
    shard_sample_init(&sample, options->shape);
    for (uint64_t i = 0; i < rows && status == STATUS_OK; i++) {
        shard_sample_make(&sample, i);
        status = shard_writer_add(writer, &sample.row, error);
    }
    shard_sample_release(&sample);
    if (status == STATUS_OK)
        return shard_writer_close(writer, summary, error);
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
