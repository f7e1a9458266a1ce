/*
 * finish_wrong - what is said, and done, when shards are missing or damaged.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_FINISH_WRONG_H
#define TOOLS_MLMPREP_FINISH_WRONG_H

#include <stddef.h>

#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/mlmprep/finish_shards.h"

/*
 * STATUS_OK when all shards of all phases, which were checked, are whole. STATUS_PARTIAL otherwise,
 * with a sentence that lists the tasks as `mlmprep missing` does; a warning tells of each of the
 * first ones, and the markers of damaged ones are removed. A shard that could not be read is the
 * failure that met it.
 */
MUST_USE enum status finish_wrong_tell(const struct finish_shards *phases, size_t count,
                                       const struct messages *messages, struct error *error);

#endif
