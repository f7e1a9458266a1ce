/*
 * plan_folder - a folder that gets a plan.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_PLAN_FOLDER_H
#define TOOLS_MLMPREP_PLAN_FOLDER_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

/*
 * Whether a folder can get a plan: it is not there, it is empty but for what an init that was
 * killed leaves, or it has a plan, which *has_plan tells. STATUS_USAGE otherwise.
 */
MUST_USE enum status plan_folder_look(const char *folder, bool *has_plan, struct error *error);

/*
 * Makes the folder, writes vocab.txt when there are bytes for it, and run.json last. On failure
 * what was made is taken back. STATUS_TEMPORARY when another process is at it.
 */
MUST_USE enum status plan_folder_write(const char *folder, const struct run_plan *plan,
                                       struct view vocabulary, struct error *error);

#endif
