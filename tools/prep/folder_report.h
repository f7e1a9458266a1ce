/*
 * folder_report - what a whole data set took and holds so far: report.json, from the markers.
 *
 *     {"format": "mlmprep-report", "version": "0.1.0", "corpus": "wikicorpus_en",
 *      "tasks": {"all": 256, "done": 256},
 *      "counts": {"documents": 6100000, "sentences": ..., "tokens": ..., "unknown": ...,
 *                 "malformed": ..., "text_bytes": ...},
 *      "phases": [{"phase": 1, "shards": 256, "rows": 150000000, "bytes": ...}],
 *      "seconds": 5811.3, "processor_seconds": 22119.7,
 *      "stages": [...],                    see stage_report.h: fetch, text, vocab, tasks, finish
 *      "slowest_stage": "tasks",
 *      "slowest_tasks": [{"task": 17, "phase": 1, "seconds": 200.4, "text_bytes": ...,
 *                         "rows": ..., "host": "node1"}]}
 *
 * Counts are of the text that tasks were made of, once, whatever the number of phases. Stages whose
 * work was done elsewhere (a vocabulary that was copied) have no seconds.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_FOLDER_REPORT_H
#define TOOLS_PREP_FOLDER_REPORT_H

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

#define FOLDER_REPORT_JSON "report.json"
#define FOLDER_REPORT_TEXT "report.txt"

/* Tasks that are named as the slowest. */
#define FOLDER_REPORT_SLOWEST 5

struct json_t; /* jansson's */

/* Reads the markers and makes the object, the caller's to release. */
MUST_USE enum status folder_report_make(struct json_t **report, const char *folder,
                                        const struct run_plan *plan, struct error *error);

#endif
