/*
 * docshard_seen - which documents have been seen: a set of 128-bit hashes.
 *
 * 16 bytes a place, 60 to 87 % of the places taken. Two different documents share a hash with a
 * chance of about n * n / 2^129 for n documents.
 *
 * Thread rule: one thread at a time per set.
 */
#ifndef TOOLS_JOIN_DOCSHARD_SEEN_H
#define TOOLS_JOIN_DOCSHARD_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct docshard_hash {
    uint64_t low, high;
};

struct docshard_seen {
    struct docshard_hash *places; /* owned; zero is free */
    size_t capacity;
    size_t count;
};

/* A zeroed set is empty. Adds a hash; *seen tells whether it was there before. */
MUST_USE enum status docshard_seen_add(struct docshard_seen *set, struct docshard_hash hash,
                                       bool *seen, struct error *error);

void docshard_seen_release(struct docshard_seen *set);

#endif
