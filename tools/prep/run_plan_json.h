/*
 * run_plan_json - a plan as the JSON value that run.json is the text of.
 *
 * Thread rule: one thread at a time per value.
 */
#ifndef TOOLS_PREP_RUN_PLAN_JSON_H
#define TOOLS_PREP_RUN_PLAN_JSON_H

#include <jansson.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

#define RUN_PLAN_FORMAT  "mlmprep-run"
#define RUN_PLAN_VERSION 1

/* What members with a choice say, each ended by NULL, in the order of their enums. */
extern const char *const run_plan_kinds[];   /* enum run_source_kind */
extern const char *const run_plan_uploads[]; /* enum run_upload */
extern const char *const run_plan_evens[];   /* enum run_even */

/* Makes the value, to be given to json_decref. STATUS_USAGE for a text that is not UTF-8. */
MUST_USE enum status run_plan_json_make(json_t **root, const struct run_plan *plan,
                                        struct error *error);

#endif
