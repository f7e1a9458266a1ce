#include "formats/h5/shard_writer.h"

#include <stdbool.h>
#include <stdlib.h>

#include "formats/h5/hdf5_file.h"

struct shard_writer {
    struct hdf5_file file;
    struct shard_shape shape;
    struct deflate_method method;
    hid_t datasets[SHARD_DATASETS]; /* -1 until created */
    uint64_t rows;                  /* of chunks written */
    bool broken;                    /* a chunk is missing */
};

static bool is_compressed(const struct shard_writer *writer) {
    return writer->method.library != DEFLATE_NONE;
}

/* Property list of a dataset, or a negative number. Columns of 0 leave nothing to cut up. */
static hid_t creation_properties(const struct shard_writer *writer, enum shard_dataset dataset,
                                 uint32_t columns) {
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (creation < 0)
        return creation;
    hsize_t chunk[2] = {shard_layout_chunk_rows(writer->shape), columns};
    bool set = H5Pset_obj_track_times(creation, 0) >= 0;
    if (set && columns > 0) {
        /* Every byte of a chunk is written here, so HDF5 need not fill any. */
        set = H5Pset_chunk(creation, (int)shard_layouts[dataset].rank, chunk) >= 0 &&
              H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER) >= 0;
        if (is_compressed(writer)) {
            /* A note for readers only; HDF5 knows levels up to 9. */
            int level = writer->method.level < 9 ? writer->method.level : 9;
            if (shard_layouts[dataset].element_size > 1)
                set = set && H5Pset_shuffle(creation) >= 0;
            set = set && H5Pset_deflate(creation, (unsigned)level) >= 0;
        }
    }
    if (!set) {
        H5Pclose(creation);
        return -1;
    }
    return creation;
}

/* Creates a dataset of `rows` rows that can grow, or that cannot when it has no columns. */
static enum status create_dataset(struct shard_writer *writer, enum shard_dataset dataset,
                                  uint64_t rows, struct error *error) {
    const struct shard_layout *layout = &shard_layouts[dataset];
    uint32_t columns = shard_layout_columns(writer->shape, dataset);
    hsize_t size[2] = {rows, columns};
    hsize_t highest[2] = {H5S_UNLIMITED, columns};
    hid_t type = layout->element_size == 4 ? H5T_STD_I32LE : H5T_STD_I8LE;
    hid_t space = H5Screate_simple((int)layout->rank, size, columns > 0 ? highest : NULL);
    hid_t creation = creation_properties(writer, dataset, columns);
    hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    /* Chunks go past HDF5's cache, so it gets none. */
    if (space >= 0 && creation >= 0 && access >= 0 &&
        H5Pset_chunk_cache(access, 0, 0, H5D_CHUNK_CACHE_W0_DEFAULT) >= 0)
        writer->datasets[dataset] =
            H5Dcreate2(writer->file.id, layout->name, type, space, H5P_DEFAULT, creation, access);
    enum status status = writer->datasets[dataset] >= 0
                             ? hdf5_file_check(&writer->file, error)
                             : hdf5_file_failed(&writer->file, error, "cannot write");
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    if (space >= 0)
        H5Sclose(space);
    return status;
}

static enum status create_file(struct shard_writer *writer, int descriptor, const char *name,
                               const struct shard_writer_options *options, struct error *error) {
    enum status status = hdf5_file_create(&writer->file, descriptor, name, error);
    if (status == STATUS_OK && options->provenance != NULL)
        status = hdf5_file_write_text(&writer->file, SHARD_PROVENANCE_ATTRIBUTE,
                                      options->provenance, error);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        if (shard_layout_columns(writer->shape, i) > 0)
            status = create_dataset(writer, i, 0, error);
    }
    return status;
}

enum status shard_writer_open(struct shard_writer **writer, int descriptor, const char *name,
                              const struct shard_writer_options *options, struct error *error) {
    *writer = NULL;
    enum status status = shard_layout_check(options->shape, error);
    if (status != STATUS_OK)
        return status;
    struct shard_writer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "a shard");
    made->file.id = -1;
    made->shape = options->shape;
    made->method = options->method;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        made->datasets[i] = -1;
    status = create_file(made, descriptor, name, options, error);
    if (status != STATUS_OK) {
        shard_writer_abandon(made);
        return status;
    }
    *writer = made;
    return STATUS_OK;
}

static enum status write_dataset(struct shard_writer *writer, enum shard_dataset dataset,
                                 const struct packed_chunk *packed, struct error *error) {
    hid_t id = writer->datasets[dataset];
    hsize_t extent[2] = {writer->rows + packed->rows, shard_layout_columns(writer->shape, dataset)};
    hsize_t offset[2] = {writer->rows, 0};
    if (H5Dset_extent(id, extent) < 0 ||
        H5Dwrite_chunk(id, H5P_DEFAULT, 0, offset, packed->sizes[dataset],
                       packed->bytes + packed->starts[dataset]) < 0)
        return hdf5_file_failed(&writer->file, error, "cannot write");
    return hdf5_file_check(&writer->file, error);
}

static enum status fail_again(const struct shard_writer *writer, struct error *error) {
    return error_set(error, STATUS_FAILED, "an earlier write to '%s' failed", writer->file.name);
}

enum status shard_writer_write(struct shard_writer *writer, const struct packed_chunk *packed,
                               struct error *error) {
    if (writer->broken)
        return fail_again(writer, error);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        if (packed->sizes[i] > 0)
            status = write_dataset(writer, i, packed, error);
    }
    writer->rows += packed->rows;
    writer->broken = status != STATUS_OK;
    return status;
}

uint64_t shard_writer_rows(const struct shard_writer *writer) {
    return writer->rows;
}

static enum status finish(struct shard_writer *writer, struct error *error) {
    if (writer->broken)
        return fail_again(writer, error);
    if (writer->rows == 0)
        return error_set(error, STATUS_FAILED,
                         "the shard '%s' would have no rows, which trainers cannot read",
                         writer->file.name);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        if (writer->datasets[i] < 0)
            status = create_dataset(writer, i, writer->rows, error);
    }
    return status != STATUS_OK ? status : hdf5_file_close(&writer->file, error);
}

enum status shard_writer_close(struct shard_writer *writer, struct error *error) {
    enum status status = finish(writer, error);
    shard_writer_abandon(writer);
    return status;
}

void shard_writer_abandon(struct shard_writer *writer) {
    if (writer == NULL)
        return;
    /* Closing the file closes the datasets in it. */
    struct error ignored;
    (void)!hdf5_file_close(&writer->file, &ignored);
    free(writer);
}
