/*
 * hdf5_input - an HDF5 file read without HDF5's library, which damaged files can crash.
 *
 * The readers of this folder understand what HDF5 writes by default, h5py's files among them:
 * superblock version 0 or 1, object headers of version 1, groups as symbol tables, and chunks
 * indexed by B-trees of version 1, as in the HDF5 File Format Specification 3.0, which the comments
 * cite by section. Every address and length is checked against the file before it is used. What
 * only the "latest" setting of newer libraries writes is refused with a sentence that says so.
 *
 * Thread rule: an input is read-only once opened; any number of threads may read.
 */
#ifndef FORMATS_H5_HDF5_INPUT_H
#define FORMATS_H5_HDF5_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct hdf5_input {
    int descriptor;        /* borrowed */
    const char *name;      /* borrowed; for messages */
    uint64_t size;         /* bytes of the file */
    uint64_t root_address; /* of the root group's object header */
};

/* The address that stands for none. */
#define HDF5_NO_ADDRESS UINT64_MAX

/*
 * Reads the superblock (section II). STATUS_NOT_OURS when the file is not HDF5 or of a kind that is
 * not read here, STATUS_CUT_SHORT when it is shorter than it says.
 */
MUST_USE enum status hdf5_input_open(struct hdf5_input *input, int descriptor, const char *name,
                                     struct error *error);

/* Reads exactly `size` bytes at an address; STATUS_CORRUPT when they are not all in the file. */
MUST_USE enum status hdf5_input_read(const struct hdf5_input *input, void *bytes, uint64_t address,
                                     size_t size, struct error *error);

/* Appends such bytes to a buffer, which grows only when they are there. */
MUST_USE enum status hdf5_input_append(const struct hdf5_input *input, struct buffer *bytes,
                                       uint64_t address, uint64_t size, struct error *error);

/* STATUS_CORRUPT with "'<name>' is damaged: its <what> ...". */
enum status hdf5_input_corrupt(const struct hdf5_input *input, struct error *error,
                               const char *what);

/* STATUS_NOT_OURS for what only newer libraries write. */
enum status hdf5_input_newer(const struct hdf5_input *input, struct error *error);

#endif
