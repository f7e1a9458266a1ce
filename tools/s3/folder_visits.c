#include "tools/s3/folder_visits.h"

#include <stdlib.h>

#include "formats/base/checked.h"

/* The slot of a folder, or the free one where it belongs. */
static struct folder_visit *find(struct folder_visit *slots, size_t capacity, uint64_t device,
                                 uint64_t inode) {
    /* Knuth's multiplicative hashing: inodes come in rows. */
    size_t at = (size_t)((inode ^ device << 32) * UINT64_C(0x9E3779B97F4A7C15) >> 20);
    for (at &= capacity - 1; slots[at].count != 0; at = (at + 1) & (capacity - 1)) {
        if (slots[at].device == device && slots[at].inode == inode)
            break;
    }
    return &slots[at];
}

static enum status grow(struct folder_visits *visits, struct error *error) {
    size_t capacity = 64;
    if (visits->capacity > 0 && !checked_multiply_size(visits->capacity, 2, &capacity))
        return error_no_memory(error, "the folders of links");
    struct folder_visit *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL)
        return error_no_memory(error, "the folders of links");
    for (size_t i = 0; i < visits->capacity; i++) {
        const struct folder_visit *old = &visits->slots[i];
        if (old->count != 0)
            *find(slots, capacity, old->device, old->inode) = *old;
    }
    free(visits->slots);
    visits->slots = slots;
    visits->capacity = capacity;
    return STATUS_OK;
}

enum status folder_visits_add(struct folder_visits *visits, uint64_t *times,
                              const struct stat *folder, struct error *error) {
    if (visits->count >= visits->capacity / 4 * 3) {
        enum status status = grow(visits, error);
        if (status != STATUS_OK)
            return status;
    }
    uint64_t device = (uint64_t)folder->st_dev, inode = (uint64_t)folder->st_ino;
    struct folder_visit *slot = find(visits->slots, visits->capacity, device, inode);
    visits->count += slot->count == 0;
    *slot = (struct folder_visit){device, inode, slot->count + 1};
    *times = slot->count;
    return STATUS_OK;
}

void folder_visits_release(struct folder_visits *visits) {
    free(visits->slots);
    *visits = (struct folder_visits){NULL, 0, 0};
}
