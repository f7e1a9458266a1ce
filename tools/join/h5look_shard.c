#include "tools/join/h5look_shard.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "formats/base/endian.h"

/* Bytes of rows held at a time, at least a row. */
static const size_t BLOCK = (size_t)1 << 18;

static enum status make_room(struct h5look_shard *shard, struct error *error) {
    size_t row = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        row += shard_layout_row_bytes(shard->shape, i);
    shard->step = row > BLOCK ? 1 : (uint32_t)(BLOCK / row);
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        size_t bytes = shard_layout_row_bytes(shard->shape, i) * shard->step;
        bool wide = shard_layouts[i].element_size == 4;
        shard->bytes[i] = malloc(bytes + 1);
        shard->numbers[i] = wide ? malloc(bytes + 1) : NULL;
        if (shard->bytes[i] == NULL || (wide && shard->numbers[i] == NULL))
            return error_no_memory(error, "the rows of a shard");
    }
    return STATUS_OK;
}

enum status h5look_shard_open(struct h5look_shard *shard, const char *path, struct error *error) {
    *shard = (struct h5look_shard){.path = path};
    struct stat info;
    if (stat(path, &info) != 0)
        return error_system(error, errno, "cannot open", path);
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_FAILED, "'%s' is not a regular file", path);
    enum status status = shard_reader_open(&shard->hdf5, path, error);
    if (status == STATUS_OK) {
        shard->format = SHARD_FORMAT_HDF5;
        shard->shape = shard_reader_shape(shard->hdf5);
        shard->rows = shard_reader_rows(shard->hdf5);
        shard->provenance = shard_reader_provenance(shard->hdf5);
        status = make_room(shard, error);
    }
    if (status != STATUS_OK)
        h5look_shard_close(shard);
    return status;
}

/* Makes numbers of the bytes of four. */
static void take_numbers(struct h5look_shard *shard) {
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (shard->numbers[i] == NULL)
            continue;
        size_t count = (size_t)shard_layout_columns(shard->shape, i) * shard->held;
        for (size_t k = 0; k < count; k++)
            shard->numbers[i][k] = (int32_t)load_le32(shard->bytes[i] + 4 * k);
    }
}

enum status h5look_shard_read(struct h5look_shard *shard, uint64_t first, struct error *error) {
    uint64_t left = first < shard->rows ? shard->rows - first : 0;
    shard->held = left < shard->step ? (uint32_t)left : shard->step;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && shard->held > 0 && status == STATUS_OK; i++)
        status = shard_reader_read(shard->hdf5, i, shard->bytes[i], first, shard->held, error);
    if (status == STATUS_OK)
        take_numbers(shard);
    return status;
}

struct h5look_row h5look_shard_row(const struct h5look_shard *shard, uint32_t index) {
    struct h5look_row row = {.columns = shard->shape.max_seq_length,
                             .predictions = shard->shape.max_predictions_per_seq};
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        row.bytes[i] = shard->bytes[i] + shard_layout_row_bytes(shard->shape, i) * index;
    size_t words = (size_t)index * row.columns;
    size_t predictions = (size_t)index * row.predictions;
    row.ids = shard->numbers[SHARD_INPUT_IDS] + words;
    row.positions = shard->numbers[SHARD_MASKED_LM_POSITIONS] + predictions;
    row.label_ids = shard->numbers[SHARD_MASKED_LM_IDS] + predictions;
    row.mask = (const signed char *)row.bytes[SHARD_INPUT_MASK];
    row.segments = (const signed char *)row.bytes[SHARD_SEGMENT_IDS];
    row.label = (signed char)row.bytes[SHARD_NEXT_SENTENCE_LABELS][0];
    /* Position 0 is [CLS], which is never predicted, so a 0 is padding. */
    while (row.prediction_count < row.predictions && row.positions[row.prediction_count] != 0)
        row.prediction_count++;
    return row;
}

void h5look_shard_close(struct h5look_shard *shard) {
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        free(shard->bytes[i]);
        free(shard->numbers[i]);
    }
    shard_reader_close(shard->hdf5);
    *shard = (struct h5look_shard){.path = NULL};
}
