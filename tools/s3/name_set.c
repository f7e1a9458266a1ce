#include "tools/s3/name_set.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "formats/base/checksum.h"

static uint64_t hash_of(const char *text) {
    uint64_t hash = checksum_of(text, strlen(text), 0);
    return hash == 0 ? 1 : hash;
}

/* The slot that holds the target, or the free one where it belongs. */
static size_t find(const uint64_t *targets, size_t capacity, uint64_t target) {
    size_t at = (size_t)target & (capacity - 1);
    while (targets[at] != 0 && targets[at] != target)
        at = (at + 1) & (capacity - 1);
    return at;
}

static enum status grow(struct name_set *set, struct error *error) {
    size_t capacity = 256;
    if (set->capacity > 0 && !checked_multiply_size(set->capacity, 2, &capacity))
        return error_no_memory(error, "the names of files");
    uint64_t *targets = calloc(capacity, sizeof *targets);
    uint32_t *paths = calloc(capacity, sizeof *paths);
    if (targets == NULL || paths == NULL) {
        free(targets);
        free(paths);
        return error_no_memory(error, "the names of files");
    }
    for (size_t i = 0; i < set->capacity; i++) {
        if (set->targets[i] == 0)
            continue;
        size_t at = find(targets, capacity, set->targets[i]);
        targets[at] = set->targets[i];
        paths[at] = set->paths[i];
    }
    free(set->targets);
    free(set->paths);
    set->targets = targets;
    set->paths = paths;
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
    const uint64_t wanted = hash_of(target);
    const uint32_t from = (uint32_t)hash_of(path);
    size_t at = find(set->targets, set->capacity, wanted);
    if (set->targets[at] != 0) {
        *clash = set->paths[at] != from;
        return STATUS_OK;
    }
    set->targets[at] = wanted;
    set->paths[at] = from;
    set->count++;
    return STATUS_OK;
}

bool name_set_has(const struct name_set *set, const char *target) {
    return set->capacity > 0 &&
           set->targets[find(set->targets, set->capacity, hash_of(target))] != 0;
}

void name_set_release(struct name_set *set) {
    free(set->targets);
    free(set->paths);
    *set = (struct name_set){NULL, NULL, 0, 0};
}
