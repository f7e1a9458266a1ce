#include "tools/s3/name_set.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "formats/base/checksum.h"

static uint64_t hash_of(const char *text) {
    uint64_t hash = checksum_of(text, strlen(text), 0);
    return hash == 0 ? 1 : hash;
}

/* The slot that holds the target, or the empty one where it belongs. */
static struct name_set_entry *find(struct name_set_entry *slots, size_t capacity, uint64_t target) {
    size_t at = (size_t)target & (capacity - 1);
    while (slots[at].target != 0 && slots[at].target != target)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static enum status grow(struct name_set *set, struct error *error) {
    size_t capacity = 256;
    if (set->capacity > 0 && !checked_multiply_size(set->capacity, 2, &capacity))
        return error_no_memory(error, "the names of files");
    struct name_set_entry *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL)
        return error_no_memory(error, "the names of files");
    for (size_t i = 0; i < set->capacity; i++) {
        if (set->slots[i].target != 0)
            *find(slots, capacity, set->slots[i].target) = set->slots[i];
    }
    free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    return STATUS_OK;
}

enum status name_set_add(struct name_set *set, bool *clash, const char *target, const char *path,
                         struct error *error) {
    *clash = false;
    if (set->count >= set->capacity / 4 * 3) {
        enum status status = grow(set, error);
        if (status != STATUS_OK)
            return status;
    }
    const struct name_set_entry entry = {hash_of(target), hash_of(path)};
    struct name_set_entry *slot = find(set->slots, set->capacity, entry.target);
    if (slot->target != 0) {
        *clash = slot->path != entry.path;
        return STATUS_OK;
    }
    *slot = entry;
    set->count++;
    return STATUS_OK;
}

bool name_set_has(const struct name_set *set, const char *target) {
    return set->capacity > 0 && find(set->slots, set->capacity, hash_of(target))->target != 0;
}

void name_set_release(struct name_set *set) {
    free(set->slots);
    *set = (struct name_set){NULL, 0, 0};
}
