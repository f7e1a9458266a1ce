/*
 * transfer_perform - carries out the actions of a plan, one function for each kind.
 *
 * Thread rule: as transfer_worker.
 */
#ifndef TOOLS_S3_TRANSFER_PERFORM_H
#define TOOLS_S3_TRANSFER_PERFORM_H

#include "tools/s3/transfer_engine.h"

/* The real ones: what transfer_engine_start uses. */
extern const struct transfer_calls transfer_perform_calls;

#endif
