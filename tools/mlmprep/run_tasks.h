/*
 * run_tasks - the stage of the tasks: those that are not done, as processes, so many at a time
 * (task_crew.h), and the sentence about those that failed.
 *
 * Thread rule: one thread; it forks.
 */
#ifndef TOOLS_MLMPREP_RUN_TASKS_H
#define TOOLS_MLMPREP_RUN_TASKS_H

#include "formats/base/status.h"
#include "tools/mlmprep/run_progress.h"
#include "tools/mlmprep/run_stages.h"
#include "tools/prep/task_crew.h"

/* Does the tasks that are not done. Fails as run_stages_do says. */
MUST_USE enum status run_tasks_do(struct run_stages *run, struct run_progress *progress,
                                  struct error *error);

/* What came of a crew that has ended: STATUS_OK when all its tasks are done. */
MUST_USE enum status run_tasks_judge(const struct task_crew *crew, const char *folder,
                                     size_t all_tasks, struct error *error);

#endif
