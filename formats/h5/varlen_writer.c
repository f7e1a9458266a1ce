#include "formats/h5/varlen_writer.h"

#include <stdbool.h>
#include <stdlib.h>

#include "formats/h5/hdf5_file.h"

/* The datasets, those of a shard but the mask. */
static const enum shard_dataset DATASETS[] = {SHARD_INPUT_IDS, SHARD_SEGMENT_IDS,
                                              SHARD_MASKED_LM_POSITIONS, SHARD_MASKED_LM_IDS,
                                              SHARD_NEXT_SENTENCE_LABELS};
enum { DATASET_COUNT = sizeof DATASETS / sizeof DATASETS[0] };

struct varlen_writer {
    struct hdf5_file file;
    struct shard_shape shape;
    hid_t datasets[SHARD_DATASETS]; /* -1 until created */
    hid_t sequence;                 /* the type of a row */
    hvl_t *rows;                    /* owned: of a chunk */
    int16_t *numbers;               /* owned: what they point at */
    uint64_t written;
    bool broken;
};

static hid_t create_dataset(const struct varlen_writer *writer, enum shard_dataset dataset) {
    hsize_t none = 0;
    hsize_t unlimited = H5S_UNLIMITED;
    hsize_t chunk = shard_layout_chunk_rows(writer->shape);
    hid_t type = dataset == SHARD_NEXT_SENTENCE_LABELS ? H5T_STD_I8LE : writer->sequence;
    hid_t space = H5Screate_simple(1, &none, &unlimited);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t made = -1;
    if (space >= 0 && creation >= 0 && H5Pset_obj_track_times(creation, 0) >= 0 &&
        H5Pset_chunk(creation, 1, &chunk) >= 0)
        made = H5Dcreate2(writer->file.id, shard_layouts[dataset].name, type, space, H5P_DEFAULT,
                          creation, H5P_DEFAULT);
    if (creation >= 0)
        H5Pclose(creation);
    if (space >= 0)
        H5Sclose(space);
    return made;
}

static enum status create_file(struct varlen_writer *writer, int descriptor, const char *name,
                               const struct shard_writer_options *options, struct error *error) {
    enum status status = hdf5_file_create(&writer->file, descriptor, name, error);
    if (status == STATUS_OK && options->provenance != NULL)
        status = hdf5_file_write_text(&writer->file, SHARD_PROVENANCE_ATTRIBUTE,
                                      options->provenance, error);
    if (status != STATUS_OK)
        return status;
    writer->sequence = H5Tvlen_create(H5T_STD_I16LE);
    bool created = writer->sequence >= 0;
    for (unsigned i = 0; i < DATASET_COUNT && created; i++) {
        writer->datasets[DATASETS[i]] = create_dataset(writer, DATASETS[i]);
        created = writer->datasets[DATASETS[i]] >= 0;
    }
    return created ? hdf5_file_check(&writer->file, error)
                   : hdf5_file_failed(&writer->file, error, "cannot write");
}

enum status varlen_writer_open(struct varlen_writer **writer, int descriptor, const char *name,
                               const struct shard_writer_options *options, struct error *error) {
    *writer = NULL;
    enum status status = shard_layout_check(options->shape, error);
    if (status != STATUS_OK)
        return status;
    struct varlen_writer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "a shard");
    *made = (struct varlen_writer){.file = {.id = -1}, .shape = options->shape, .sequence = -1};
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        made->datasets[i] = -1;
    size_t rows = shard_layout_chunk_rows(options->shape);
    uint32_t columns = shard_layout_columns(options->shape, SHARD_INPUT_IDS);
    if (columns < options->shape.max_predictions_per_seq)
        columns = options->shape.max_predictions_per_seq;
    made->rows = calloc(rows, sizeof *made->rows);
    made->numbers = calloc(rows * columns, sizeof *made->numbers);
    status =
        made->rows != NULL && made->numbers != NULL ? STATUS_OK : error_no_memory(error, "a shard");
    if (status == STATUS_OK)
        status = create_file(made, descriptor, name, options, error);
    if (status != STATUS_OK) {
        varlen_writer_abandon(made);
        return status;
    }
    *writer = made;
    return STATUS_OK;
}

/* A row's numbers out of its planes; false when one does not fit. */
static bool take_numbers(int16_t *numbers, const struct shard_chunk *chunk,
                         enum shard_dataset dataset, uint32_t row, uint32_t count) {
    size_t start = (size_t)shard_layout_columns(chunk->shape, dataset) * row;
    unsigned above = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned number = 0;
        for (unsigned k = 0; k < chunk->plane_count[dataset]; k++)
            number |= (unsigned)chunk->planes[dataset][k][start + i] << 8 * k;
        above |= number & ~(unsigned)INT16_MAX;
        numbers[i] = (int16_t)number;
    }
    return above == 0;
}

/* Makes writer->rows of a dataset; false when a number does not fit. */
static bool make_rows(struct varlen_writer *writer, const struct shard_chunk *chunk,
                      enum shard_dataset dataset) {
    bool predictions = dataset == SHARD_MASKED_LM_POSITIONS || dataset == SHARD_MASKED_LM_IDS;
    int16_t *numbers = writer->numbers;
    bool fit = true;
    for (uint32_t row = 0; row < chunk->rows; row++) {
        uint32_t count = predictions ? chunk->prediction_counts[row] : chunk->lengths[row];
        if (dataset == SHARD_SEGMENT_IDS) {
            for (uint32_t i = 0; i < count; i++)
                numbers[i] = (int16_t)(i >= chunk->first_lengths[row]);
        } else {
            fit = take_numbers(numbers, chunk, dataset, row, count) && fit;
        }
        writer->rows[row] = (hvl_t){count, numbers};
        numbers += count;
    }
    return fit;
}

static enum status write_dataset(struct varlen_writer *writer, const struct shard_chunk *chunk,
                                 enum shard_dataset dataset, struct error *error) {
    bool labels = dataset == SHARD_NEXT_SENTENCE_LABELS;
    if (!labels && !make_rows(writer, chunk, dataset))
        return error_set(error, STATUS_FAILED,
                         "a token id is larger than 32767, and MLPerf's schema has 16-bit ids; "
                         "use --format hdf5");
    hid_t id = writer->datasets[dataset];
    hsize_t start = writer->written;
    hsize_t count = chunk->rows;
    hsize_t extent = start + count;
    bool written = false;
    hid_t memory = H5Screate_simple(1, &count, NULL);
    hid_t space = H5Dset_extent(id, &extent) >= 0 ? H5Dget_space(id) : -1;
    hid_t native = labels ? H5Tcopy(H5T_NATIVE_SCHAR) : H5Tvlen_create(H5T_NATIVE_INT16);
    if (memory >= 0 && space >= 0 && native >= 0 &&
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0)
        written = H5Dwrite(id, native, memory, space, H5P_DEFAULT,
                           labels ? (const void *)chunk->labels : writer->rows) >= 0;
    enum status status = written ? hdf5_file_check(&writer->file, error)
                                 : hdf5_file_failed(&writer->file, error, "cannot write");
    if (native >= 0)
        H5Tclose(native);
    if (space >= 0)
        H5Sclose(space);
    if (memory >= 0)
        H5Sclose(memory);
    return status;
}

static enum status fail_again(const struct varlen_writer *writer, struct error *error) {
    return error_set(error, STATUS_FAILED, "an earlier write to '%s' failed", writer->file.name);
}

enum status varlen_writer_write(struct varlen_writer *writer, const struct shard_chunk *chunk,
                                struct error *error) {
    if (writer->broken)
        return fail_again(writer, error);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < DATASET_COUNT && status == STATUS_OK; i++)
        status = write_dataset(writer, chunk, DATASETS[i], error);
    writer->written += chunk->rows;
    writer->broken = status != STATUS_OK;
    return status;
}

uint64_t varlen_writer_rows(const struct varlen_writer *writer) {
    return writer->written;
}

enum status varlen_writer_close(struct varlen_writer *writer, struct error *error) {
    enum status status;
    if (writer->broken)
        status = fail_again(writer, error);
    else if (writer->written == 0)
        status = error_set(error, STATUS_FAILED,
                           "the shard '%s' would have no rows, which trainers cannot read",
                           writer->file.name);
    else
        status = hdf5_file_close(&writer->file, error);
    varlen_writer_abandon(writer);
    return status;
}

void varlen_writer_abandon(struct varlen_writer *writer) {
    if (writer == NULL)
        return;
    /* Closing the file closes what is in it, but not the type, which is not. */
    struct error ignored;
    if (writer->sequence >= 0)
        H5Tclose(writer->sequence);
    (void)!hdf5_file_close(&writer->file, &ignored);
    free(writer->rows);
    free(writer->numbers);
    free(writer);
}
