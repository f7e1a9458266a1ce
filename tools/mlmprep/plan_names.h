/*
 * plan_names - what the names of sources tell about a plan.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_PLAN_NAMES_H
#define TOOLS_MLMPREP_PLAN_NAMES_H

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

/*
 * Sets plan->kind when all sources are dumps by their names (".xml", ".json", ".ndjson", ".gz",
 * ".bz2"). STATUS_USAGE, with the kinds there are, otherwise.
 */
MUST_USE enum status plan_names_kind(struct run_plan *plan, struct error *error);

/*
 * Sets plan->corpus by the name of the series' wiki or of the first source: of Wikipedias
 * ("enwiki-20260101-...") "wikicorpus_en", of a shard what is in front of "_training_3.txt",
 * otherwise the name without its endings.
 */
MUST_USE enum status plan_names_corpus(struct run_plan *plan, struct error *error);

#endif
