/*
 * hdf5_group - finds objects in a group by name.
 *
 * Thread rule: one thread at a time per group.
 */
#ifndef FORMATS_H5_HDF5_GROUP_H
#define FORMATS_H5_HDF5_GROUP_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/h5/hdf5_input.h"

struct hdf5_group {
    const struct hdf5_input *input; /* borrowed */
    uint64_t tree_address;
    struct buffer names; /* owned: the names of its members, each ended by NUL, and a NUL at last */
};

/* Opens the group whose object header is at an address; owns memory until released. */
MUST_USE enum status hdf5_group_open(struct hdf5_group *group, const struct hdf5_input *input,
                                     uint64_t address, struct error *error);

/*
 * Gives the address of a member's object header, HDF5_NO_ADDRESS when there is none by that name
 * or it is a link to elsewhere.
 */
MUST_USE enum status hdf5_group_find(const struct hdf5_group *group, uint64_t *address,
                                     const char *name, struct error *error);

/* Frees; harmless when zeroed. */
void hdf5_group_release(struct hdf5_group *group);

#endif
