#include "formats/h5/hdf5_attribute.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"

/* The parts of an attribute message (section IV.A.2.m). */
struct attribute {
    struct view name;
    struct view type;
    struct view space;
    struct view data;
};

/* Longer texts are not ours. */
static const uint64_t LARGEST_TEXT = (uint64_t)4 << 20;

static enum status damaged(const struct hdf5_object *object, struct error *error) {
    return hdf5_input_corrupt(object->input, error, "provenance is damaged");
}

/* Takes `size` bytes, with their padding, off the front of a view. */
static bool take(struct view *from, struct view *part, size_t size, size_t padding) {
    size_t padded = (size + padding - 1) / padding * padding;
    if (padded > from->size)
        return false;
    *part = (struct view){from->data, size};
    from->data += padded;
    from->size -= padded;
    return true;
}

static bool split(struct view message, struct attribute *attribute) {
    struct view head;
    if (message.size < 8 || message.data[0] < 1 || message.data[0] > 3)
        return false;
    unsigned version = message.data[0];
    /* Versions from 2 on have flags, which say that the type or the shape is kept elsewhere. */
    if (version > 1 && message.data[1] != 0)
        return false;
    size_t padding = version == 1 ? 8 : 1;
    if (!take(&message, &head, version == 3 ? 9 : 8, 1) ||
        !take(&message, &attribute->name, load_le16(head.data + 2), padding) ||
        !take(&message, &attribute->type, load_le16(head.data + 4), padding) ||
        !take(&message, &attribute->space, load_le16(head.data + 6), padding))
        return false;
    attribute->data = message;
    return true;
}

static bool has_name(const struct attribute *attribute, const char *name) {
    size_t size = strlen(name) + 1;
    return attribute->name.size == size && memcmp(attribute->name.data, name, size) == 0;
}

/* Copies up to the first NUL. */
static enum status copy_text(char **text, const unsigned char *bytes, size_t size,
                             struct error *error) {
    *text = size == 0 ? strdup("") : strndup((const char *)bytes, size);
    return *text != NULL ? STATUS_OK : error_no_memory(error, "the provenance");
}

/* Finds an object in a block of a global heap (section III.E). */
static bool find_in_heap(struct view heap, unsigned index, struct view *found) {
    struct view head;
    if (!take(&heap, &head, 16, 1))
        return false;
    while (take(&heap, &head, 16, 1)) {
        uint64_t size = load_le64(head.data + 8);
        /* Index 0 is the free space at the end. */
        if (load_le16(head.data) == 0 || size > heap.size || !take(&heap, found, (size_t)size, 8))
            return false;
        if (load_le16(head.data) == index)
            return true;
    }
    return false;
}

/* A variable-length string: length, address of a heap, index in it. */
static enum status read_from_heap(const struct hdf5_object *object, char **text, struct view data,
                                  struct error *error) {
    if (data.size < 16)
        return damaged(object, error);
    uint32_t length = load_le32(data.data);
    uint64_t address = load_le64(data.data + 4);
    uint32_t index = load_le32(data.data + 12);
    unsigned char head[16];
    enum status status = hdf5_input_read(object->input, head, address, sizeof head, error);
    if (status != STATUS_OK)
        return status;
    uint64_t size = load_le64(head + 8);
    if (memcmp(head, "GCOL", 4) != 0 || head[4] != 1 || size > LARGEST_TEXT)
        return damaged(object, error);
    struct buffer heap = BUFFER_INIT;
    status = hdf5_input_append(object->input, &heap, address, size, error);
    if (status == STATUS_OK) {
        struct view found;
        if (find_in_heap(buffer_view(&heap), index, &found) && length <= found.size)
            status = copy_text(text, found.data, length, error);
        else
            status = damaged(object, error);
    }
    buffer_release(&heap);
    return status;
}

enum status hdf5_attribute_read_text(const struct hdf5_object *object, char **text,
                                     const char *name, struct error *error) {
    enum { CLASS_STRING = 3, CLASS_VARIABLE_LENGTH = 9, VARIABLE_STRING = 1 };
    *text = NULL;
    size_t position = 0;
    struct view message;
    struct attribute attribute;
    bool found = false;
    /* An attribute of another kind is somebody else's. */
    while (!found && hdf5_object_next(object, &position, &message, HDF5_MESSAGE_ATTRIBUTE))
        found = split(message, &attribute) && has_name(&attribute, name);
    if (!found)
        return STATUS_OK;
    /* One value has no dimensions: the rank is the second byte of its shape. */
    if (attribute.type.size < 8 || attribute.space.size < 2 || attribute.space.data[1] != 0)
        return damaged(object, error);
    unsigned class = attribute.type.data[0] & 15;
    uint32_t size = load_le32(attribute.type.data + 4);
    if (class == CLASS_VARIABLE_LENGTH && (attribute.type.data[1] & 15) == VARIABLE_STRING)
        return read_from_heap(object, text, attribute.data, error);
    if (class == CLASS_STRING && size <= attribute.data.size)
        return copy_text(text, attribute.data.data, size, error);
    return damaged(object, error);
}

enum status hdf5_attribute_read_root_text(const struct hdf5_input *input, char **text,
                                          const char *name, struct error *error) {
    struct hdf5_object root;
    *text = NULL;
    enum status status = hdf5_object_read(&root, input, input->root_address, error);
    if (status != STATUS_OK)
        return status;
    status = hdf5_attribute_read_text(&root, text, name, error);
    hdf5_object_release(&root);
    return status;
}
