#include "formats/h5/stored_dataset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/checked.h"
#include "formats/h5/byte_shuffle.h"
#include "formats/h5/deflate.h"

/* Deflate makes at most 1032 bytes of one (RFC 1951: 258 bytes from two bits). */
static const uint64_t DEFLATE_GAIN = 1032;

static enum status corrupt(const struct stored_dataset *dataset, struct error *error,
                           const char *fault) {
    return error_set(error, STATUS_CORRUPT, "'%s' is not a whole shard: its dataset '%s' %s",
                     dataset->file->name, dataset->layout->name, fault);
}

/* A link of another kind could lead into another file. */
static bool is_in_file(const struct stored_dataset *dataset) {
    H5L_info_t link;
    return H5Lexists(dataset->file->id, dataset->layout->name, H5P_DEFAULT) > 0 &&
           H5Lget_info(dataset->file->id, dataset->layout->name, &link, H5P_DEFAULT) >= 0 &&
           link.type == H5L_TYPE_HARD;
}

static enum status check_type(const struct stored_dataset *dataset, struct error *error) {
    bool small = dataset->layout->element_size == 1;
    hid_t type = H5Dget_type(dataset->id);
    bool equal = type >= 0 && H5Tequal(type, small ? H5T_STD_I8LE : H5T_STD_I32LE) > 0;
    if (type >= 0)
        H5Tclose(type);
    return equal ? STATUS_OK
                 : corrupt(dataset, error,
                           small ? "is not of signed 8-bit integers"
                                 : "is not of signed little-endian 32-bit integers");
}

static enum status take_size(struct stored_dataset *dataset, struct error *error) {
    hsize_t size[2] = {0, 1};
    hid_t space = H5Dget_space(dataset->id);
    bool taken = space >= 0 && H5Sget_simple_extent_ndims(space) == (int)dataset->layout->rank &&
                 H5Sget_simple_extent_dims(space, size, NULL) == (int)dataset->layout->rank;
    if (space >= 0)
        H5Sclose(space);
    if (!taken)
        return corrupt(dataset, error, "has the wrong number of dimensions");
    if (size[1] > SHARD_MAX_SEQ_LENGTH)
        return corrupt(dataset, error, "has more columns than there can be");
    dataset->rows = size[0];
    dataset->columns = (size_t)size[1];
    dataset->row_bytes = dataset->columns * dataset->layout->element_size;
    if (dataset->row_bytes > 0 &&
        dataset->rows / DEFLATE_GAIN > dataset->file_size / dataset->row_bytes)
        return corrupt(dataset, error, "has more rows than its file can hold");
    return STATUS_OK;
}

static bool take_filters(struct stored_dataset *dataset, hid_t creation) {
    int count = H5Pget_nfilters(creation);
    if (count < 0 || count > STORED_DATASET_FILTERS)
        return false;
    for (int i = 0; i < count; i++) {
        unsigned flags;
        unsigned configuration;
        size_t values = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(creation, (unsigned)i, &flags, &values, NULL, 0, NULL, &configuration);
        if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE)
            return false;
        dataset->filters[i] = filter;
    }
    dataset->filter_count = (unsigned)count;
    return true;
}

/* Chunks: their size, their filters, and room to read them. */
static enum status take_chunks(struct stored_dataset *dataset, hid_t creation,
                               struct error *error) {
    hsize_t size[2] = {0, 1};
    int rank = (int)dataset->layout->rank;
    if (H5Pget_chunk(creation, rank, size) != rank || size[0] == 0 || size[1] == 0)
        return corrupt(dataset, error, "has chunks of an unknown size");
    if (!take_filters(dataset, creation))
        return corrupt(dataset, error, "is stored with filters other than shuffle and deflate");
    size_t tile;
    size_t band;
    if (!checked_multiply_size(size[0], size[1], &tile) ||
        !checked_multiply_size(tile, dataset->layout->element_size, &tile) ||
        !checked_multiply_size(size[0], dataset->row_bytes, &band) ||
        tile / DEFLATE_GAIN > dataset->file_size || band / DEFLATE_GAIN > dataset->file_size)
        return corrupt(dataset, error, "has chunks larger than its file can hold");
    dataset->chunked = true;
    dataset->band_rows = size[0];
    dataset->tile_columns = size[1];
    if (band == 0)
        return STATUS_OK;
    dataset->band = malloc(band);
    dataset->tile = malloc(tile);
    dataset->work = malloc(tile);
    if (dataset->band == NULL || dataset->tile == NULL || dataset->work == NULL)
        return error_no_memory(error, "the chunks of a shard");
    return STATUS_OK;
}

/* One piece: where it lies. It is in this file, and rows of no bytes lie nowhere. */
static enum status take_piece(struct stored_dataset *dataset, hid_t creation, struct error *error) {
    if (H5Pget_external_count(creation) != 0)
        return corrupt(dataset, error, "lies in other files");
    uint64_t bytes;
    if (dataset->row_bytes == 0 || dataset->rows == 0)
        return STATUS_OK;
    haddr_t offset = H5Dget_offset(dataset->id);
    if (offset == HADDR_UNDEF || offset > dataset->file_size ||
        __builtin_mul_overflow(dataset->rows, (uint64_t)dataset->row_bytes, &bytes) ||
        bytes > dataset->file_size - offset)
        return corrupt(dataset, error, "is not within its file");
    dataset->offset = offset;
    return STATUS_OK;
}

static enum status take_storage(struct stored_dataset *dataset, struct error *error) {
    enum status status;
    hid_t creation = H5Dget_create_plist(dataset->id);
    H5D_layout_t layout = creation >= 0 ? H5Pget_layout(creation) : H5D_LAYOUT_ERROR;
    if (layout == H5D_CHUNKED)
        status = take_chunks(dataset, creation, error);
    else if (layout == H5D_CONTIGUOUS)
        status = take_piece(dataset, creation, error);
    else
        status = corrupt(dataset, error, "is stored neither in chunks nor in one piece");
    if (creation >= 0)
        H5Pclose(creation);
    return status;
}

enum status stored_dataset_open(struct stored_dataset *dataset, const struct hdf5_file *file,
                                uint64_t file_size, const struct shard_layout *layout,
                                struct error *error) {
    *dataset = (struct stored_dataset){.file = file,
                                       .layout = layout,
                                       .file_size = file_size,
                                       .id = H5I_INVALID_HID,
                                       .band_index = UINT64_MAX};
    if (!is_in_file(dataset))
        return corrupt(dataset, error, "is not there");
    dataset->id = H5Dopen2(file->id, layout->name, H5P_DEFAULT);
    enum status status =
        dataset->id >= 0 ? check_type(dataset, error) : corrupt(dataset, error, "cannot be opened");
    if (status == STATUS_OK)
        status = take_size(dataset, error);
    if (status == STATUS_OK)
        status = take_storage(dataset, error);
    if (status != STATUS_OK)
        stored_dataset_release(dataset);
    return status;
}

/* Undoes one filter from `in` to `out`, which has room for `size` bytes, a whole chunk. */
static enum status undo_filter(const struct stored_dataset *dataset, H5Z_filter_t filter,
                               unsigned char *out, size_t size, const unsigned char *in,
                               size_t in_size, struct error *error) {
    if (filter == H5Z_FILTER_DEFLATE) {
        enum status status = deflate_expand(out, size, in, in_size, error);
        return status == STATUS_CORRUPT ? corrupt(dataset, error, "has a damaged chunk") : status;
    }
    if (in_size != size)
        return corrupt(dataset, error, "has a chunk of the wrong size");
    if (dataset->layout->element_size == 4)
        byte_shuffle_undo(out, in, size / 4);
    else
        memcpy(out, in, size);
    return STATUS_OK;
}

/* Undoes the filters of a chunk, last first; the plain bytes end up in dataset->tile. */
static enum status undo_filters(struct stored_dataset *dataset, const unsigned char *stored,
                                size_t stored_size, uint32_t skipped, struct error *error) {
    size_t size =
        dataset->band_rows * dataset->tile_columns * (size_t)dataset->layout->element_size;
    const unsigned char *in = stored;
    size_t in_size = stored_size;
    for (unsigned i = dataset->filter_count; i-- > 0;) {
        if (skipped & 1U << i)
            continue;
        enum status status =
            undo_filter(dataset, dataset->filters[i], dataset->work, size, in, in_size, error);
        if (status != STATUS_OK)
            return status;
        unsigned char *made = dataset->work;
        dataset->work = dataset->tile;
        dataset->tile = made;
        in = made;
        in_size = size;
    }
    if (in_size != size)
        return corrupt(dataset, error, "has a chunk of the wrong size");
    if (in == stored)
        memcpy(dataset->tile, stored, size);
    return STATUS_OK;
}

static enum status read_tile(struct stored_dataset *dataset, uint64_t row, size_t column,
                             struct error *error) {
    hsize_t offset[2] = {row, column};
    hsize_t size = 0;
    if (H5Dget_chunk_storage_size(dataset->id, offset, &size) < 0 || size == 0 ||
        size > dataset->file_size)
        return corrupt(dataset, error, "lacks a chunk");
    unsigned char *stored = malloc(size);
    if (stored == NULL)
        return error_no_memory(error, "a chunk of a shard");
    uint32_t skipped = 0;
    enum status status;
    if (H5Dread_chunk(dataset->id, H5P_DEFAULT, offset, &skipped, stored) >= 0)
        status = undo_filters(dataset, stored, size, skipped, error);
    else if (dataset->file->read_error != 0)
        status = hdf5_file_failed(dataset->file, error, "cannot read");
    else
        status = corrupt(dataset, error, "has a chunk that is not within its file");
    free(stored);
    return status;
}

/* Reads the chunks side by side that hold a row, and lays them out as rows. */
static enum status read_band(struct stored_dataset *dataset, uint64_t index, struct error *error) {
    size_t element = dataset->layout->element_size;
    size_t tile_bytes = dataset->tile_columns * element;
    dataset->band_index = UINT64_MAX;
    for (size_t column = 0; column < dataset->columns; column += dataset->tile_columns) {
        enum status status = read_tile(dataset, index * dataset->band_rows, column, error);
        if (status != STATUS_OK)
            return status;
        size_t left = (dataset->columns - column) * element;
        size_t width = left < tile_bytes ? left : tile_bytes;
        for (size_t row = 0; row < dataset->band_rows; row++)
            memcpy(dataset->band + row * dataset->row_bytes + column * element,
                   dataset->tile + row * tile_bytes, width);
    }
    dataset->band_index = index;
    return STATUS_OK;
}

static enum status read_piece(const struct stored_dataset *dataset, unsigned char *out,
                              uint64_t first_row, size_t bytes, struct error *error) {
    uint64_t at = dataset->offset + first_row * dataset->row_bytes;
    for (size_t done = 0; done < bytes;) {
        ssize_t count =
            pread(dataset->file->descriptor, out + done, bytes - done, (off_t)(at + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error_system(error, errno, "cannot read", dataset->file->name);
        if (count == 0)
            return corrupt(dataset, error, "is not within its file");
        done += (size_t)count;
    }
    return STATUS_OK;
}

enum status stored_dataset_read(struct stored_dataset *dataset, unsigned char *out,
                                uint64_t first_row, size_t row_count, struct error *error) {
    if (dataset->row_bytes == 0 || row_count == 0)
        return STATUS_OK;
    if (!dataset->chunked)
        return read_piece(dataset, out, first_row, row_count * dataset->row_bytes, error);
    while (row_count > 0) {
        uint64_t band = first_row / dataset->band_rows;
        if (band != dataset->band_index) {
            enum status status = read_band(dataset, band, error);
            if (status != STATUS_OK)
                return status;
        }
        size_t skipped = (size_t)(first_row % dataset->band_rows);
        size_t count = dataset->band_rows - skipped;
        if (count > row_count)
            count = row_count;
        memcpy(out, dataset->band + skipped * dataset->row_bytes, count * dataset->row_bytes);
        out += count * dataset->row_bytes;
        first_row += count;
        row_count -= count;
    }
    return STATUS_OK;
}

void stored_dataset_release(struct stored_dataset *dataset) {
    if (dataset->id > 0)
        H5Dclose(dataset->id);
    free(dataset->band);
    free(dataset->tile);
    free(dataset->work);
    *dataset = (struct stored_dataset){.id = H5I_INVALID_HID};
}
