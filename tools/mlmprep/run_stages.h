/*
 * run_stages - all that is missing of a data set, in order: fetch, text, vocab, tasks, finish.
 *
 * Thread rule: one thread; it forks.
 */
#ifndef TOOLS_MLMPREP_RUN_STAGES_H
#define TOOLS_MLMPREP_RUN_STAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/mlmprep/finish_stage.h"
#include "tools/mlmprep/run_progress.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"

enum run_until {
    RUN_UNTIL_FETCH,
    RUN_UNTIL_TEXT,
    RUN_UNTIL_VOCAB,
    RUN_UNTIL_TASKS,
    RUN_UNTIL_FINISH
};

struct run_stages {
    /* What is wanted: */
    const char *folder; /* borrowed: the run folder, whose lock the caller holds */
    const struct run_plan *plan;
    int until;        /* enum run_until: the last stage */
    uint64_t jobs;    /* tasks at a time; 0: as many as there are processors */
    uint64_t threads; /* of each tool; 0: as many as are of use */
    uint64_t retries; /* of a task that failed for now */
    bool any_space;   /* whatever room there is on the disk */
    double interval;  /* seconds between lines of progress where there is no terminal */
    const struct messages *messages;
    struct stop_signal *stop;
    /* What came of it: */
    bool was_done; /* there was nothing to do */
    size_t tasks, tasks_done;
    struct finish_result finished; /* zeroes when that was not reached */
};

/*
 * STATUS_FAILED when the disk is too small; STATUS_PARTIAL when some tasks failed for good and all
 * others are done, STATUS_TEMPORARY when none did so but some failed for now: both with the list as
 * `mlmprep missing` gives it, and the first reason. Each failure has been warned of.
 */
MUST_USE enum status run_stages_do(struct run_stages *run, struct error *error);

#endif
