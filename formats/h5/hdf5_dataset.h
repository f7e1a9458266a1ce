/*
 * hdf5_dataset - what the object header of a dataset says: element type, shape, storage, filters.
 *
 * Thread rule: pure functions over a read-only input.
 */
#ifndef FORMATS_H5_HDF5_DATASET_H
#define FORMATS_H5_HDF5_DATASET_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/hdf5_object.h"

/* The most dimensions and filters understood; a shard's datasets need no more. */
#define HDF5_DATASET_RANK    2
#define HDF5_DATASET_FILTERS 2

enum hdf5_filter {
    HDF5_FILTER_DEFLATE = 1,
    HDF5_FILTER_SHUFFLE = 2,
};

struct hdf5_dataset {
    uint32_t element_size; /* of signed little-endian integers; of sequences in a heap, 16 */
    uint32_t item_size;    /* of the integers that are in a sequence; 0 where there are none */
    unsigned rank;         /* 1 or 2 */
    uint64_t size[HDF5_DATASET_RANK];
    bool chunked;     /* else one piece */
    uint64_t address; /* of the piece, or of the index of chunks; or HDF5_NO_ADDRESS */
    uint32_t chunk[HDF5_DATASET_RANK]; /* elements each way, none 0 */
    unsigned filter_count;
    enum hdf5_filter filters[HDF5_DATASET_FILTERS]; /* in the order they were applied */
};

/*
 * Reads the messages of a dataset's header. STATUS_CORRUPT when they are damaged, or say something
 * that is not understood; `name` is the dataset's, for the sentence.
 */
MUST_USE enum status hdf5_dataset_read(struct hdf5_dataset *dataset,
                                       const struct hdf5_object *object, const char *name,
                                       struct error *error);

#endif
