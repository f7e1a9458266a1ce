/*
 * update_making - makes and verifies one data set of a series: what `mlmprep fetch`, `mlmprep run`
 * and `mlmprep verify` would do in its folder.
 *
 * The last two are children; what they say goes to DIR/log/<date>.log, and the last line of it, a
 * line of progress, to the terminal.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_UPDATE_MAKING_H
#define TOOLS_MLMPREP_UPDATE_MAKING_H

#include "formats/base/status.h"
#include "tools/mlmprep/update_run.h"

/* Of update->date, whose folder is there with this plan. */
MUST_USE enum status update_making_run(struct update_run *update, const struct run_plan *plan,
                                       struct error *error);

/* Verifies only: the data set of update->date, in its folder and in its bucket. */
MUST_USE enum status update_making_verify(struct update_run *update, const struct run_plan *plan,
                                          struct error *error);

/*
 * A child of its own, "mlmprep" or "s3sync", with a list of words: runs it to its end, with its
 * messages in the log of `date`.
 */
MUST_USE enum status update_making_child(struct update_run *update, const char *date,
                                         const char *tool, const struct run_words *words,
                                         struct error *error);

#endif
