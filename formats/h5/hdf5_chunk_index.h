/*
 * hdf5_chunk_index - finds the chunks of a dataset: a B-tree of version 1 (section III.A.1).
 *
 * Thread rule: pure functions over a read-only input.
 */
#ifndef FORMATS_H5_HDF5_CHUNK_INDEX_H
#define FORMATS_H5_HDF5_CHUNK_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/hdf5_input.h"

#define HDF5_CHUNK_INDEX_RANK 2 /* the most dimensions understood */

/* Where a chunk lies; within the file. */
struct hdf5_chunk {
    uint64_t address;
    uint32_t size;
    uint32_t skipped_filters; /* bits */
};

/*
 * Finds the chunk that begins at element `offset` of a dataset of `rank` dimensions, 1 or 2. *found
 * tells whether there is one.
 */
MUST_USE enum status hdf5_chunk_index_find(const struct hdf5_input *input, uint64_t tree_address,
                                           struct hdf5_chunk *chunk, bool *found,
                                           const uint64_t *offset, unsigned rank,
                                           struct error *error);

#endif
