/*
 * h5look_duplicates - how many rows equal an earlier one in all datasets, in bounded memory.
 *
 * Rows are known by 64-bit checksums in a table of at most 64 MiB. When it is full, those are kept
 * whose checksum begins with one more zero bit, half of them: then it is known of a random half,
 * quarter, ... of all different rows how often each occurs.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_H5LOOK_DUPLICATES_H
#define TOOLS_JOIN_H5LOOK_DUPLICATES_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct h5look_seen {
    uint64_t checksum;
    uint64_t count; /* 0: a free place */
};

struct h5look_duplicates {
    struct h5look_seen *seen; /* owned: an open hash table */
    size_t room;              /* a power of two */
    size_t used;              /* places taken: at most half of them */
    unsigned zeros;           /* bits that a checksum begins with to be looked at */
    size_t largest;           /* room is never more */
};

/* Allocates nothing. `largest` is the most places, a power of two; 0 for 64 MiB of them. */
void h5look_duplicates_init(struct h5look_duplicates *duplicates, size_t largest);
void h5look_duplicates_release(struct h5look_duplicates *duplicates);

/* Takes a row's checksum. */
MUST_USE enum status h5look_duplicates_add(struct h5look_duplicates *duplicates, uint64_t checksum,
                                           struct error *error);

/* Rows that were looked at, and those among them that equal one before. */
void h5look_duplicates_count(const struct h5look_duplicates *duplicates, uint64_t *rows,
                             uint64_t *copies);

#endif
