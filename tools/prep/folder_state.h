/*
 * folder_state - how far a run folder is: its stages and its tasks.
 *
 * Read from state/ alone (task_census.h): right at any moment, and whoever works in the folder.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_FOLDER_STATE_H
#define TOOLS_PREP_FOLDER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/task_census.h"

enum folder_stage {
    FOLDER_FETCH,
    FOLDER_TEXT,
    FOLDER_VOCAB,
    FOLDER_TASKS,
    FOLDER_FINISH,
    FOLDER_STAGES
};

enum stage_state {
    STAGE_STATE_MISSING,
    STAGE_STATE_RUNNING,
    STAGE_STATE_DONE,
    STAGE_STATE_NONE, /* the plan has no such work: nothing to fetch */
};

struct folder_state {
    enum stage_state stages[FOLDER_STAGES];
    char *
        sentences[FOLDER_STAGES]; /* owned: why the last attempt at a missing one failed; or NULL */
    struct task_census census;
    uint64_t text_bytes;  /* of all shards of text; 0 while they are not made */
    uint64_t shard_bytes; /* of the shards that are made */
    bool has_rate;
    double bytes_per_second; /* of text, by all tasks that run */
    double seconds_left;     /* for the tasks */
};

/* "fetch" and so on; "missing" and so on. */
const char *folder_state_stage_name(enum folder_stage stage);
const char *folder_state_name(enum stage_state state);
const char *folder_state_task_name(enum task_state state);

/* Makes *state, to be released. */
MUST_USE enum status folder_state_read(struct folder_state *state, const char *folder,
                                       const struct run_plan *plan, struct error *error);

/* Frees; harmless when zeroed. */
void folder_state_release(struct folder_state *state);

#endif
