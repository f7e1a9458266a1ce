#include "formats/h5/shard_writer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/h5/byte_shuffle.h"
#include "formats/h5/deflate.h"
#include "formats/h5/hdf5_file.h"
#include "formats/h5/shard_chunk.h"

struct shard_writer {
    struct hdf5_file file;
    hid_t datasets[SHARD_DATASETS]; /* -1 until created */
    struct sha256 hashes[SHARD_DATASETS];
    struct shard_chunk chunk;
    struct deflate deflate;
    unsigned char *shuffled; /* room for the largest chunk */
    unsigned char *packed;   /* the same, compressed */
    size_t packed_capacity;
    uint64_t rows; /* of chunks written */
    bool broken;   /* a chunk is missing */
};

static bool is_compressed(const struct shard_writer *writer) {
    return writer->deflate.method.library != DEFLATE_NONE;
}

/* Property list of a dataset, or a negative number. Columns of 0 leave nothing to cut up. */
static hid_t creation_properties(const struct shard_writer *writer, enum shard_dataset dataset,
                                 uint32_t columns) {
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (creation < 0)
        return creation;
    hsize_t chunk[2] = {writer->chunk.capacity, columns};
    bool set = H5Pset_obj_track_times(creation, 0) >= 0;
    if (set && columns > 0) {
        /* Every byte of a chunk is written here, so HDF5 need not fill any. */
        set = H5Pset_chunk(creation, (int)shard_layouts[dataset].rank, chunk) >= 0 &&
              H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER) >= 0;
        if (is_compressed(writer)) {
            /* A note for readers only; HDF5 knows levels up to 9. */
            int level = writer->deflate.method.level < 9 ? writer->deflate.method.level : 9;
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
    uint32_t columns = shard_layout_columns(writer->chunk.shape, dataset);
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

static enum status write_provenance(struct shard_writer *writer, const char *text,
                                    struct error *error) {
    hid_t attribute = -1;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t type = H5Tcopy(H5T_C_S1);
    bool written = false;
    if (space >= 0 && type >= 0 && H5Tset_size(type, H5T_VARIABLE) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
        attribute = H5Acreate2(writer->file.id, SHARD_PROVENANCE_ATTRIBUTE, type, space,
                               H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, type, &text) >= 0;
        H5Aclose(attribute);
    }
    enum status status = written ? hdf5_file_check(&writer->file, error)
                                 : hdf5_file_failed(&writer->file, error, "cannot write");
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return status;
}

static enum status allocate(struct shard_writer *writer, const struct shard_writer_options *options,
                            struct error *error) {
    enum status status = shard_chunk_init(&writer->chunk, options->shape, error);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = sha256_init(&writer->hashes[i], error);
    if (status != STATUS_OK || options->method.library == DEFLATE_NONE)
        return status;
    size_t largest = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        size_t size = writer->chunk.row_bytes[i] * writer->chunk.capacity;
        largest = size > largest ? size : largest;
    }
    writer->packed_capacity = deflate_bound(largest);
    writer->shuffled = malloc(largest);
    writer->packed = malloc(writer->packed_capacity);
    if (writer->shuffled == NULL || writer->packed == NULL)
        return error_no_memory(error, "the chunks of a shard");
    return deflate_init(&writer->deflate, options->method, error);
}

static enum status create_file(struct shard_writer *writer, int descriptor, const char *name,
                               const struct shard_writer_options *options, struct error *error) {
    enum status status = hdf5_file_create(&writer->file, descriptor, name, error);
    if (status == STATUS_OK && options->provenance != NULL)
        status = write_provenance(writer, options->provenance, error);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        if (writer->chunk.row_bytes[i] > 0)
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
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        made->datasets[i] = -1;
    status = allocate(made, options, error);
    if (status == STATUS_OK)
        status = create_file(made, descriptor, name, options, error);
    if (status != STATUS_OK) {
        shard_writer_abandon(made);
        return status;
    }
    *writer = made;
    return STATUS_OK;
}

/* Shuffles and compresses a chunk of a dataset; *bytes are valid until the next call. */
static enum status pack(struct shard_writer *writer, enum shard_dataset dataset,
                        const unsigned char **bytes, size_t *size, struct error *error) {
    const struct shard_chunk *chunk = &writer->chunk;
    *bytes = chunk->bytes[dataset];
    *size = chunk->row_bytes[dataset] * chunk->capacity;
    if (!is_compressed(writer))
        return STATUS_OK;
    const unsigned char *input = *bytes;
    if (shard_layouts[dataset].element_size == 4) {
        byte_shuffle_apply(writer->shuffled, input, *size / 4);
        input = writer->shuffled;
    }
    *bytes = writer->packed;
    return deflate_compress(&writer->deflate, writer->packed, size, writer->packed_capacity, input,
                            *size, error);
}

static enum status write_chunk(struct shard_writer *writer, enum shard_dataset dataset,
                               struct error *error) {
    const struct shard_chunk *chunk = &writer->chunk;
    enum status status = sha256_update(&writer->hashes[dataset], chunk->bytes[dataset],
                                       chunk->row_bytes[dataset] * chunk->rows, error);
    if (status != STATUS_OK)
        return status;
    const unsigned char *bytes;
    size_t size;
    status = pack(writer, dataset, &bytes, &size, error);
    if (status != STATUS_OK)
        return status;
    hid_t id = writer->datasets[dataset];
    hsize_t extent[2] = {writer->rows + chunk->rows, shard_layout_columns(chunk->shape, dataset)};
    hsize_t offset[2] = {writer->rows, 0};
    if (H5Dset_extent(id, extent) < 0 ||
        H5Dwrite_chunk(id, H5P_DEFAULT, 0, offset, size, bytes) < 0)
        return hdf5_file_failed(&writer->file, error, "cannot write");
    return hdf5_file_check(&writer->file, error);
}

/* Writes the gathered rows; any failure makes the shard useless. */
static enum status write_rows(struct shard_writer *writer, struct error *error) {
    enum status status = STATUS_OK;
    shard_chunk_pad(&writer->chunk);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        if (writer->chunk.row_bytes[i] > 0)
            status = write_chunk(writer, i, error);
    }
    writer->rows += writer->chunk.rows;
    writer->chunk.rows = 0;
    writer->broken = status != STATUS_OK;
    return status;
}

enum status shard_writer_add(struct shard_writer *writer, const struct shard_row *row,
                             struct error *error) {
    enum status status = shard_chunk_check(&writer->chunk, row, error);
    if (status != STATUS_OK)
        return status;
    if (writer->broken)
        return error_set(error, STATUS_FAILED, "an earlier write to '%s' failed",
                         writer->file.name);
    shard_chunk_add(&writer->chunk, row);
    return writer->chunk.rows < writer->chunk.capacity ? STATUS_OK : write_rows(writer, error);
}

uint64_t shard_writer_rows(const struct shard_writer *writer) {
    return writer->rows + writer->chunk.rows;
}

static enum status finish(struct shard_writer *writer, struct shard_summary *summary,
                          struct error *error) {
    if (writer->broken)
        return error_set(error, STATUS_FAILED, "an earlier write to '%s' failed",
                         writer->file.name);
    if (shard_writer_rows(writer) == 0)
        return error_set(error, STATUS_FAILED,
                         "the shard '%s' would have no rows, which trainers cannot read",
                         writer->file.name);
    enum status status = writer->chunk.rows > 0 ? write_rows(writer, error) : STATUS_OK;
    *summary = (struct shard_summary){.rows = writer->rows, .shape = writer->chunk.shape};
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        if (writer->datasets[i] < 0)
            status = create_dataset(writer, i, writer->rows, error);
        if (status == STATUS_OK)
            status = sha256_finish(&writer->hashes[i], summary->digests[i], error);
    }
    return status != STATUS_OK ? status : hdf5_file_close(&writer->file, error);
}

enum status shard_writer_close(struct shard_writer *writer, struct shard_summary *summary,
                               struct error *error) {
    enum status status = finish(writer, summary, error);
    shard_writer_abandon(writer);
    return status;
}

void shard_writer_abandon(struct shard_writer *writer) {
    if (writer == NULL)
        return;
    /* Closing the file closes the datasets in it. */
    struct error ignored;
    (void)!hdf5_file_close(&writer->file, &ignored);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        sha256_release(&writer->hashes[i]);
    shard_chunk_release(&writer->chunk);
    deflate_release(&writer->deflate);
    free(writer->packed);
    free(writer->shuffled);
    free(writer);
}
