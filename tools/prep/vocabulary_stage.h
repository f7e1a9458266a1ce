/*
 * vocabulary_stage - DIR/vocab.txt: copied by `mlmprep init`, fetched, or trained here.
 *
 *     wpvocab -o DIR/work/... DIR/text/CORPUS_training_*.txt
 *
 * The marker "vocab" (task_marker.h) names it with its SHA-256. What the tool says goes to
 * DIR/log/vocab.log.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_VOCABULARY_STAGE_H
#define TOOLS_PREP_VOCABULARY_STAGE_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stage_request.h"
#include "tools/prep/task_marker.h"

/* The vocabulary's name in the run folder. */
#define VOCABULARY_STAGE_FILE "vocab.txt"

/*
 * Trains the vocabulary on the text, which is made, or takes over the one that the plan names,
 * unless that is done. STATUS_FAILED when the file is another than the plan names and cannot be had
 * again.
 */
MUST_USE enum status vocabulary_stage_run(const struct stage_request *request, bool *was_done,
                                          struct error *error);

/*
 * Reads the marker "vocab". *there is false, and nothing is made, when the vocabulary of this plan,
 * and, where it is trained, of this text, is not made. Makes *marker otherwise, to be released.
 * `text` is the marker "text", NULL when there is none.
 */
MUST_USE enum status vocabulary_stage_read(struct task_marker *marker, bool *there,
                                           const char *folder, const struct run_plan *plan,
                                           const struct task_marker *text, struct error *error);

/*
 * The key of the vocabulary of this plan; of one that is trained, with the text it is trained on,
 * by its marker.
 */
MUST_USE enum status vocabulary_stage_key(char key[RUN_PLAN_SHA256], const struct run_plan *plan,
                                          const struct task_marker *text, struct error *error);

/* Whether the file is the one that its marker tells of: reads it. */
MUST_USE enum status vocabulary_stage_holds(bool *holds, const char *folder,
                                            const struct run_plan *plan,
                                            const struct task_marker *text, struct error *error);

#endif
