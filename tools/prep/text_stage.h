/*
 * text_stage - from the sources to the shards of text that tasks work on.
 *
 *     wikiplain SOURCES | sentsplit | docshard -n N -o DIR/work/... CORPUS
 *
 * begins at the tool that the kind of the sources needs. The shards are renamed into DIR/text/ when
 * all are whole, and the marker "text" (task_marker.h), which names each with its SHA-256 in the
 * order of the tasks, is written last. Of sources that are shards already nothing is copied: the
 * marker names them where they are, with their absolute paths.
 *
 * Sources are compared with the plan's sizes and hashes before they are read, and looked at again
 * afterwards. What the tools say goes to DIR/log/text.log.
 *
 * Text that its tasks have used up, and that was deleted for that, counts as made as long as the
 * shards of those tasks are; when one is lost, the text is made again: the same, for it depends on
 * the plan and the sources alone.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TEXT_STAGE_H
#define TOOLS_PREP_TEXT_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/source_files.h"
#include "tools/prep/stage_request.h"
#include "tools/prep/task_marker.h"
#include "tools/prep/tool_pipe.h"

/*
 * Makes the text unless it is made. STATUS_FAILED, naming it, when a source is not what it was at
 * `mlmprep init`.
 */
MUST_USE enum status text_stage_run(const struct stage_request *request, bool *was_done,
                                    struct error *error);

/*
 * Reads the marker "text". *there is false, and nothing is made, when the text of this plan and
 * these sources was not made yet. Makes *marker otherwise, to be released.
 */
MUST_USE enum status text_stage_read(struct task_marker *marker, bool *there, const char *folder,
                                     const struct run_plan *plan, struct error *error);

/*
 * Deletes what is there of the text, whose marker is given, and that nobody needs any more, where
 * the plan says so.
 */
MUST_USE enum status text_stage_sweep(const struct stage_request *request,
                                      const struct task_marker *text, struct error *error);

/* Whether a shard of text was made here, so that it can be again: else it is a source. */
bool text_stage_has_made(const struct marked_file *text);

/*
 * How many bytes of the sources the pipe of this stage has read, out of *total: for whoever
 * watches. By what the kernel has counted for its first tool (/proc); 0 when that cannot be told.
 */
uint64_t text_stage_position(const struct run_plan *plan, const struct tool_pipe *pipe,
                             uint64_t *total);

#endif
