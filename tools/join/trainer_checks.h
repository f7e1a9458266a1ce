/*
 * trainer_checks - what about a data set would make a known trainer stumble.
 *
 * What can be mended is refused where `strict` is set, with a sentence that says how; otherwise it
 * is a warning.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_TRAINER_CHECKS_H
#define TOOLS_JOIN_TRAINER_CHECKS_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "formats/h5/shard_name.h"
#include "tools/cli/messages.h"
#include "tools/join/dataset_output.h"

/* Before a shard is opened: a held-out shard must not look like one to train on. */
MUST_USE enum status trainer_checks_name(const struct shard_name *name, bool strict,
                                         const struct messages *messages, struct error *error);

/*
 * Before a data set is committed: every folder needs two training shards, and they should have
 * equal rows. Unequal ones are only warned of, since the reference makes no others.
 */
MUST_USE enum status trainer_checks_dataset(const struct dataset_output *output, bool strict,
                                            const struct messages *messages, struct error *error);

#endif
