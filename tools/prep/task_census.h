/*
 * task_census - of every task of a run folder: is it done, running, failed or missing.
 *
 * Read from state/ alone, and from the sizes of the files that markers name, so it is right at any
 * moment and for any number of machines that work in the folder. A task is running while a living
 * process says so (life_sign.h); failed when the last attempt left a note, until a later one
 * succeeds; missing otherwise. One that is made but not yet in the bucket is not done.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_TASK_CENSUS_H
#define TOOLS_PREP_TASK_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "formats/base/status.h"
#include "tools/prep/disk_estimate.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/run_rate.h"
#include "tools/prep/task_marker.h"

enum task_state {
    TASK_STATE_MISSING,
    TASK_STATE_RUNNING,
    TASK_STATE_FAILED,
    TASK_STATE_DONE,
    TASK_STATES
};

struct census_task {
    enum task_state state;
    uint64_t text_bytes; /* of its shard of text; 0 while the text is not made */
    /* Of each phase, in the plan's order: */
    bool made[RUN_PLAN_PHASES];
    uint64_t shard_bytes; /* of the phases that are made */
    double seconds;       /* that making these took */
    /* While it is running: */
    char *host, *job; /* owned; job: the engine's number of it, or NULL */
    int64_t process;
    time_t started;
    /* When it has failed: */
    char *sentence; /* owned */
    char *log;      /* owned: file below the run folder, or NULL */
    int64_t exit_code;
    uint64_t attempts;
    time_t failed;
};

struct task_census {
    struct census_task *tasks; /* owned */
    size_t count;
    size_t phases;
    bool text;  /* the text is made */
    bool ready; /* text and vocabulary are made */
    size_t states[TASK_STATES];
};

/* Counts. Makes *census on success, to be released. */
MUST_USE enum status task_census_take(struct task_census *census, const char *folder,
                                      const struct run_plan *plan, enum marker_check check,
                                      struct error *error);

/*
 * The tasks of some states, ascending, into a list that is the caller's to free: `states` has the
 * bit (1 << state) of each.
 */
MUST_USE enum status task_census_list(const struct task_census *census, unsigned states,
                                      size_t **tasks, size_t *count, struct error *error);

/* Bytes of text that are still to be worked on for a task, once for each phase. */
double task_census_left(const struct task_census *census, size_t task);

/* Those that were worked on. */
double task_census_made_bytes(const struct task_census *census, size_t task);

/* What run_rate has to know, at a moment; release *rate. A byte counts once for each phase. */
MUST_USE enum status task_census_rate(const struct task_census *census, time_t now,
                                      struct run_rate *rate, struct error *error);

/* What is made, for an estimate of the disk. */
void task_census_disk(const struct task_census *census, struct disk_made *made);

/* Frees; harmless when zeroed. */
void task_census_release(struct task_census *census);

#endif
