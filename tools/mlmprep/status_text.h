/*
 * status_text - how far a run folder is, for people and as JSON.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_STATUS_TEXT_H
#define TOOLS_MLMPREP_STATUS_TEXT_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/folder_state.h"
#include "tools/prep/run_plan.h"

/* Appends lines: stages, tasks, rate, what is running, what failed and why. */
MUST_USE enum status status_text_write(const struct folder_state *state, const char *folder,
                                       const struct run_plan *plan, struct buffer *text,
                                       struct error *error);

/* Appends a JSON object, on several lines; mlmprep(1) tells its members. */
MUST_USE enum status status_text_json(const struct folder_state *state, const struct run_plan *plan,
                                      struct buffer *text, struct error *error);

#endif
