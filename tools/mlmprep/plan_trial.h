/*
 * plan_trial - the tools of a plan, tried on a few words: options that are right one by one may
 * make no sense together, which is told now instead of after hours of work.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_PLAN_TRIAL_H
#define TOOLS_MLMPREP_PLAN_TRIAL_H

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"

/*
 * STATUS_USAGE, with the tool's own sentence, when one says that it is called wrongly. Whatever
 * else goes wrong on so little text says nothing about the plan. STATUS_TEMPORARY when told to
 * stop. Works in a folder of its own below TMPDIR, else /tmp.
 */
MUST_USE enum status plan_trial_run(const struct run_plan *plan, struct stop_signal *stop,
                                    struct error *error);

#endif
