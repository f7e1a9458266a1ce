#include "formats/h5/stored_dataset.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "formats/h5/byte_shuffle.h"
#include "formats/h5/deflate.h"
#include "formats/h5/hdf5_chunk_index.h"

/* Deflate makes at most 1032 bytes of one (RFC 1951: 258 bytes from two bits). */
static const uint64_t DEFLATE_GAIN = 1032;

static enum status corrupt(const struct stored_dataset *dataset, struct error *error,
                           const char *fault) {
    return error_set(error, STATUS_CORRUPT, "'%s' is not a whole shard: its dataset '%s' %s",
                     dataset->input->name, dataset->layout->name, fault);
}

/* Whether a file of this size could hold so many bytes, deflated as well as can be. */
static bool can_hold(const struct stored_dataset *dataset, uint64_t bytes) {
    return bytes / DEFLATE_GAIN <= dataset->input->size;
}

static enum status check_header(struct stored_dataset *dataset, struct error *error) {
    const struct hdf5_dataset *header = &dataset->header;
    if (header->element_size != dataset->layout->element_size)
        return corrupt(dataset, error, "has elements of the wrong size");
    if (header->rank != dataset->layout->rank)
        return corrupt(dataset, error, "has the wrong number of dimensions");
    uint64_t columns = header->rank == 1 ? 1 : header->size[1];
    if (columns > SHARD_MAX_SEQ_LENGTH)
        return corrupt(dataset, error, "has more columns than there can be");
    dataset->rows = header->size[0];
    dataset->columns = (size_t)columns;
    dataset->row_bytes = dataset->columns * header->element_size;
    uint64_t bytes;
    if (__builtin_mul_overflow(dataset->rows, (uint64_t)dataset->row_bytes, &bytes) ||
        !can_hold(dataset, bytes))
        return corrupt(dataset, error, "has more rows than its file can hold");
    if (header->chunked || bytes == 0)
        return STATUS_OK;
    if (header->address > dataset->input->size || bytes > dataset->input->size - header->address)
        return corrupt(dataset, error, "is not within its file");
    return STATUS_OK;
}

static enum status make_room(struct stored_dataset *dataset, struct error *error) {
    const struct hdf5_dataset *header = &dataset->header;
    size_t band;
    if (!header->chunked || dataset->row_bytes == 0)
        return STATUS_OK;
    dataset->tile_bytes = header->element_size;
    for (unsigned i = 0; i < header->rank; i++) {
        if (!checked_multiply_size(dataset->tile_bytes, header->chunk[i], &dataset->tile_bytes))
            return corrupt(dataset, error, "has chunks larger than its file can hold");
    }
    if (!checked_multiply_size(header->chunk[0], dataset->row_bytes, &band) ||
        !can_hold(dataset, dataset->tile_bytes) || !can_hold(dataset, band))
        return corrupt(dataset, error, "has chunks larger than its file can hold");
    dataset->tile = malloc(dataset->tile_bytes);
    dataset->work = malloc(dataset->tile_bytes);
    dataset->band = malloc(band);
    if (dataset->tile == NULL || dataset->work == NULL || dataset->band == NULL)
        return error_no_memory(error, "the chunks of a shard");
    return STATUS_OK;
}

enum status stored_dataset_open(struct stored_dataset *dataset, const struct hdf5_group *group,
                                const struct shard_layout *layout, struct error *error) {
    *dataset = (struct stored_dataset){
        .input = group->input, .layout = layout, .stored = BUFFER_INIT, .band_index = UINT64_MAX};
    uint64_t address;
    enum status status = hdf5_group_find(group, &address, layout->name, error);
    if (status != STATUS_OK)
        return status;
    if (address == HDF5_NO_ADDRESS)
        return corrupt(dataset, error, "is not there");
    struct hdf5_object object;
    status = hdf5_object_read(&object, group->input, address, error);
    if (status != STATUS_OK)
        return status;
    status = hdf5_dataset_read(&dataset->header, &object, layout->name, error);
    hdf5_object_release(&object);
    if (status == STATUS_OK)
        status = check_header(dataset, error);
    if (status == STATUS_OK)
        status = make_room(dataset, error);
    if (status != STATUS_OK)
        stored_dataset_release(dataset);
    return status;
}

/* Undoes one filter from `in` to `out`, which has room for `size` bytes, a whole chunk. */
static enum status undo_filter(const struct stored_dataset *dataset, enum hdf5_filter filter,
                               unsigned char *out, size_t size, const unsigned char *in,
                               size_t in_size, struct error *error) {
    if (filter == HDF5_FILTER_DEFLATE) {
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
static enum status undo_filters(struct stored_dataset *dataset, uint32_t skipped,
                                struct error *error) {
    size_t size = dataset->tile_bytes;
    const unsigned char *in = dataset->stored.data;
    size_t in_size = dataset->stored.size;
    for (unsigned i = dataset->header.filter_count; i-- > 0;) {
        if (skipped & 1U << i)
            continue;
        enum status status = undo_filter(dataset, dataset->header.filters[i], dataset->work, size,
                                         in, in_size, error);
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
    if (in == dataset->stored.data)
        memcpy(dataset->tile, in, size);
    return STATUS_OK;
}

/* Finds the chunk of an element; it has to be there. */
static enum status find_chunk(const struct stored_dataset *dataset, struct hdf5_chunk *chunk,
                              uint64_t row, uint64_t column, struct error *error) {
    uint64_t offset[2] = {row, column};
    bool found;
    enum status status = hdf5_chunk_index_find(dataset->input, dataset->header.address, chunk,
                                               &found, offset, dataset->header.rank, error);
    return status == STATUS_OK && !found ? corrupt(dataset, error, "lacks a chunk") : status;
}

static enum status read_tile(struct stored_dataset *dataset, uint64_t row, uint64_t column,
                             struct error *error) {
    struct hdf5_chunk chunk;
    enum status status = find_chunk(dataset, &chunk, row, column, error);
    if (status != STATUS_OK)
        return status;
    buffer_clear(&dataset->stored);
    status = hdf5_input_append(dataset->input, &dataset->stored, chunk.address, chunk.size, error);
    return status != STATUS_OK ? status : undo_filters(dataset, chunk.skipped_filters, error);
}

/* Reads the chunks side by side that hold a row, and lays them out as rows. */
static enum status read_band(struct stored_dataset *dataset, uint64_t index, struct error *error) {
    const struct hdf5_dataset *header = &dataset->header;
    size_t element = header->element_size;
    size_t tile_columns = header->rank == 1 ? 1 : header->chunk[1];
    size_t tile_width = tile_columns * element;
    dataset->band_index = UINT64_MAX;
    for (size_t column = 0; column < dataset->columns; column += tile_columns) {
        enum status status = read_tile(dataset, index * header->chunk[0], column, error);
        if (status != STATUS_OK)
            return status;
        size_t left = (dataset->columns - column) * element;
        size_t width = left < tile_width ? left : tile_width;
        for (size_t row = 0; row < header->chunk[0]; row++)
            memcpy(dataset->band + row * dataset->row_bytes + column * element,
                   dataset->tile + row * tile_width, width);
    }
    dataset->band_index = index;
    return STATUS_OK;
}

enum status stored_dataset_read(struct stored_dataset *dataset, unsigned char *out,
                                uint64_t first_row, size_t row_count, struct error *error) {
    if (dataset->row_bytes == 0 || row_count == 0)
        return STATUS_OK;
    const struct hdf5_dataset *header = &dataset->header;
    if (!header->chunked)
        return hdf5_input_read(dataset->input, out,
                               header->address + first_row * dataset->row_bytes,
                               row_count * dataset->row_bytes, error);
    while (row_count > 0) {
        uint64_t band = first_row / header->chunk[0];
        if (band != dataset->band_index) {
            enum status status = read_band(dataset, band, error);
            if (status != STATUS_OK)
                return status;
        }
        size_t skipped = (size_t)(first_row % header->chunk[0]);
        size_t count = header->chunk[0] - skipped;
        if (count > row_count)
            count = row_count;
        memcpy(out, dataset->band + skipped * dataset->row_bytes, count * dataset->row_bytes);
        out += count * dataset->row_bytes;
        first_row += count;
        row_count -= count;
    }
    return STATUS_OK;
}

bool stored_dataset_is_packed(const struct stored_dataset *dataset, uint32_t rows,
                              bool compressed) {
    const struct hdf5_dataset *header = &dataset->header;
    if (!header->chunked || header->chunk[0] != rows ||
        (header->rank > 1 && header->chunk[1] != dataset->columns))
        return false;
    if (!compressed)
        return header->filter_count == 0;
    if (header->element_size == 1)
        return header->filter_count == 1 && header->filters[0] == HDF5_FILTER_DEFLATE;
    return header->filter_count == 2 && header->filters[0] == HDF5_FILTER_SHUFFLE &&
           header->filters[1] == HDF5_FILTER_DEFLATE;
}

enum status stored_dataset_copy(struct stored_dataset *dataset, unsigned char *out, size_t *size,
                                size_t capacity, uint64_t row, struct error *error) {
    struct hdf5_chunk chunk;
    enum status status = find_chunk(dataset, &chunk, row, 0, error);
    if (status != STATUS_OK)
        return status;
    if (chunk.skipped_filters != 0 || chunk.size > capacity ||
        (dataset->header.filter_count == 0 && chunk.size != dataset->tile_bytes))
        return corrupt(dataset, error, "has a chunk of the wrong size");
    *size = chunk.size;
    return hdf5_input_read(dataset->input, out, chunk.address, chunk.size, error);
}

void stored_dataset_release(struct stored_dataset *dataset) {
    buffer_release(&dataset->stored);
    free(dataset->tile);
    free(dataset->work);
    free(dataset->band);
    *dataset = (struct stored_dataset){.band_index = UINT64_MAX};
}
