/*
 * stored_dataset - one dataset of an HDF5 file being read, and where its pieces lie.
 *
 * Thread rule: as shard_reader.
 */
#ifndef FORMATS_H5_STORED_DATASET_H
#define FORMATS_H5_STORED_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/hdf5_file.h"
#include "formats/h5/shard_layout.h"

/* The filters HDF5 applied to every chunk, in order; more than these two are not read here. */
#define STORED_DATASET_FILTERS 2

struct stored_dataset {
    const struct hdf5_file *file; /* borrowed */
    const struct shard_layout *layout;
    uint64_t file_size; /* bytes */
    hid_t id;
    uint64_t rows;
    size_t columns;
    size_t row_bytes;
    uint64_t offset;     /* of the first row in the file, when contiguous */
    bool chunked;        /* else contiguous, in one piece */
    size_t band_rows;    /* rows of a chunk; chunks side by side are a band */
    size_t tile_columns; /* columns of a chunk */
    H5Z_filter_t filters[STORED_DATASET_FILTERS];
    unsigned filter_count;
    unsigned char *band; /* owned: the band read last, band_rows whole rows */
    uint64_t band_index; /* its number, UINT64_MAX for none */
    unsigned char *tile; /* owned: room for a chunk */
    unsigned char *work; /* owned: the same, between filters */
};

/*
 * Opens a dataset of the root group and checks its element type, rank and storage. On failure
 * there is nothing to release. `file` must stay open until the dataset is released.
 */
MUST_USE enum status stored_dataset_open(struct stored_dataset *dataset,
                                         const struct hdf5_file *file, uint64_t file_size,
                                         const struct shard_layout *layout, struct error *error);

/* Puts rows that exist at `out`, which has room for row_count * row_bytes. */
MUST_USE enum status stored_dataset_read(struct stored_dataset *dataset, unsigned char *out,
                                         uint64_t first_row, size_t row_count, struct error *error);

/* Closes and frees; harmless when zeroed. */
void stored_dataset_release(struct stored_dataset *dataset);

#endif
