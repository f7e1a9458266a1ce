#include "formats/h5/hdf5_chunk_index.h"

#include <string.h>

#include "formats/base/buffer.h"
#include "formats/base/endian.h"

/* Chunks a node can have below it are at least two a level, so no tree is deeper. */
enum { DEEPEST = 60, NODE_HEAD = 24, KEY_HEAD = 8 };

static enum status damaged(const struct hdf5_input *input, struct error *error) {
    return hdf5_input_corrupt(input, error, "index of chunks is damaged");
}

/* Whether the chunk of a key begins at (0), before (<0) or after (>0) an offset. */
static int compare(const unsigned char *key, const uint64_t *offset, unsigned rank) {
    for (unsigned i = 0; i < rank; i++) {
        uint64_t at = load_le64(key + KEY_HEAD + (size_t)8 * i);
        if (at != offset[i])
            return at < offset[i] ? -1 : 1;
    }
    return 0;
}

/* Reads a node: *level, *count and, in `entries`, its keys and children by turns. */
static enum status read_node(const struct hdf5_input *input, struct buffer *entries,
                             uint64_t address, size_t entry_size, unsigned *level, unsigned *count,
                             struct error *error) {
    unsigned char head[NODE_HEAD];
    enum status status = hdf5_input_read(input, head, address, sizeof head, error);
    if (status != STATUS_OK)
        return status;
    if (memcmp(head, "TREE", 4) != 0 || head[4] != 1)
        return damaged(input, error);
    *level = head[5];
    *count = load_le16(head + 6);
    buffer_clear(entries);
    return hdf5_input_append(input, entries, address + NODE_HEAD, (uint64_t)*count * entry_size,
                             error);
}

/* The last entry that begins at or before an offset, or NULL. */
static const unsigned char *pick_entry(const struct buffer *entries, size_t entry_size,
                                       unsigned count, const uint64_t *offset, unsigned rank) {
    unsigned low = 0;
    unsigned high = count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (compare(entries->data + middle * entry_size, offset, rank) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? NULL : entries->data + (low - 1) * entry_size;
}

static enum status take_chunk(const struct hdf5_input *input, struct hdf5_chunk *chunk,
                              const unsigned char *entry, size_t key_size, struct error *error) {
    chunk->size = load_le32(entry);
    chunk->skipped_filters = load_le32(entry + 4);
    chunk->address = load_le64(entry + key_size);
    if (chunk->size == 0 || chunk->address > input->size ||
        chunk->size > input->size - chunk->address)
        return hdf5_input_corrupt(input, error, "index of chunks points beyond its end");
    return STATUS_OK;
}

enum status hdf5_chunk_index_find(const struct hdf5_input *input, uint64_t tree_address,
                                  struct hdf5_chunk *chunk, bool *found, const uint64_t *offset,
                                  unsigned rank, struct error *error) {
    *found = false;
    if (tree_address == HDF5_NO_ADDRESS)
        return STATUS_OK;
    /* A key holds size, filters, an offset for each dimension and one within the element. */
    size_t key_size = KEY_HEAD + (size_t)8 * (rank + 1);
    size_t entry_size = key_size + 8;
    struct buffer entries = BUFFER_INIT;
    enum status status;
    unsigned above = DEEPEST;
    for (;;) {
        unsigned level = 0;
        unsigned count = 0;
        status = read_node(input, &entries, tree_address, entry_size, &level, &count, error);
        if (status == STATUS_OK && level >= above)
            status = damaged(input, error);
        if (status != STATUS_OK)
            break;
        const unsigned char *entry = pick_entry(&entries, entry_size, count, offset, rank);
        if (entry == NULL)
            break;
        if (level == 0) {
            *found = compare(entry, offset, rank) == 0;
            if (*found)
                status = take_chunk(input, chunk, entry, key_size, error);
            break;
        }
        above = level;
        tree_address = load_le64(entry + key_size);
    }
    buffer_release(&entries);
    return status;
}
