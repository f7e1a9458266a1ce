#include "tools/join/docshard_seen.h"

#include <stdlib.h>

static const size_t FIRST_CAPACITY = 1024;

static bool is_free(const struct docshard_hash *place) {
    return place->low == 0 && place->high == 0;
}

/* The place of the hash, or the free one where it belongs. */
static struct docshard_hash *place_of(struct docshard_hash *places, size_t capacity,
                                      struct docshard_hash hash) {
    /* The high half scaled to the capacity, which need not be a power of two. */
    size_t at = (size_t)(((unsigned __int128)hash.high * capacity) >> 64);
    while (!is_free(&places[at]) && (places[at].low != hash.low || places[at].high != hash.high)) {
        if (++at == capacity)
            at = 0;
    }
    return &places[at];
}

/* By half: what is not yet taken stays a small part of the memory. */
static enum status grow(struct docshard_seen *set, struct error *error) {
    size_t capacity = set->capacity + set->capacity / 2;
    if (set->capacity == 0)
        capacity = FIRST_CAPACITY;
    struct docshard_hash *places = calloc(capacity, sizeof *places);
    if (places == NULL)
        return error_no_memory(error, "the hashes of the documents seen");
    for (size_t i = 0; i < set->capacity; i++) {
        if (!is_free(&set->places[i]))
            *place_of(places, capacity, set->places[i]) = set->places[i];
    }
    free(set->places);
    set->places = places;
    set->capacity = capacity;
    return STATUS_OK;
}

enum status docshard_seen_add(struct docshard_seen *set, struct docshard_hash hash, bool *seen,
                              struct error *error) {
    if (hash.low == 0 && hash.high == 0)
        hash.low = 1;
    if (set->count >= set->capacity - set->capacity / 8) { /* seven eighths at most */
        enum status status = grow(set, error);
        if (status != STATUS_OK)
            return status;
    }
    struct docshard_hash *place = place_of(set->places, set->capacity, hash);
    *seen = !is_free(place);
    if (!*seen) {
        *place = hash;
        set->count++;
    }
    return STATUS_OK;
}

void docshard_seen_release(struct docshard_seen *set) {
    free(set->places);
    *set = (struct docshard_seen){NULL, 0, 0};
}
