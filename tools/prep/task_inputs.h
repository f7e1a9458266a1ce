/*
 * task_inputs - what every task of a run folder starts from: its text and the vocabulary, as the
 * markers "text" and "vocab" tell.
 *
 * Read once and used for all tasks: with thousands of shards the marker "text" is long.
 *
 * Thread rule: one thread at a time per struct; reading it is safe from any number.
 */
#ifndef TOOLS_PREP_TASK_INPUTS_H
#define TOOLS_PREP_TASK_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/task_marker.h"

struct task_inputs {
    bool complete; /* both markers are there with the keys of today; else the rest is empty */
    struct task_marker text; /* its files, in the order of the tasks */
    char vocabulary_sha256[RUN_PLAN_SHA256];
};

/* Reads both markers; no file of text is looked at. Makes *inputs, to be released. */
MUST_USE enum status task_inputs_read(struct task_inputs *inputs, const char *folder,
                                      const struct run_plan *plan, struct error *error);

/*
 * STATUS_FAILED, with the advice to have it made, when text or vocabulary are not there: no task
 * can be told done or be made then.
 */
MUST_USE enum status task_inputs_need(const struct task_inputs *inputs, const char *folder,
                                      struct error *error);

/* The key of a task in a phase; the inputs are complete. */
MUST_USE enum status task_inputs_key(char key[RUN_PLAN_SHA256], const struct task_inputs *inputs,
                                     const struct run_plan *plan, size_t task, unsigned phase,
                                     struct error *error);

/* Frees; harmless when zeroed. */
void task_inputs_release(struct task_inputs *inputs);

#endif
