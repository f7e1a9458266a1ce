/*
 * report_text - the report of a run folder (folder_report.h) for people, and as files.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_REPORT_TEXT_H
#define TOOLS_MLMPREP_REPORT_TEXT_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

/* Makes the report of a folder and publishes report.json and report.txt; appends the text, too. */
MUST_USE enum status report_text_publish(const char *folder, const struct run_plan *plan,
                                         struct buffer *text, struct error *error);

/* Whether the folder has a report, of whenever. */
bool report_text_is_there(const char *folder);

#endif
