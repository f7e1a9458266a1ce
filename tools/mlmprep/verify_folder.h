/*
 * verify_folder - the data sets below a folder against their own manifests.
 *
 * Thread rule: one thread calls, which starts others and has ended them afterwards.
 */
#ifndef TOOLS_MLMPREP_VERIFY_FOLDER_H
#define TOOLS_MLMPREP_VERIFY_FOLDER_H

#include "formats/base/status.h"
#include "tools/mlmprep/check_crew.h"
#include "tools/mlmprep/verify_report.h"

/*
 * Verifies each folder with a dataset.json, the folder itself or below it: of every shard that it
 * names size, SHA-256, structure, rows and datasets; and that there is nothing that trainers would
 * read along. Of a run folder only what is in its shards/ counts, and that all phases are there.
 * Shards without a dataset.json are a fault. `crew` has threads, stop and progress.
 */
MUST_USE enum status verify_folder_run(struct verify_report *report, const char *folder,
                                       struct check_crew *crew, struct error *error);

#endif
