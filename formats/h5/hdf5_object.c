#include "formats/h5/hdf5_object.h"

#include "formats/base/endian.h"

/* A message begins with type (2 bytes), size (2), flags (1) and three bytes of nothing. */
enum { MESSAGE_HEAD = 8, FLAG_SHARED = 2 };

/*
 * A shard's headers are below 1 KiB with a few continuations; the limits only keep a damaged file,
 * whose continuations may form a ring, from being read for ever.
 */
static const size_t LARGEST_HEADER = (size_t)4 << 20;
static const unsigned MOST_CONTINUATIONS = 1000;

/* Steps over one message of any type; false at the end. Bytes too few for one are padding. */
static bool next_message(const struct hdf5_object *object, size_t *position, unsigned *type,
                         struct view *content) {
    const struct buffer *bytes = &object->bytes;
    if (bytes->size - *position < MESSAGE_HEAD)
        return false;
    const unsigned char *head = bytes->data + *position;
    size_t size = load_le16(head + 2);
    if (size > bytes->size - *position - MESSAGE_HEAD)
        return false;
    *type = head[4] & FLAG_SHARED ? 0 : load_le16(head);
    *content = (struct view){head + MESSAGE_HEAD, size};
    *position += MESSAGE_HEAD + size;
    return true;
}

static enum status append_block(struct hdf5_object *object, uint64_t address, uint64_t size,
                                struct error *error) {
    if (size > LARGEST_HEADER - object->bytes.size)
        return hdf5_input_corrupt(object->input, error, "object headers are too large");
    return hdf5_input_append(object->input, &object->bytes, address, size, error);
}

/* Appends the blocks that continuation messages name, also those in the blocks appended. */
static enum status append_continuations(struct hdf5_object *object, struct error *error) {
    size_t position = 0;
    unsigned type;
    unsigned count = 0;
    struct view content;
    while (next_message(object, &position, &type, &content)) {
        if (type != HDF5_MESSAGE_CONTINUATION)
            continue;
        if (content.size < 16 || ++count > MOST_CONTINUATIONS)
            return hdf5_input_corrupt(object->input, error, "object headers are damaged");
        /* Appending may move the bytes, so the numbers are taken first. */
        uint64_t address = load_le64(content.data);
        uint64_t size = load_le64(content.data + 8);
        enum status status = append_block(object, address, size, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status hdf5_object_read(struct hdf5_object *object, const struct hdf5_input *input,
                             uint64_t address, struct error *error) {
    *object = (struct hdf5_object){.input = input, .bytes = BUFFER_INIT};
    unsigned char head[16];
    enum status status = hdf5_input_read(input, head, address, sizeof head, error);
    if (status != STATUS_OK)
        return status;
    /* "OHDR" begins a header of version 2. */
    if (load_le32(head) == 0x5244484f)
        return hdf5_input_newer(input, error);
    if (head[0] != 1)
        return hdf5_input_corrupt(input, error, "object headers are damaged");
    status = append_block(object, address + sizeof head, load_le32(head + 8), error);
    if (status == STATUS_OK)
        status = append_continuations(object, error);
    if (status != STATUS_OK)
        hdf5_object_release(object);
    return status;
}

bool hdf5_object_next(const struct hdf5_object *object, size_t *position, struct view *content,
                      enum hdf5_message type) {
    unsigned found;
    while (next_message(object, position, &found, content)) {
        if (found == type)
            return true;
    }
    return false;
}

bool hdf5_object_find(const struct hdf5_object *object, struct view *content,
                      enum hdf5_message type) {
    size_t position = 0;
    return hdf5_object_next(object, &position, content, type);
}

void hdf5_object_release(struct hdf5_object *object) {
    buffer_release(&object->bytes);
}
