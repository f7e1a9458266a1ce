#include "formats/h5/hdf5_group.h"

#include <string.h>

#include "formats/base/endian.h"
#include "formats/h5/hdf5_object.h"

/*
 * A shard's group has six members. More steps than these, or a tree this deep, is damage, such as a
 * tree that contains itself.
 */
enum { MOST_STEPS = 20000, DEEPEST = 8 };

/* One search through a group's tree. */
struct search {
    const struct hdf5_group *group;
    const char *name;
    uint64_t address; /* the answer */
    unsigned steps;   /* nodes and entries visited so far */
    struct error *error;
};

static enum status damaged(const struct hdf5_group *group, struct error *error) {
    return hdf5_input_corrupt(group->input, error, "list of datasets is damaged");
}

/* Reads the names: a local heap (section III.D). */
static enum status read_names(struct hdf5_group *group, uint64_t address, struct error *error) {
    static const uint64_t LARGEST = (uint64_t)4 << 20;
    unsigned char head[32];
    enum status status = hdf5_input_read(group->input, head, address, sizeof head, error);
    if (status != STATUS_OK)
        return status;
    uint64_t size = load_le64(head + 8);
    if (memcmp(head, "HEAP", 4) != 0 || head[4] != 0 || size > LARGEST)
        return damaged(group, error);
    status = hdf5_input_append(group->input, &group->names, load_le64(head + 24), size, error);
    return status != STATUS_OK ? status : buffer_append(&group->names, "", 1, error);
}

enum status hdf5_group_open(struct hdf5_group *group, const struct hdf5_input *input,
                            uint64_t address, struct error *error) {
    *group = (struct hdf5_group){.input = input, .names = BUFFER_INIT};
    struct hdf5_object object;
    enum status status = hdf5_object_read(&object, input, address, error);
    if (status != STATUS_OK)
        return status;
    struct view table;
    if (!hdf5_object_find(&object, &table, HDF5_MESSAGE_SYMBOL_TABLE)) {
        status = hdf5_object_find(&object, &table, HDF5_MESSAGE_LINK)
                     ? hdf5_input_newer(input, error)
                     : damaged(group, error);
    } else if (table.size < 16) {
        status = damaged(group, error);
    } else {
        group->tree_address = load_le64(table.data);
        status = read_names(group, load_le64(table.data + 8), error);
    }
    hdf5_object_release(&object);
    if (status != STATUS_OK)
        hdf5_group_release(group);
    return status;
}

/* Looks through a symbol table node (section III.C). */
static enum status search_entries(struct search *search, uint64_t address) {
    enum { ENTRY = 40, CACHE_SOFT_LINK = 2 };
    const struct hdf5_group *group = search->group;
    unsigned char head[8];
    enum status status = hdf5_input_read(group->input, head, address, sizeof head, search->error);
    if (status != STATUS_OK)
        return status;
    if (memcmp(head, "SNOD", 4) != 0 || head[4] != 1)
        return damaged(group, search->error);
    unsigned count = load_le16(head + 6);
    for (unsigned i = 0; i < count && search->address == HDF5_NO_ADDRESS; i++) {
        unsigned char entry[ENTRY];
        if (++search->steps > MOST_STEPS)
            return damaged(group, search->error);
        status = hdf5_input_read(group->input, entry, address + sizeof head + (uint64_t)i * ENTRY,
                                 sizeof entry, search->error);
        if (status != STATUS_OK)
            return status;
        uint64_t name = load_le64(entry);
        if (name >= group->names.size)
            return damaged(group, search->error);
        if (load_le32(entry + 16) != CACHE_SOFT_LINK &&
            strcmp((const char *)group->names.data + name, search->name) == 0)
            search->address = load_le64(entry + 8);
    }
    return STATUS_OK;
}

/* Looks through a node of the group's B-tree (section III.A.1), of at most a level. */
static enum status search_tree(struct search *search, uint64_t address, unsigned highest_level) {
    const struct hdf5_group *group = search->group;
    unsigned char head[24];
    enum status status = hdf5_input_read(group->input, head, address, sizeof head, search->error);
    if (status != STATUS_OK)
        return status;
    unsigned level = head[5];
    if (memcmp(head, "TREE", 4) != 0 || head[4] != 0 || level > highest_level)
        return damaged(group, search->error);
    unsigned count = load_le16(head + 6);
    for (unsigned i = 0; i < count && search->address == HDF5_NO_ADDRESS; i++) {
        /* Keys and children take turns, a key first. */
        unsigned char child[8];
        if (++search->steps > MOST_STEPS)
            return damaged(group, search->error);
        status = hdf5_input_read(group->input, child, address + sizeof head + 8 + (uint64_t)i * 16,
                                 sizeof child, search->error);
        if (status == STATUS_OK)
            status = level == 0 ? search_entries(search, load_le64(child))
                                : search_tree(search, load_le64(child), level - 1);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status hdf5_group_find(const struct hdf5_group *group, uint64_t *address, const char *name,
                            struct error *error) {
    struct search search = {
        .group = group, .name = name, .address = HDF5_NO_ADDRESS, .error = error};
    enum status status = search_tree(&search, group->tree_address, DEEPEST);
    *address = search.address;
    return status;
}

void hdf5_group_release(struct hdf5_group *group) {
    buffer_release(&group->names);
}
