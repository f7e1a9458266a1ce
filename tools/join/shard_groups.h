/*
 * shard_groups - the groups of shards that a data set is cut into anew: a corpus, and its training
 * or test rows.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_SHARD_GROUPS_H
#define TOOLS_JOIN_SHARD_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_name.h"

struct shard_group {
    char *corpus; /* owned */
    enum shard_name_split split;
    uint64_t next_number; /* of its next shard */
};

struct shard_groups {
    struct shard_group *items; /* owned */
    size_t count;
};

/* Gives the index of a name's group, which is added where it is new; the number does not matter. */
MUST_USE enum status shard_groups_find(struct shard_groups *groups, size_t *index,
                                       const struct shard_name *name, struct error *error);

/* The name of a group's next shard; its corpus belongs to the group. */
struct shard_name shard_groups_next_name(struct shard_groups *groups, size_t index);

/* Frees; harmless when zeroed. */
void shard_groups_release(struct shard_groups *groups);

#endif
