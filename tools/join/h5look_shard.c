#include "tools/join/h5look_shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/base/endian.h"
#include "formats/stream/provenance.h"

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

static void take_hdf5(struct h5look_shard *shard) {
    shard->format = SHARD_FORMAT_HDF5;
    shard->shape = shard_reader_shape(shard->hdf5);
    shard->rows = shard_reader_rows(shard->hdf5);
    shard->provenance = shard_reader_provenance(shard->hdf5);
}

static enum status take_varlen(struct h5look_shard *shard, struct error *error) {
    struct provenance_examples examples;
    struct error ignored;
    enum status status = STATUS_OK;
    shard->format = SHARD_FORMAT_HDF5_VARLEN;
    shard->rows = varlen_reader_rows(shard->varlen);
    shard->provenance = varlen_reader_provenance(shard->varlen);
    if (shard->provenance != NULL &&
        provenance_read_examples(&examples, view_of_string(shard->provenance), &ignored) ==
            STATUS_OK) {
        status = varlen_reader_set_shape(
            shard->varlen,
            (struct shard_shape){examples.max_seq_length, examples.max_predictions_per_seq}, error);
        provenance_examples_release(&examples);
    }
    shard->shape = varlen_reader_shape(shard->varlen);
    return status;
}

static void take_examples(struct h5look_shard *shard) {
    uint32_t columns = bert_example_reader_count(shard->examples, BERT_FEATURE_INPUT_IDS);
    shard->format = SHARD_FORMAT_TFRECORD;
    shard->rows = bert_example_reader_rows(shard->examples);
    shard->shape = (struct shard_shape){
        columns == 0 ? 1 : columns,
        bert_example_reader_count(shard->examples, BERT_FEATURE_MASKED_LM_POSITIONS)};
}

/* Whether the name says that there are TFRecords; what is in a damaged file cannot tell. */
static bool has_records_name(const char *path) {
    const char *ending = strrchr(path, '.');
    return ending != NULL &&
           (strcmp(ending, ".tfrecord") == 0 || strcmp(ending, ".tfrecords") == 0);
}

/* Tries the two kinds of HDF5 shards. */
static enum status open_hdf5(struct h5look_shard *shard, struct error *error) {
    enum status status = shard_reader_open(&shard->hdf5, shard->path, error);
    if (status == STATUS_OK)
        take_hdf5(shard);
    if (status != STATUS_CORRUPT)
        return status;
    struct error other;
    enum status again = varlen_reader_open(&shard->varlen, shard->path, &other);
    if (again == STATUS_OK)
        return take_varlen(shard, error);
    /* What is damaged may not tell what it was, but its name can. */
    const char *slash = strrchr(shard->path, '/');
    if (strncmp(slash == NULL ? shard->path : slash + 1, "part_", 5) != 0)
        return status;
    *error = other;
    return again;
}

/* Finds out what a file is; the sentence is about what its name says it should be. */
static enum status open_any(struct h5look_shard *shard, struct error *error) {
    bool records = has_records_name(shard->path);
    struct error other;
    enum status status = records ? STATUS_NOT_OURS : open_hdf5(shard, error);
    if (status != STATUS_NOT_OURS)
        return status;
    status = bert_example_reader_open(&shard->examples, shard->path, records ? error : &other);
    if (status == STATUS_OK)
        take_examples(shard);
    return records || status == STATUS_OK ? status : STATUS_NOT_OURS;
}

enum status h5look_shard_open(struct h5look_shard *shard, const char *path, struct error *error) {
    *shard = (struct h5look_shard){.path = path};
    struct stat info;
    if (stat(path, &info) != 0)
        return error_system(error, errno, "cannot open", path);
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_FAILED, "'%s' is not a regular file", path);
    enum status status = open_any(shard, error);
    if (status == STATUS_OK)
        status = make_room(shard, error);
    if (status != STATUS_OK)
        h5look_shard_close(shard);
    return status;
}

/* Puts the lists of records into rows. STATUS_CORRUPT for what HDF5 shards have no room for. */
static enum status read_examples(struct h5look_shard *shard, uint64_t first, struct error *error) {
    for (uint32_t row = 0; row < shard->held; row++) {
        enum status status = bert_example_reader_read(shard->examples, first + row, error);
        if (status != STATUS_OK)
            return status;
        /* The features are in the order of the datasets. */
        for (unsigned i = 0; i < SHARD_DATASETS; i++) {
            const int32_t *values = bert_example_reader_values(shard->examples, i);
            uint32_t columns = shard_layout_columns(shard->shape, i);
            unsigned char *at = shard->bytes[i] + shard_layout_row_bytes(shard->shape, i) * row;
            for (uint32_t k = 0; k < columns; k++) {
                if (shard_layouts[i].element_size == 4)
                    store_le32(at + (size_t)4 * k, (uint32_t)values[k]);
                else if (values[k] >= INT8_MIN && values[k] <= INT8_MAX)
                    at[k] = (unsigned char)values[k];
                else
                    return error_set(error, STATUS_CORRUPT,
                                     "'%s' is damaged: in record %" PRIu64 " '%s' has %" PRId32,
                                     shard->path, first + row, shard_layouts[i].name, values[k]);
            }
        }
    }
    return STATUS_OK;
}

static enum status read_dataset(struct h5look_shard *shard, enum shard_dataset dataset,
                                uint64_t first, struct error *error) {
    if (shard->varlen != NULL)
        return varlen_reader_read(shard->varlen, dataset, shard->bytes[dataset], first, shard->held,
                                  error);
    return shard_reader_read(shard->hdf5, dataset, shard->bytes[dataset], first, shard->held,
                             error);
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
    if (shard->examples != NULL)
        status = read_examples(shard, first, error);
    for (unsigned i = 0;
         shard->examples == NULL && i < SHARD_DATASETS && shard->held > 0 && status == STATUS_OK;
         i++)
        status = read_dataset(shard, i, first, error);
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
    varlen_reader_close(shard->varlen);
    bert_example_reader_close(shard->examples);
    *shard = (struct h5look_shard){.path = NULL};
}
