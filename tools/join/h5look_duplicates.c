#include "tools/join/h5look_duplicates.h"

#include <stdbool.h>
#include <stdlib.h>

static const size_t LARGEST = ((size_t)64 << 20) / sizeof(struct h5look_seen);
static const size_t SMALLEST = 1024;

void h5look_duplicates_init(struct h5look_duplicates *duplicates, size_t largest) {
    *duplicates = (struct h5look_duplicates){.largest = largest == 0 ? LARGEST : largest};
}

void h5look_duplicates_release(struct h5look_duplicates *duplicates) {
    free(duplicates->seen);
    *duplicates = (struct h5look_duplicates){.seen = NULL};
}

static bool is_looked_at(const struct h5look_duplicates *duplicates, uint64_t checksum) {
    return duplicates->zeros == 0 || checksum >> (64 - duplicates->zeros) == 0;
}

/* The place of a checksum, taken or free; there is a free one. */
static struct h5look_seen *find(struct h5look_seen *seen, size_t room, uint64_t checksum) {
    size_t at = (size_t)checksum & (room - 1);
    while (seen[at].count > 0 && seen[at].checksum != checksum)
        at = (at + 1) & (room - 1);
    return &seen[at];
}

/* Moves what is looked at to a new table. */
static enum status move(struct h5look_duplicates *duplicates, size_t room, struct error *error) {
    struct h5look_seen *seen = calloc(room, sizeof *seen);
    if (seen == NULL)
        return error_no_memory(error, "the checksums of rows");
    duplicates->used = 0;
    for (size_t i = 0; i < duplicates->room; i++) {
        const struct h5look_seen *old = &duplicates->seen[i];
        if (old->count == 0 || !is_looked_at(duplicates, old->checksum))
            continue;
        *find(seen, room, old->checksum) = *old;
        duplicates->used++;
    }
    free(duplicates->seen);
    duplicates->seen = seen;
    duplicates->room = room;
    return STATUS_OK;
}

enum status h5look_duplicates_add(struct h5look_duplicates *duplicates, uint64_t checksum,
                                  struct error *error) {
    while (duplicates->used >= duplicates->room / 2) {
        size_t room = duplicates->room * 2;
        if (duplicates->room == 0) {
            room = SMALLEST < duplicates->largest ? SMALLEST : duplicates->largest;
        } else if (room > duplicates->largest) {
            room = duplicates->room;
            duplicates->zeros++;
        }
        enum status status = move(duplicates, room, error);
        if (status != STATUS_OK)
            return status;
    }
    if (!is_looked_at(duplicates, checksum))
        return STATUS_OK;
    struct h5look_seen *place = find(duplicates->seen, duplicates->room, checksum);
    duplicates->used += place->count == 0;
    place->checksum = checksum;
    place->count++;
    return STATUS_OK;
}

void h5look_duplicates_count(const struct h5look_duplicates *duplicates, uint64_t *rows,
                             uint64_t *copies) {
    *rows = *copies = 0;
    for (size_t i = 0; i < duplicates->room; i++) {
        uint64_t count = duplicates->seen[i].count;
        *rows += count;
        *copies += count > 1 ? count - 1 : 0;
    }
}
