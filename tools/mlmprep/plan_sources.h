/*
 * plan_sources - the sources and the vocabulary of a plan, looked at and hashed.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_PLAN_SOURCES_H
#define TOOLS_MLMPREP_PLAN_SOURCES_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/cli/option_list.h"
#include "tools/mlmprep/plan_making.h"
#include "tools/prep/run_plan.h"

/* Takes the sources, and the series, out of a plan. */
void plan_sources_clear(struct run_plan *plan);

/*
 * Gives a plan these sources instead of its own (a pattern stands for the files it matches, by
 * name), of which nothing but place and name is known then.
 * STATUS_FAILED for a file that is not there.
 */
MUST_USE enum status plan_sources_take(struct run_plan *plan, const struct option_list *sources,
                                       struct error *error);

/*
 * Finds out the rest: files are read for their hashes, which takes its time, and servers of URLs
 * are asked.
 */
MUST_USE enum status plan_sources_examine(struct run_plan *plan, const struct plan_probe *probe,
                                          struct error *error);

/*
 * Gives a plan a vocabulary by its file or URL. The bytes of a file, checked to be a vocabulary, go
 * to `bytes`.
 */
MUST_USE enum status plan_sources_vocabulary(struct run_plan *plan, struct buffer *bytes,
                                             const char *location, struct error *error);

#endif
