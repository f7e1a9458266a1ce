/*
 * update_plan - from the plan of a series and a dump to the plan of one data set.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_UPDATE_PLAN_H
#define TOOLS_MLMPREP_UPDATE_PLAN_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/fetch/dump_files.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"

/* "<bucket>/<date>" into an owned string; NULL when there is no memory. */
char *update_plan_bucket(const char *bucket, const char *date);

/*
 * Makes the plan of the data set of a dump: everything as the series has it, the dump's files as
 * sources, its date behind the bucket. Files of a mirror that is a folder are read, for their
 * hashes; STATUS_CORRUPT when these are not those that are published. *plan is to be released on
 * success.
 */
MUST_USE enum status update_plan_make(struct run_plan *plan, const struct run_plan *series,
                                      const struct dump_files *dump, struct stop_signal *stop,
                                      struct error *error);

/*
 * Makes the run folder DIR/<date>, marked as the series', with vocabulary and plan; what is there
 * of the same data set stays. With plan->version another than of today, the plan gets today's.
 */
MUST_USE enum status update_plan_write(struct run_plan *plan, const char *folder, const char *date,
                                       struct error *error);

/* Whether DIR/<date> has a plan. */
bool update_plan_is_there(const char *folder, const char *date);

/* Reads the plan of DIR/<date>, whatever its version. */
MUST_USE enum status update_plan_read(struct run_plan *plan, const char *folder, const char *date,
                                      struct error *error);

#endif
