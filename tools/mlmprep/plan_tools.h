/*
 * plan_tools - what a user gives to the tools of a plan besides what mlmprep gives them.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_PLAN_TOOLS_H
#define TOOLS_MLMPREP_PLAN_TOOLS_H

#include "formats/base/status.h"
#include "tools/mlmprep/plan_options.h"
#include "tools/prep/run_plan.h"

/*
 * Puts the words that are given into the plan, and what --lang and --cased mean for each tool.
 * Every tool that gets some is asked whether it takes them. STATUS_USAGE for options it does not
 * know, those that mlmprep sets itself, operands, and tools that the plan has no use for.
 */
MUST_USE enum status plan_tools_take(struct run_plan *plan, const struct plan_options *options,
                                     struct error *error);

/*
 * run_plan_load, and the same questions of the words in it, for commands that start tools: somebody
 * may have edited the file, and a tool that is given --help does nothing and ends with 0.
 * STATUS_CORRUPT for what plan_tools_take refuses.
 */
MUST_USE enum status plan_tools_load(struct run_plan *plan, const char *folder,
                                     struct error *error);

#endif
