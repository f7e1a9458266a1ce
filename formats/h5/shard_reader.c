#include "formats/h5/shard_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/h5/hdf5_file.h"
#include "formats/h5/shard_writer.h"
#include "formats/h5/stored_dataset.h"

struct shard_reader {
    struct hdf5_file file;
    char *name;           /* owned */
    int owned_descriptor; /* opened here, or -1 */
    struct stored_dataset datasets[SHARD_DATASETS];
    struct shard_shape shape;
    char *provenance; /* owned, or NULL */
};

/* Provenance of more bytes than this is not ours; it keeps a forged length from being believed. */
static const size_t LARGEST_PROVENANCE = (size_t)1 << 20;

/* Bytes that shard_reader_digest holds at a time, at least a row. */
static const size_t DIGEST_STEP = (size_t)1 << 18;

/* The string in an attribute of one variable-length string, copied; NULL when it is not one. */
static char *read_string(hid_t attribute) {
    char *copy = NULL;
    char *text = NULL;
    hid_t type = H5Aget_type(attribute);
    hid_t space = H5Aget_space(attribute);
    hid_t memory = H5Tcopy(H5T_C_S1);
    if (type >= 0 && space >= 0 && memory >= 0 && H5Tis_variable_str(type) > 0 &&
        H5Sget_simple_extent_type(space) == H5S_SCALAR && H5Tset_size(memory, H5T_VARIABLE) >= 0 &&
        H5Tset_cset(memory, H5Tget_cset(type)) >= 0 && H5Aread(attribute, memory, &text) >= 0 &&
        text != NULL) {
        if (strnlen(text, LARGEST_PROVENANCE) < LARGEST_PROVENANCE)
            copy = strdup(text);
        H5free_memory(text);
    }
    if (memory >= 0)
        H5Tclose(memory);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return copy;
}

static enum status take_provenance(struct shard_reader *reader, struct error *error) {
    htri_t exists = H5Aexists(reader->file.id, SHARD_PROVENANCE_ATTRIBUTE);
    if (exists == 0)
        return STATUS_OK;
    hid_t attribute =
        exists < 0 ? -1 : H5Aopen(reader->file.id, SHARD_PROVENANCE_ATTRIBUTE, H5P_DEFAULT);
    if (attribute >= 0) {
        reader->provenance = read_string(attribute);
        H5Aclose(attribute);
    }
    if (reader->provenance == NULL)
        return error_set(error, STATUS_CORRUPT,
                         "'%s' is not a whole shard: its provenance is damaged", reader->name);
    return STATUS_OK;
}

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
    struct stat info;
    if (fstat(descriptor, &info) != 0)
        return error_system(error, errno, "cannot read", reader->name);
    enum status status = hdf5_file_open(&reader->file, descriptor, reader->name, error);
    /* With no error of the system's, what HDF5 cannot open is damaged. */
    if (status == STATUS_FAILED && reader->file.read_error == 0)
        status = error->status = STATUS_CORRUPT;
    uint64_t size = info.st_size > 0 ? (uint64_t)info.st_size : 0;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = stored_dataset_open(&reader->datasets[i], &reader->file, size, &shard_layouts[i],
                                     error);
    if (status == STATUS_OK)
        status = check_agreement(reader, error);
    return status != STATUS_OK ? status : take_provenance(reader, error);
}

enum status shard_reader_open_descriptor(struct shard_reader **reader, int descriptor,
                                         const char *name, struct error *error) {
    *reader = NULL;
    struct shard_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "a shard");
    made->file.id = H5I_INVALID_HID;
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

void shard_reader_close(struct shard_reader *reader) {
    if (reader == NULL)
        return;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        stored_dataset_release(&reader->datasets[i]);
    struct error ignored;
    (void)!hdf5_file_close(&reader->file, &ignored);
    if (reader->owned_descriptor >= 0)
        close(reader->owned_descriptor);
    free(reader->provenance);
    free(reader->name);
    free(reader);
}
