/*
 * object_delete - deletes objects, up to 1000 by one request (DeleteObjects).
 */
#ifndef TOOLS_S3_OBJECT_DELETE_H
#define TOOLS_S3_OBJECT_DELETE_H

#include <stddef.h>

#include "tools/s3/sync_action.h"
#include "tools/s3/transfer_worker.h"

/*
 * Deletes each action->target. Fills results and statuses; messages[i] is a sentence, the caller's
 * to free, where statuses[i] is not STATUS_OK. An object that is not there is deleted. Keys that
 * XML cannot carry, those that the server could not delete this time, and all of a server that does
 * not know DeleteObjects go by a request of their own.
 */
void object_delete(struct transfer_worker *worker, struct sync_result *results,
                   enum status *statuses, char **messages, struct sync_action *const *actions,
                   size_t count);

#endif
