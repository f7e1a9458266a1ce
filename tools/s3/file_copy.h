/*
 * file_copy - a copy of a file that appears only when it is whole.
 */
#ifndef TOOLS_S3_FILE_COPY_H
#define TOOLS_S3_FILE_COPY_H

#include "tools/s3/sync_action.h"
#include "tools/s3/transfer_worker.h"

/*
 * Copies action->source to the path action->target, whose folders are made, by way of a temporary
 * file whose name is told to options.remember before it exists. A file that already is its own
 * target is left alone. *changed when the source became another meanwhile.
 */
MUST_USE enum status file_copy(struct transfer_worker *worker, struct sync_result *result,
                               bool *changed, const struct sync_action *action,
                               struct error *error);

#endif
