/*
 * transfer_workers - the workers of a transfer_engine: their clients and scratch memory.
 *
 * Thread rule: make and release belong to the thread that starts the engine; all else may be called
 * by any.
 */
#ifndef TOOLS_S3_TRANSFER_WORKERS_H
#define TOOLS_S3_TRANSFER_WORKERS_H

#include "tools/s3/transfer_engine.h"

/* Fills the engine's settings, and makes its workers. Whatever it returns, release afterwards. */
MUST_USE enum status transfer_workers_make(struct transfer_engine *engine,
                                           const struct transfer_options *options,
                                           struct error *error);

/*
 * Prepares a task that was taken, together with the next in the queue where that is less work; the
 * next stays the next.
 */
void transfer_workers_prepare(struct transfer_engine *engine, struct transfer_worker *worker,
                              struct transfer_task *task);

/* Makes everything in flight end soon. */
void transfer_workers_stop(struct transfer_engine *engine);

/* Gives whoever writes to a file some time to finish; false when the run stopped meanwhile. */
bool transfer_workers_settle(struct transfer_engine *engine);

void transfer_workers_release(struct transfer_engine *engine);

#endif
