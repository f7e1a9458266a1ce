/*
 * finish_even - makes the shards of a phase equal in rows, so that it can be killed at any moment.
 *
 * What each shard is to have depends on what the tasks made, which their markers keep; so a second
 * run plans the same, finds out by each file's hash whether it was replaced, and goes on. Rows that
 * travel are put into a file of their own before the first shard loses any; it stays, for a shard
 * that is damaged later and made again. Besides that file the disk needs room for one shard.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_FINISH_EVEN_H
#define TOOLS_MLMPREP_FINISH_EVEN_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/mlmprep/even_plan.h"
#include "tools/mlmprep/finish_shards.h"
#include "tools/prep/stop_signal.h"

struct finish_even {
    bool is_even; /* shards were made equal, now or before */
    enum even_way way;
    struct even_totals totals;
};

/*
 * Makes them equal as `wanted` says (enum run_even, or FINISH_EVEN_AS_IS: goes on with what was
 * begun). All shards were checked and are whole; their `found` and their sets' `changed` tell what
 * they became. STATUS_USAGE when they were made equal in another way before.
 */
MUST_USE enum status finish_even_run(struct finish_even *even, struct finish_shards *shards,
                                     int wanted, const struct messages *messages,
                                     struct stop_signal *stop, struct error *error);

#endif
