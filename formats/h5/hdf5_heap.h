/*
 * hdf5_heap - finds what variable-length elements point at: objects in global heap collections
 * (section III.E of the specification that hdf5_input.h names).
 *
 * Thread rule: one thread at a time per heap.
 */
#ifndef FORMATS_H5_HDF5_HEAP_H
#define FORMATS_H5_HDF5_HEAP_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/h5/hdf5_input.h"

struct hdf5_heap {
    const struct hdf5_input *input; /* borrowed */
    uint64_t address;               /* of the collection held, HDF5_NO_ADDRESS for none */
    struct buffer bytes;            /* owned: that collection */
    uint32_t *places;               /* owned: where in it the object of an index begins; 0: none */
};

/* Allocates; to be released, on failure too. */
MUST_USE enum status hdf5_heap_init(struct hdf5_heap *heap, const struct hdf5_input *input,
                                    struct error *error);

/*
 * Finds an object; its content is valid until the next call. Objects of one collection after
 * another are found without reading again. STATUS_CORRUPT when there is none.
 */
MUST_USE enum status hdf5_heap_find(struct hdf5_heap *heap, struct view *content, uint64_t address,
                                    uint32_t index, struct error *error);

/* Frees; harmless when zeroed. */
void hdf5_heap_release(struct hdf5_heap *heap);

#endif
