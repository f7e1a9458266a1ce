/*
 * shard_groups - the groups of rows that a data set is cut into anew: a corpus, and its training or
 * test rows; and how many shards each becomes.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_SHARD_GROUPS_H
#define TOOLS_JOIN_SHARD_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_name.h"

struct shard_group {
    char *corpus; /* owned */
    enum shard_name_split split;
    uint64_t rows;        /* counted */
    uint64_t incoming;    /* shards they came in */
    uint64_t shards;      /* planned */
    uint64_t next_number; /* of its next shard */
};

struct shard_groups {
    struct shard_group *items; /* owned */
    size_t count;
    size_t last;    /* that was counted */
    bool scattered; /* a group's shards came with those of another in between */
};

/* Gives the index of a name's group, which is added where it is new; the number does not matter. */
MUST_USE enum status shard_groups_find(struct shard_groups *groups, size_t *index,
                                       const struct shard_name *name, struct error *error);

/* Counts an incoming shard. */
MUST_USE enum status shard_groups_count(struct shard_groups *groups, const struct shard_name *name,
                                        uint64_t rows, struct error *error);

/*
 * Decides on shards. With neither `rows` nor `shards`, as they come. With `rows` above 0, as few as
 * have no more rows each, but two of a corpus's training rows, since trainers never train on the
 * last one. Else as many as `shards` of each corpus's training rows, and of its test rows as many
 * as came, but no more. STATUS_FAILED where that is more than there are rows.
 */
MUST_USE enum status shard_groups_plan(struct shard_groups *groups, uint64_t rows, uint64_t shards,
                                       struct error *error);

/*
 * The name of a group's next shard, whose corpus belongs to the group, and its rows: those of one
 * group differ by one at most, the larger shards first.
 */
struct shard_name shard_groups_next(struct shard_groups *groups, size_t index, uint64_t *rows);

/* Frees; harmless when zeroed. */
void shard_groups_release(struct shard_groups *groups);

#endif
