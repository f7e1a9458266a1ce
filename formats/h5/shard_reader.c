#include "formats/h5/shard_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/h5/hdf5_attribute.h"
#include "formats/h5/hdf5_group.h"
#include "formats/h5/shard_writer.h"
#include "formats/h5/stored_dataset.h"

struct shard_reader {
    struct hdf5_input input;
    char *name;           /* owned */
    int owned_descriptor; /* opened here, or -1 */
    struct stored_dataset datasets[SHARD_DATASETS];
    struct shard_shape shape;
    char *provenance; /* owned, or NULL */
};

/* Bytes that shard_reader_digest holds at a time, at least a row. */
static const size_t DIGEST_STEP = (size_t)1 << 18;

static enum status check_agreement(struct shard_reader *reader, struct error *error) {
    const struct stored_dataset *datasets = reader->datasets;
    reader->shape.max_seq_length = (uint32_t)datasets[SHARD_INPUT_IDS].columns;
    reader->shape.max_predictions_per_seq = (uint32_t)datasets[SHARD_MASKED_LM_IDS].columns;
    bool agree = shard_layout_check(reader->shape, error) == STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (datasets[i].rows != datasets[0].rows ||
            datasets[i].columns != shard_layout_columns(reader->shape, i))
            agree = false;
    }
    return agree ? STATUS_OK
                 : error_set(error, STATUS_CORRUPT,
                             "'%s' is not a whole shard: the shapes of its datasets do not agree",
                             reader->name);
}

static enum status open_parts(struct shard_reader *reader, int descriptor, struct error *error) {
    struct hdf5_group group;
    enum status status = hdf5_input_open(&reader->input, descriptor, reader->name, error);
    if (status == STATUS_OK)
        status = hdf5_group_open(&group, &reader->input, reader->input.root_address, error);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = stored_dataset_open(&reader->datasets[i], &group, &shard_layouts[i], error);
    hdf5_group_release(&group);
    if (status == STATUS_OK)
        status = check_agreement(reader, error);
    if (status != STATUS_OK)
        return status;
    return hdf5_attribute_read_root_text(&reader->input, &reader->provenance,
                                         SHARD_PROVENANCE_ATTRIBUTE, error);
}

enum status shard_reader_open_descriptor(struct shard_reader **reader, int descriptor,
                                         const char *name, struct error *error) {
    *reader = NULL;
    struct shard_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "a shard");
    made->owned_descriptor = -1;
    made->name = strdup(name);
    enum status status = made->name != NULL ? open_parts(made, descriptor, error)
                                            : error_no_memory(error, "a shard");
    if (status != STATUS_OK) {
        shard_reader_close(made);
        return status;
    }
    *reader = made;
    return STATUS_OK;
}

enum status shard_reader_open(struct shard_reader **reader, const char *path, struct error *error) {
    *reader = NULL;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return error_system(error, errno, "cannot open", path);
    enum status status = shard_reader_open_descriptor(reader, descriptor, path, error);
    if (status != STATUS_OK)
        close(descriptor);
    else
        (*reader)->owned_descriptor = descriptor;
    return status;
}

uint64_t shard_reader_rows(const struct shard_reader *reader) {
    return reader->datasets[0].rows;
}

struct shard_shape shard_reader_shape(const struct shard_reader *reader) {
    return reader->shape;
}

const char *shard_reader_provenance(const struct shard_reader *reader) {
    return reader->provenance;
}

enum status shard_reader_read(struct shard_reader *reader, enum shard_dataset dataset, void *out,
                              uint64_t first_row, size_t row_count, struct error *error) {
    uint64_t rows = shard_reader_rows(reader);
    if (first_row > rows || row_count > rows - first_row)
        return error_set(error, STATUS_USAGE, "'%s' has fewer rows than were asked for",
                         reader->name);
    return stored_dataset_read(&reader->datasets[dataset], out, first_row, row_count, error);
}

enum status shard_reader_digest(struct shard_reader *reader, enum shard_dataset dataset,
                                unsigned char digest[SHA256_SIZE], struct error *error) {
    size_t row_bytes = reader->datasets[dataset].row_bytes;
    uint64_t rows = row_bytes == 0 ? 0 : shard_reader_rows(reader);
    size_t step = row_bytes == 0 || row_bytes > DIGEST_STEP ? 1 : DIGEST_STEP / row_bytes;
    struct sha256 hash;
    enum status status = sha256_init(&hash, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *block = malloc(step * row_bytes + 1);
    if (block == NULL)
        status = error_no_memory(error, "the rows of a shard");
    for (uint64_t row = 0; row < rows && status == STATUS_OK; row += step) {
        size_t count = rows - row < step ? (size_t)(rows - row) : step;
        status = shard_reader_read(reader, dataset, block, row, count, error);
        if (status == STATUS_OK)
            status = sha256_update(&hash, block, count * row_bytes, error);
    }
    if (status == STATUS_OK)
        status = sha256_finish(&hash, digest, error);
    free(block);
    sha256_release(&hash);
    return status;
}

bool shard_reader_is_packed_by(const struct shard_reader *reader, struct deflate_method method) {
    uint32_t rows = shard_layout_chunk_rows(reader->shape);
    bool same = true;
    for (unsigned i = 0; i < SHARD_DATASETS && same; i++)
        same = shard_layout_columns(reader->shape, i) == 0 ||
               stored_dataset_is_packed(&reader->datasets[i], rows, method.library != DEFLATE_NONE);
    return same;
}

enum status shard_reader_copy_chunk(struct shard_reader *reader, struct packed_chunk *packed,
                                    uint64_t index, struct error *error) {
    uint32_t rows = shard_layout_chunk_rows(reader->shape);
    if (index >= shard_reader_rows(reader) / rows)
        return error_set(error, STATUS_USAGE, "'%s' has fewer whole chunks than were asked for",
                         reader->name);
    size_t used = 0;
    packed->rows = rows;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        packed->starts[i] = used;
        packed->sizes[i] = 0;
        struct stored_dataset *dataset = &reader->datasets[i];
        if (shard_layout_columns(reader->shape, i) == 0)
            continue;
        if (!stored_dataset_is_packed(dataset, rows, dataset->header.filter_count > 0))
            return error_set(error, STATUS_USAGE, "'%s' is not stored in chunks of whole rows",
                             reader->name);
        enum status status = stored_dataset_copy(dataset, packed->bytes + used, &packed->sizes[i],
                                                 packed->capacity - used, index * rows, error);
        if (status != STATUS_OK)
            return status;
        used += packed->sizes[i];
    }
    return STATUS_OK;
}

void shard_reader_close(struct shard_reader *reader) {
    if (reader == NULL)
        return;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        stored_dataset_release(&reader->datasets[i]);
    if (reader->owned_descriptor >= 0)
        close(reader->owned_descriptor);
    free(reader->provenance);
    free(reader->name);
    free(reader);
}
