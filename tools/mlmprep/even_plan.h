/*
 * even_plan - how many rows each shard is to have, so that all of a group have the same.
 *
 * A group is what a trainer shares out among its workers: the training shards of a corpus, or its
 * test shards. EVEN_TRIM gives all the rows of the smallest. EVEN_MOVE shares the group's rows out
 * so that counts differ by one at most; the shards with more rows, and of equal ones the earlier,
 * get the one more. The result depends on the counts and their order alone.
 *
 * Rows that travel are taken from the ends of shards that have too many, in the order of the
 * shards, and appended to those that have too few, in that order again. None leaves its group.
 *
 * Thread rule: pure functions; a struct belongs to one thread at a time.
 */
#ifndef TOOLS_MLMPREP_EVEN_PLAN_H
#define TOOLS_MLMPREP_EVEN_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

enum even_way { EVEN_MOVE, EVEN_TRIM };

struct even_shard {
    /* Given: */
    size_t group; /* any number; shards of a group stand together */
    uint64_t rows;
    /* Planned: */
    uint64_t wanted;
    uint64_t kept;         /* of its own rows, from its beginning */
    uint64_t travel_first; /* where what it takes begins among the rows that travel */
    uint64_t taken;        /* how many those are */
};

struct even_totals {
    uint64_t moved; /* rows that travel */
    uint64_t lost;  /* rows that are cut off */
    size_t changed; /* shards */
};

/*
 * Plans all shards. STATUS_FAILED when a shard would be left without rows, which trainers cannot
 * read.
 */
MUST_USE enum status even_plan_make(struct even_shard *shards, struct even_totals *totals,
                                    size_t count, enum even_way way, struct error *error);

/* "move" or "trim". */
const char *even_plan_way_name(enum even_way way);

#endif
