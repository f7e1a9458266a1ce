/*
 * task_upload - sends the shards of one task to the bucket, and marks that they are there.
 *
 *     s3sync DIR/shards/./hdf5_.../wiki/wiki_training_3.hdf5 ... s3://bucket/prefix
 *
 * so that the keys are those that `h5pack | s3sync` would give them. The marker
 * "task-00003.uploaded" has a key over the shards and the bucket, so that nothing is sent twice.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TASK_UPLOAD_H
#define TOOLS_PREP_TASK_UPLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/shard_making.h"
#include "tools/prep/task_look.h"

/*
 * Uploads what task_look has found made in all phases. Of `making` all but the phase matters.
 * STATUS_TEMPORARY when the network gave out; otherwise fails as tool_pipe_run does.
 */
MUST_USE enum status task_upload_run(const struct shard_making *making,
                                     const struct task_look *look, struct error *error);

/*
 * Adds s3sync as a plan wants it, but for the operands: its hashes of files are kept in the run
 * folder, which is an absolute path, unless the plan says otherwise. `work` takes its report.
 * `phase` is that of the dataset.json that will be among what is sent, or 0 where there is none:
 * then the option for SageMaker's manifest of one is left out. Of a plan with two phases each gets
 * a manifest of its own: "all.phase1.manifest" for "all.manifest".
 */
MUST_USE enum status task_upload_add_tool(struct tool_pipe *pipe, const struct run_plan *plan,
                                          const char *folder, const char *work, uint64_t threads,
                                          unsigned phase, struct error *error);

#endif
