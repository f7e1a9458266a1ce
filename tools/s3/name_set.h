/*
 * name_set - notices when two sources would become one object.
 *
 * Keeps hashes (checksum_of) of targets, with 64 bits, and of the paths they come from, with 32, in
 * 12 bytes together: that two different names of a million share a hash has a chance of 1 in 37
 * million, and that a clash is not noticed one of 1 in 4 billion.
 *
 * Thread rule: one thread at a time per set.
 */
#ifndef TOOLS_S3_NAME_SET_H
#define TOOLS_S3_NAME_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct name_set {
    uint64_t *targets; /* owned; a power of two of them, open addressing; 0 in a free slot */
    uint32_t *paths;   /* owned; beside them */
    size_t capacity;
    size_t count;
};

/*
 * Adds a target with its path. *clash tells that the target was there with another path; the same
 * pair again is no clash. Zero the set before the first call.
 */
MUST_USE enum status name_set_add(struct name_set *set, bool *clash, const char *target,
                                  const char *path, struct error *error);

/* Whether a target is in the set. */
MUST_USE bool name_set_has(const struct name_set *set, const char *target);

/* Frees; harmless when zeroed. */
void name_set_release(struct name_set *set);

#endif
