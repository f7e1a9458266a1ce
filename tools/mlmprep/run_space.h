/*
 * run_space - whether what a run will write fits on the disk (disk_estimate.h).
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_RUN_SPACE_H
#define TOOLS_MLMPREP_RUN_SPACE_H

#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/disk_estimate.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/task_census.h"

/*
 * STATUS_FAILED when it does not fit, with the numbers and what can be done. What is made already
 * counts.
 */
MUST_USE enum status run_space_check(const char *folder, const struct run_plan *plan,
                                     const struct task_census *census, struct error *error);

/* The same for a disk with so much room. */
MUST_USE enum status run_space_fits(const struct disk_estimate *estimate, const char *folder,
                                    const struct run_plan *plan, uint64_t room,
                                    struct error *error);

#endif
