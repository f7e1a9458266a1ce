/*
 * planned_tool - a tool at the end of a pipe, with what a plan and a run give to each.
 *
 * Thread rule: one thread at a time per pipe.
 */
#ifndef TOOLS_PREP_PLANNED_TOOL_H
#define TOOLS_PREP_PLANNED_TOOL_H

#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/tool_pipe.h"

/*
 * Adds a tool that reports to <work>/<tool>.json, with the plan's options for it and `threads`, 0
 * for as many as the process may use. More arguments may follow.
 */
MUST_USE enum status planned_tool_add(struct tool_pipe *pipe, const struct run_plan *plan,
                                      enum run_tool tool, const char *work, uint64_t threads,
                                      struct error *error);

#endif
