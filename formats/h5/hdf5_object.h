/*
 * hdf5_object - the object header of a group or dataset, a list of messages.
 *
 * Thread rule: one thread at a time per object.
 */
#ifndef FORMATS_H5_HDF5_OBJECT_H
#define FORMATS_H5_HDF5_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/h5/hdf5_input.h"

/* Message types (section IV.A.2). */
enum hdf5_message {
    HDF5_MESSAGE_DATASPACE = 0x01,
    HDF5_MESSAGE_DATATYPE = 0x03,
    HDF5_MESSAGE_LINK = 0x06,
    HDF5_MESSAGE_EXTERNAL_FILES = 0x07,
    HDF5_MESSAGE_LAYOUT = 0x08,
    HDF5_MESSAGE_FILTERS = 0x0b,
    HDF5_MESSAGE_ATTRIBUTE = 0x0c,
    HDF5_MESSAGE_CONTINUATION = 0x10,
    HDF5_MESSAGE_SYMBOL_TABLE = 0x11,
};

struct hdf5_object {
    const struct hdf5_input *input; /* borrowed */
    struct buffer bytes;            /* owned: all blocks of the header, one after another */
};

/* Reads a header with its continuations, all of it bounds-checked; owns memory until released. */
MUST_USE enum status hdf5_object_read(struct hdf5_object *object, const struct hdf5_input *input,
                                      uint64_t address, struct error *error);

/*
 * Steps to the next message of a type: *position is 0 at first, and is advanced past it. The
 * content is valid until the object is released. False when there are no more. Messages that are
 * kept elsewhere ("shared") are passed over.
 */
bool hdf5_object_next(const struct hdf5_object *object, size_t *position, struct view *content,
                      enum hdf5_message type);

/* The first message of a type; false when there is none. */
bool hdf5_object_find(const struct hdf5_object *object, struct view *content,
                      enum hdf5_message type);

/* Frees; harmless when zeroed. */
void hdf5_object_release(struct hdf5_object *object);

#endif
