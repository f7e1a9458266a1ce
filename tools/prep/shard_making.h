/*
 * shard_making - one shard in one phase, from its text to HDF5, in a work folder.
 *
 *     wpiece --vocab DIR/vocab.txt X.txt | mkmlm --phase N | h5pack -o WORK/made
 *
 * Text and vocabulary are compared with what their markers say before they are read, and looked at
 * again afterwards.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_SHARD_MAKING_H
#define TOOLS_PREP_SHARD_MAKING_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/shard_manifest.h"
#include "tools/prep/task_inputs.h"
#include "tools/prep/tool_pipe.h"
#include "tools/prep/work_folder.h"

struct json_t; /* jansson's */

struct shard_making {
    const char *folder; /* borrowed, as all of this: the run folder */
    const struct run_plan *plan;
    const struct task_inputs *inputs;
    size_t task;
    unsigned phase;
    uint64_t threads;
    const struct work_folder *work; /* of its own */
    const char *log;
    struct stop_signal *stop;
    tool_pipe_watch_function *watch; /* or NULL */
    void *watch_context;
};

/* A shard that is whole and on disk, in the work folder. */
struct made_shard {
    struct shard_manifest manifest;
    struct json_t *details; /* owned: for the marker (pipe_details.h), with "manifest" */
};

/*
 * Makes *shard, to be released. STATUS_FAILED when text or vocabulary are not there, STATUS_CORRUPT
 * when they are damaged; a damaged shard of text that can be made again is removed, so that it is.
 * Otherwise fails as tool_pipe_run does.
 */
MUST_USE enum status shard_making_run(const struct shard_making *making, struct made_shard *shard,
                                      struct error *error);

/* Frees; harmless when zeroed. The file stays the work folder's. */
void made_shard_release(struct made_shard *shard);

#endif
