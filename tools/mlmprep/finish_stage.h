/*
 * finish_stage - from shards that tasks made to a data set: verified, named by dataset.json, in the
 * bucket.
 *
 * Nothing that a task said is trusted: of every shard of every phase the marker, its key, the
 * file's size and SHA-256, its rows and the digests of its datasets are looked at again. Then,
 * where wanted, shards are made equal (shard_even.h); dataset.json is written, with the bytes that
 * one pipe of all the shards would have written; shards and dataset.json, last, go to the bucket;
 * the marker "finish.phase1" is written, and work/ is cleaned. Killed at any moment and run again
 * it ends the same.
 *
 * Thread rule: one thread, which starts others and has ended them before it forks.
 */
#ifndef TOOLS_MLMPREP_FINISH_STAGE_H
#define TOOLS_MLMPREP_FINISH_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"
#include "tools/prep/tool_pipe.h"

/* What a caller wants besides the three of enum run_even: sets that were made equal stay so. */
#define FINISH_EVEN_AS_IS (-1)

struct finish_request {
    const char *folder; /* borrowed: the run folder, whose lock the caller holds */
    const struct run_plan *plan;
    int even; /* enum run_even, as the user wants it now; finish_even_wanted gives the plan's */
    uint64_t threads;                /* that verify; 0: as many as the process may use */
    const struct messages *messages; /* borrowed: one warning for each shard that is wrong */
    struct stop_signal *stop;
    struct progress *progress;       /* while shards are read again: bytes and files; or NULL */
    tool_pipe_watch_function *watch; /* while the upload runs; or NULL */
    void *watch_context;
};

struct finish_result {
    bool was_done; /* dataset.json and bucket were so already */
    uint64_t shards, rows, bytes;
    uint64_t moved_rows; /* to make shards equal, in this call or in one before */
    uint64_t lost_rows;  /* likewise */
};

/* What a plan wants of `even`: FINISH_EVEN_AS_IS where it says no. */
int finish_even_wanted(const struct run_plan *plan);

/*
 * Finishes all phases of the plan. STATUS_PARTIAL when tasks are missing or their shards damaged,
 * with a sentence that lists them as `mlmprep missing` does; the markers of damaged ones are gone
 * then, so that `run` and `missing` see them. STATUS_USAGE when the set was made equal in another
 * way before; STATUS_FAILED when the folder holds a shard that nobody names; STATUS_TEMPORARY when
 * the network gave out or it was told to stop.
 */
MUST_USE enum status finish_stage_run(const struct finish_request *request,
                                      struct finish_result *result, struct error *error);

#endif
