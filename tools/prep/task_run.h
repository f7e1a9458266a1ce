/*
 * task_run - one shard from text to HDF5, in each phase, published and marked.
 *
 *     wpiece --vocab DIR/vocab.txt DIR/text/X.txt | mkmlm --phase N | h5pack -o DIR/work/...
 *
 * h5pack works in a folder of its own (run_folder.h); its shard is then renamed into
 * DIR/shards/<name of the phase's folder>/<corpus>/ and the marker written (task_marker.h), in this
 * order. Any number of copies of a task may run at once: their bytes are the same.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TASK_RUN_H
#define TOOLS_PREP_TASK_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"

struct task_request {
    const char *folder; /* borrowed: the run folder */
    const struct run_plan *plan;
    size_t task;
    uint64_t threads; /* of each tool; 0: as many as the process may use */
    bool check;       /* what is done is read and compared with its marker, not only looked at */
    struct stop_signal *stop;
};

enum task_outcome { TASK_MADE, TASK_WAS_DONE };

/* "task-00003", with its NUL. */
#define TASK_RUN_NAME 32
void task_run_name(char name[TASK_RUN_NAME], size_t task);

/*
 * Does what is missing of the task, uploads its shards where the plan says so, deletes its text
 * where the plan says so. What the tools say goes to log/task-00003.log. While it works,
 * state/task-00003.running is there (life_sign.h). Success removes the note of earlier failures
 * (failure_note.h); to write one, with the exit code, is the caller's. STATUS_TEMPORARY when trying
 * again makes sense, or when told to stop.
 */
MUST_USE enum status task_run(const struct task_request *request, enum task_outcome *outcome,
                              struct error *error);

#endif
