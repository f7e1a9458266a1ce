/*
 * name_tally - counts how often names come up, in bounded memory.
 *
 * When NAME_TALLY_NAMES names are known, the rarest are forgotten until half are left (the idea of
 * Manku and Motwani's "lossy counting", 2002): what is common is counted well, and a name that was
 * forgotten once counts less than it should. `forgotten` tells how many calls that were, at most.
 *
 * Thread rule: one thread at a time per tally.
 */
#ifndef TOOLS_JOIN_NAME_TALLY_H
#define TOOLS_JOIN_NAME_TALLY_H

#include <stdint.h>

#include "formats/base/buffer.h"

/* With names of at most NAME_TALLY_LONGEST bytes: some 1 MB at the very most. */
#define NAME_TALLY_NAMES   4096
#define NAME_TALLY_LONGEST 200

struct name_tally_entry {
    char *name; /* owned */
    uint64_t count;
};

struct name_tally {
    struct name_tally_entry *slots; /* open addressing; NULL before the first name */
    size_t names;
    uint64_t forgotten; /* calls, of names that are not known any more or never were */
};

/* Counts a name `count` times; a longer name is cut. Out of memory, it counts as forgotten. */
void name_tally_add(struct name_tally *tally, struct view name, uint64_t count);

/* Adds all that another one has counted. */
void name_tally_merge(struct name_tally *tally, const struct name_tally *other);

/*
 * Puts the commonest names into `top`, at most `size`, and returns how many: by falling count, then
 * by name. They are the tally's.
 */
size_t name_tally_top(const struct name_tally *tally, struct name_tally_entry *top, size_t size);

void name_tally_release(struct name_tally *tally);

#endif
