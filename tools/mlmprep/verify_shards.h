/*
 * verify_shards - the shards of one manifest looked at side by side, wherever they lie.
 *
 * Thread rule: one thread calls, which starts others and has ended them afterwards.
 */
#ifndef TOOLS_MLMPREP_VERIFY_SHARDS_H
#define TOOLS_MLMPREP_VERIFY_SHARDS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "tools/mlmprep/check_crew.h"
#include "tools/mlmprep/verify_report.h"

/* What is wrong with a shard: "is missing"; room for the sentences of others. */
#define VERIFY_TEXT_SIZE (ERROR_MESSAGE_SIZE + 64)

/*
 * Looks at one shard, in some thread. STATUS_OK with *proof; STATUS_PARTIAL when it differs, with
 * what is wrong in `text`; anything else is a failure that ends the whole, and fills the error.
 */
typedef enum status verify_shards_function(void *context, const struct dataset_shard *shard,
                                           unsigned worker, const atomic_bool *stopped,
                                           enum verify_proof *proof, char text[VERIFY_TEXT_SIZE],
                                           struct error *error);

/*
 * Looks at all shards of a manifest and adds what was found to the set, in the manifest's order.
 * `crew` has threads, stop and progress; the rest is set here.
 */
MUST_USE enum status verify_shards_run(struct verify_set *set,
                                       const struct dataset_manifest *manifest,
                                       struct check_crew *crew, verify_shards_function *function,
                                       void *context, struct error *error);

#endif
