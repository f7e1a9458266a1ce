/*
 * hash_ahead - hashes two files that are to be sent, at once.
 *
 * The hash of a body stands in its request's head, so each file is read and hashed before it is
 * sent. A processor's SHA instructions hash two streams in hardly more time than one: with the file
 * whose turn it is, the next one is hashed, too, and waits for its turn with its hash known.
 *
 * Thread rule: the actions are the caller's alone meanwhile.
 */
#ifndef TOOLS_S3_HASH_AHEAD_H
#define TOOLS_S3_HASH_AHEAD_H

#include <stdbool.h>

#include "tools/s3/sync_action.h"
#include "tools/s3/transfer_worker.h"

/*
 * Whether an action is of a file whose hash is not known and worth having together with another's:
 * sent in one piece, not small, as it was planned, and on a processor that gains by it.
 */
bool hash_ahead_is_wanted(const struct transfer_settings *settings,
                          const struct sync_action *action);

/*
 * Fills in the SHA-256 of both, each where its file is still as the plan saw it, and stays so while
 * it is read. What goes wrong is not told: whoever sends the file will meet it, too.
 */
void hash_ahead_two(struct transfer_worker *worker, struct sync_action *first,
                    struct sync_action *second);

#endif
