/*
 * name_set - notices when two sources would become one object.
 *
 * Keeps 64-bit hashes (checksum_of) of targets and of the paths they come from, 16 bytes each: that
 * two different names of a million share a hash has a chance of 1 in 37 million.
 *
 * Thread rule: one thread at a time per set.
 */
#ifndef TOOLS_S3_NAME_SET_H
#define TOOLS_S3_NAME_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct name_set_entry {
    uint64_t target; /* never 0 in a taken slot */
    uint64_t path;
};

struct name_set {
    struct name_set_entry *slots; /* owned; a power of two of them, open addressing */
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
