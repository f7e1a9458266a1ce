/*
 * plan_corpora - how many corpora the shards of a plan are of.
 *
 * Thread rule: pure functions.
 */
#ifndef TOOLS_MLMPREP_PLAN_CORPORA_H
#define TOOLS_MLMPREP_PLAN_CORPORA_H

#include <stddef.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

/* Counts the corpora: each has a data set of its own in each phase. */
MUST_USE enum status plan_corpora_count(size_t *count, const struct run_plan *plan,
                                        struct error *error);

#endif
