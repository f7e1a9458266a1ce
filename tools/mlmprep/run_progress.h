/*
 * run_progress - one line for a whole run, whatever tools work below it.
 *
 *     mlmprep run: text 34 %, 61 MiB/s, shards 0/256, 12 min 10 s left
 *     mlmprep run: tasks, shards 12/256, 4 running, 38 MiB/s of text, 41 min 02 s left
 *
 * On a terminal it is drawn in place (tools/cli/progress.h); elsewhere it is a line now and then,
 * and one for each stage that has ended. Warnings of tasks that failed take the line away first.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_RUN_PROGRESS_H
#define TOOLS_MLMPREP_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/task_census.h"
#include "tools/prep/task_crew.h"
#include "tools/prep/tool_pipe.h"

struct run_progress {
    struct progress line;
    const struct messages *messages;  /* borrowed */
    const char *stage;                /* borrowed: "text"; NULL: none yet */
    double stage_began;               /* child_process_now */
    const struct run_plan *plan;      /* borrowed: while the text is made */
    const struct task_census *census; /* borrowed: of before the tasks, while they run */
    size_t shards, done;
    double made_bytes, made_seconds; /* of text and time of tasks that this run made */
    size_t told;                     /* failures that were warned of */
};

/* Prepares. Where there is no terminal, `interval` seconds are between two lines; 0: no lines. */
void run_progress_init(struct run_progress *progress, const struct messages *messages,
                       size_t shards, double interval);

/* A stage begins. */
void run_progress_begin(struct run_progress *progress, const char *stage);

/* A stage has ended: a line that tells what came of it, where there is no terminal. */
void run_progress_end(struct run_progress *progress, bool was_done);

/* A tool_pipe_watch_function for any stage; the context is the run_progress. */
void run_progress_pipe(void *context, const struct tool_pipe *pipe);

/* For the stage of the tasks; the context is the run_progress. */
void run_progress_crew(void *context, const struct task_crew *crew);
void run_progress_task_done(void *context, size_t task, double seconds);

/* Takes the line away. */
void run_progress_finish(struct run_progress *progress);

#endif
