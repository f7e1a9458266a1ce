/*
 * run_folder - where things lie in a run folder, and who may work in it.
 *
 *     run.json         the plan (run_plan.h)
 *     vocab.txt        the vocabulary, copied, fetched or trained
 *     source/          what was fetched
 *     text/            the shards of text
 *     shards/          the data sets, a folder for each phase, as h5pack names them
 *     state/           markers of what is done (task_marker.h), is running, has failed
 *     work/            what is under way: a folder for each process (work_folder.h)
 *     log/             what the tools said: text.log, vocab.log, task-00003.log, finish.log
 *     report.json, report.txt
 *     lock             held by `init`, `run`, `finish` and `update`
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_RUN_FOLDER_H
#define TOOLS_PREP_RUN_FOLDER_H

#include "formats/base/status.h"
#include "tools/prep/work_folder.h"

/* "<folder>/<printf>" into an owned string; NULL when there is no memory. */
char *run_folder_path(const char *folder, const char *format, ...) PRINTF_LIKE(2, 3);

/* Makes the folders that are not there. */
MUST_USE enum status run_folder_make(const char *folder, struct error *error);

/*
 * Takes the folder's lock, which ends with the descriptor. STATUS_TEMPORARY when another process
 * has it, with host and process number as far as they are known. Where the file system knows no
 * locks there is none: all work may be done by several at once, that is only a waste.
 */
MUST_USE enum status run_folder_lock(const char *folder, int *descriptor, struct error *error);

#endif
