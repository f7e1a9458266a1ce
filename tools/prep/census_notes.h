/*
 * census_notes - the notes of tasks that are running or have failed, for the census.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_CENSUS_NOTES_H
#define TOOLS_PREP_CENSUS_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "formats/base/status.h"
#include "tools/prep/task_census.h"

/*
 * Whether a living process works on the task; then the task's host, job, process and time. `now` is
 * as life_sign_look wants it.
 */
MUST_USE enum status census_notes_running(struct census_task *task, bool *there, const char *folder,
                                          size_t index, time_t now, struct error *error);

/* Whether the last attempt failed; then the task's sentence, log, exit code, attempts and time. */
MUST_USE enum status census_notes_failed(struct census_task *task, bool *there, const char *folder,
                                         size_t index, struct error *error);

#endif
