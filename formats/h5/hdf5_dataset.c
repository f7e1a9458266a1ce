#include "formats/h5/hdf5_dataset.h"

#include <stdbool.h>

#include "formats/base/endian.h"

/*
 * Each take_... function reads one message and returns NULL, or what is wrong with it, as the end
 * of the sentence "its dataset '<name>' ...".
 */

/* Section IV.A.2.d, of signed little-endian integers; *size is that of one. */
static bool is_integer(uint32_t *size, struct view type) {
    enum { CLASS_INTEGER = 0, BIG_ENDIAN_BIT = 1, SIGNED_BIT = 8 };
    if (type.size < 12)
        return false;
    *size = load_le32(type.data + 4);
    unsigned bits = type.data[1];
    return (type.data[0] & 15) == CLASS_INTEGER && (bits & SIGNED_BIT) &&
           !(bits & BIG_ENDIAN_BIT) && *size <= 8 && load_le16(type.data + 8) == 0 &&
           load_le16(type.data + 10) == 8 * *size;
}

/* The same section: integers, or sequences of them, whose type stands behind theirs. */
static const char *take_type(struct hdf5_dataset *dataset, const struct hdf5_object *object) {
    enum { CLASS_VARIABLE = 9, KIND_BITS = 15, HEAD = 8, IN_HEAP = 16 };
    struct view type;
    if (!hdf5_object_find(object, &type, HDF5_MESSAGE_DATATYPE) || type.size < 12)
        return "has no element type";
    if (is_integer(&dataset->element_size, type))
        return NULL;
    struct view items = {type.data + HEAD, type.size - HEAD};
    dataset->element_size = load_le32(type.data + 4);
    bool sequences = (type.data[0] & 15) == CLASS_VARIABLE && (type.data[1] & KIND_BITS) == 0 &&
                     dataset->element_size == IN_HEAP && is_integer(&dataset->item_size, items);
    return sequences ? NULL : "is not of signed little-endian integers";
}

/* Section IV.A.2.b. */
static const char *take_size(struct hdf5_dataset *dataset, const struct hdf5_object *object) {
    struct view space;
    if (!hdf5_object_find(object, &space, HDF5_MESSAGE_DATASPACE) || space.size < 4)
        return "has no shape";
    size_t head = space.data[0] == 1 ? 8 : 4;
    dataset->rank = space.data[1];
    if (space.data[0] < 1 || space.data[0] > 2)
        return "has an unknown kind of shape";
    if (dataset->rank < 1 || dataset->rank > HDF5_DATASET_RANK)
        return "has the wrong number of dimensions";
    if (space.size < head + (size_t)8 * dataset->rank)
        return "has no shape";
    for (unsigned i = 0; i < dataset->rank; i++)
        dataset->size[i] = load_le64(space.data + head + (size_t)8 * i);
    return NULL;
}

/* Section IV.A.2.i, version 3. */
static const char *take_layout(struct hdf5_dataset *dataset, const struct hdf5_object *object) {
    enum { CLASS_PIECE = 1, CLASS_CHUNKS = 2 };
    struct view layout;
    if (!hdf5_object_find(object, &layout, HDF5_MESSAGE_LAYOUT) || layout.size < 10)
        return "has no storage";
    unsigned class = layout.data[1];
    if (layout.data[0] != 3 || (class != CLASS_PIECE && class != CLASS_CHUNKS))
        return "is stored neither in chunks nor in one piece";
    dataset->chunked = class == CLASS_CHUNKS;
    if (!dataset->chunked) {
        struct view files;
        dataset->address = load_le64(layout.data + 2);
        return hdf5_object_find(object, &files, HDF5_MESSAGE_EXTERNAL_FILES) ? "lies in other files"
                                                                             : NULL;
    }
    /* The element counts as a dimension of its own. */
    unsigned rank = layout.data[2];
    if (rank != dataset->rank + 1 || layout.size < 11 + (size_t)4 * rank ||
        load_le32(layout.data + 11 + (size_t)4 * dataset->rank) != dataset->element_size)
        return "has chunks of an unknown shape";
    dataset->address = load_le64(layout.data + 3);
    for (unsigned i = 0; i < dataset->rank; i++) {
        dataset->chunk[i] = load_le32(layout.data + 11 + (size_t)4 * i);
        if (dataset->chunk[i] == 0)
            return "has chunks of an unknown shape";
    }
    return NULL;
}

/* Section IV.A.2.l. Version 1 has names padded to 8 bytes, and an even number of values. */
static const char *take_filters(struct hdf5_dataset *dataset, const struct hdf5_object *object) {
    static const char OTHER[] = "is stored with filters other than shuffle and deflate";
    struct view pipeline;
    if (!hdf5_object_find(object, &pipeline, HDF5_MESSAGE_FILTERS))
        return NULL;
    if (pipeline.size < 2 || pipeline.data[0] < 1 || pipeline.data[0] > 2)
        return "has an unknown kind of filters";
    bool first = pipeline.data[0] == 1;
    dataset->filter_count = pipeline.data[1];
    if (dataset->filter_count > HDF5_DATASET_FILTERS)
        return OTHER;
    size_t at = first ? 8 : 2;
    for (unsigned i = 0; i < dataset->filter_count; i++) {
        size_t head = first ? 8 : 6;
        if (pipeline.size < at + head)
            return "has an unknown kind of filters";
        const unsigned char *filter = pipeline.data + at;
        unsigned number = load_le16(filter);
        if (number != HDF5_FILTER_DEFLATE && number != HDF5_FILTER_SHUFFLE)
            return OTHER;
        dataset->filters[i] = number;
        size_t name = first ? ((size_t)load_le16(filter + 2) + 7) / 8 * 8 : 0;
        size_t values = load_le16(filter + head - 2);
        at += head + name + 4 * (first ? (values + 1) / 2 * 2 : values);
    }
    return NULL;
}

enum status hdf5_dataset_read(struct hdf5_dataset *dataset, const struct hdf5_object *object,
                              const char *name, struct error *error) {
    *dataset = (struct hdf5_dataset){.address = HDF5_NO_ADDRESS};
    const char *fault = take_type(dataset, object);
    if (fault == NULL)
        fault = take_size(dataset, object);
    if (fault == NULL)
        fault = take_layout(dataset, object);
    if (fault == NULL)
        fault = take_filters(dataset, object);
    if (fault == NULL)
        return STATUS_OK;
    return error_set(error, STATUS_CORRUPT, "'%s' is not a whole shard: its dataset '%s' %s",
                     object->input->name, name, fault);
}
