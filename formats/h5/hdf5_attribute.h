/*
 * hdf5_attribute - reads a text attribute of an object.
 *
 * Thread rule: pure functions over a read-only input.
 */
#ifndef FORMATS_H5_HDF5_ATTRIBUTE_H
#define FORMATS_H5_HDF5_ATTRIBUTE_H

#include "formats/base/status.h"
#include "formats/h5/hdf5_object.h"

/*
 * Gives the text of an attribute that holds one string, of fixed or variable length, as a new C
 * string, the caller's to free; NULL when the object has no attribute by that name.
 * STATUS_CORRUPT when it is there and is not such a string.
 */
MUST_USE enum status hdf5_attribute_read_text(const struct hdf5_object *object, char **text,
                                              const char *name, struct error *error);

/* The same of the root group. */
MUST_USE enum status hdf5_attribute_read_root_text(const struct hdf5_input *input, char **text,
                                                   const char *name, struct error *error);

#endif
