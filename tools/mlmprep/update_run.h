/*
 * update_run - one call of `mlmprep update`: what there is to do, and doing it.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_UPDATE_RUN_H
#define TOOLS_MLMPREP_UPDATE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/dump_date.h"
#include "formats/base/status.h"
#include "tools/cli/progress.h"
#include "tools/fetch/dump_files.h"
#include "tools/mlmprep/web_source.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/series_folder.h"
#include "tools/prep/stop_signal.h"

struct update_run {
    /* What is wanted; borrowed: */
    const char *folder; /* of the series, whose lock the caller holds but for a dry run */
    const char *tool;   /* "mlmprep update" */
    uint64_t threads;   /* of each tool; 0: as many as are of use */
    uint64_t jobs;      /* tasks at a time; 0: as many as there are processors */
    uint64_t retries;   /* of a task that failed for now */
    bool any_space;     /* whatever room there is on the disk */
    struct web_source *web;
    struct progress *line;
    struct stop_signal *stop;
    /* What is known: */
    struct run_plan plan; /* of the series */
    struct series_folder series;
    struct dump_files dump;    /* the mirror's; its date is "": none that is newer */
    char date[DUMP_DATE_SIZE]; /* of the data set to make; "": none */
    struct buffer done;        /* what was done, or would be: for the one line */
};

/*
 * Reads plan and folder and asks the mirror; update_run_release releases what it made. A mirror
 * that cannot be asked is no failure while there is something to go on with.
 */
MUST_USE enum status update_run_look(struct update_run *update, struct error *error);

/* Tells in update->done what update_run_do would do, a line each; nothing when that is nothing. */
MUST_USE enum status update_run_tell(struct update_run *update, struct error *error);

/*
 * Makes, verifies, switches and removes, as far as there is anything to do, and says so in
 * update->done, one sentence. On failure the current data set is as it was, or the new one.
 */
MUST_USE enum status update_run_do(struct update_run *update, struct error *error);

/* Harmless when zeroed. */
void update_run_release(struct update_run *update);

#endif
