/*
 * finish_upload - shards and dataset.json, which comes last, into the bucket of a plan.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_FINISH_UPLOAD_H
#define TOOLS_MLMPREP_FINISH_UPLOAD_H

#include "formats/base/status.h"
#include "tools/mlmprep/finish_stage.h"

struct json_t; /* jansson's */

/*
 * Has s3sync make the bucket equal to the files that `list` names, a path a line, those of a phase,
 * with the mark "/./" where what matters to the bucket begins. `work` is a folder for its report.
 * *details is what a marker keeps of it. Fails as tool_pipe_run does.
 */
MUST_USE enum status finish_upload_run(const struct finish_request *request, unsigned phase,
                                       const char *list, const char *work, struct json_t **details,
                                       struct error *error);

/*
 * Marks the shards of all tasks as uploaded, where the plan has tasks upload their own: those that
 * were made equal were uploaded here.
 */
MUST_USE enum status finish_upload_mark(const char *folder, const struct run_plan *plan,
                                        struct error *error);

#endif
