/*
 * shard_cutter - incoming shards and their rows on the way to the pipeline: as they come, or cut
 * anew into shards with equal rows.
 *
 * To cut anew, all incoming shards are counted first, then planned, then handed in, in as many
 * passes as shard_cutter_passes says: one corpus after the other, where they come mixed.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_SHARD_CUTTER_H
#define TOOLS_JOIN_SHARD_CUTTER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_row.h"
#include "tools/cli/messages.h"
#include "tools/join/shard_groups.h"
#include "tools/join/shard_pipeline.h"

struct shard_cutter {
    struct shard_pipeline *pipeline; /* borrowed */
    bool anew;
    bool numbered; /* not cut, but numbered anew */
    struct shard_groups groups;
    size_t pass;
    size_t group;        /* of the shard that comes in */
    bool is_open;        /* one is */
    uint64_t shard_rows; /* it still wants, when cut anew */
    uint64_t rows;       /* handed in so far */
};

/* `pipeline` is borrowed. To be released. */
void shard_cutter_init(struct shard_cutter *cutter, struct shard_pipeline *pipeline);
void shard_cutter_release(struct shard_cutter *cutter);

/* Counts an incoming shard that is to be cut anew. */
MUST_USE enum status shard_cutter_count(struct shard_cutter *cutter, const struct shard_name *name,
                                        uint64_t rows, struct error *error);

/* Decides how to cut: see shard_groups_plan. Without numbers, shards are only numbered anew. */
MUST_USE enum status shard_cutter_plan(struct shard_cutter *cutter, uint64_t rows, uint64_t shards,
                                       struct error *error);

/* How often all shards are to be handed in. */
size_t shard_cutter_passes(const struct shard_cutter *cutter);

/* Goes to a pass, from 0 on. */
void shard_cutter_start(struct shard_cutter *cutter, size_t pass);

/* Begins an incoming shard; *wanted tells whether its rows are wanted in this pass. */
MUST_USE enum status shard_cutter_begin(struct shard_cutter *cutter, const struct shard_name *name,
                                        bool *wanted, struct error *error);

/* Hands in a row of it. */
MUST_USE enum status shard_cutter_add(struct shard_cutter *cutter, const struct shard_row *row,
                                      struct error *error);

/* Ends it; it had rows. */
MUST_USE enum status shard_cutter_end(struct shard_cutter *cutter, struct error *error);

/* After the last pass. */
MUST_USE enum status shard_cutter_finish(struct shard_cutter *cutter, struct error *error);

#endif
