/*
 * text_stage - from the sources to shards of text and a vocabulary: what all tasks need.
 *
 *     wikiplain SOURCES | sentsplit | docshard -n N -o DIR/work/... CORPUS
 *
 * The shards are renamed into DIR/text/ when all are whole, and the marker "text" (task_marker.h),
 * which names each with its SHA-256, is written last; likewise "vocab" for DIR/vocab.txt. Of
 * sources that are shards already nothing is copied: the marker names them where they are.
 * Sources are compared with the plan's sizes and hashes first.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TEXT_STAGE_H
#define TOOLS_PREP_TEXT_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"
#include "tools/prep/tool_pipe.h"

struct stage_request {
    const char *folder; /* borrowed: the run folder */
    const struct run_plan *plan;
    uint64_t threads; /* of each tool; 0: as many as the process may use */
    struct stop_signal *stop;
    tool_pipe_watch_function *watch; /* or NULL */
    void *watch_context;
};

/*
 * Makes the text unless it is made. Text that its tasks have used up, and was deleted for that,
 * counts as made as long as those tasks are done.
 */
MUST_USE enum status text_stage_run(const struct stage_request *request, bool *was_done,
                                    struct error *error);

/* Trains, or takes over, the vocabulary unless that is done. */
MUST_USE enum status vocabulary_stage_run(const struct stage_request *request, bool *was_done,
                                          struct error *error);

#endif
