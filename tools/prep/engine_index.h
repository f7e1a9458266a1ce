/*
 * engine_index - which task of many this process is, after the engine that started it.
 *
 * Known are SLURM_ARRAY_TASK_ID, AWS_BATCH_JOB_ARRAY_INDEX and JOB_COMPLETION_INDEX (Kubernetes).
 * How many tasks there are is never taken from an engine: when only what failed is sent again,
 * its numbers are of that.
 *
 * Thread rule: reads the environment it is given; touches nothing else.
 */
#ifndef TOOLS_PREP_ENGINE_INDEX_H
#define TOOLS_PREP_ENGINE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

/*
 * *task = the engine's index + offset, which is below `tasks`. STATUS_USAGE when no engine's
 * variable is set, two disagree, one is not a number, or the task is out of range.
 */
MUST_USE enum status engine_index_find(size_t *task, uint64_t offset, size_t tasks,
                                       struct error *error);

/* With its NUL. */
#define ENGINE_JOB_SIZE 64

/* The engine's name for this job, as its own tools take it: "4711_3"; "" when there is none. */
void engine_index_job(char job[ENGINE_JOB_SIZE]);

/* Whether an engine has started this process: SIGTERM then means "again, elsewhere". */
bool engine_index_is_under_engine(void);

#endif
