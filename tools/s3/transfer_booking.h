/*
 * transfer_booking - the engine's accounts: what became of each action, and of the run.
 *
 * Thread rule: whoever holds the mutex of the engine's schedule.
 */
#ifndef TOOLS_S3_TRANSFER_BOOKING_H
#define TOOLS_S3_TRANSFER_BOOKING_H

#include "tools/s3/transfer_engine.h"

/*
 * Counts what became of an action and tells the observer. A failure that no other action could
 * escape stops the run; what fails in a run that has stopped counts as not tried.
 */
void transfer_booking_book(struct transfer_engine *engine, const struct sync_action *action,
                           const struct sync_result *result, enum status status,
                           const struct error *error);

/* What transfer_engine_finish returns, from the totals; after the last thread also without mutex.
 */
MUST_USE enum status transfer_booking_judge(const struct transfer_engine *engine,
                                            struct error *error);

#endif
