/*
 * example_builder - all examples of a shard, as one call of the reference makes them.
 *
 * Documents are shuffled once; dupe_factor times each in that order is cut into pairs, each pair
 * masked; then all examples are shuffled. One random stream runs through it all, so the result
 * depends on nothing but the shard, the options and the seed. It equals the rows of NVIDIA's
 * create_pretraining_data.py (DeepLearningExamples, PyTorch BERT) for the same input.
 *
 * Thread rule: one thread per call; calls on different sets may run at the same time.
 */
#ifndef TOOLS_MLM_EXAMPLE_BUILDER_H
#define TOOLS_MLM_EXAMPLE_BUILDER_H

#include "formats/base/status.h"
#include "tools/mlm/example_options.h"
#include "tools/mlm/example_set.h"
#include "tools/mlm/shard_tokens.h"

/*
 * Fills `set`, replacing what was in it, with the examples of a finished shard. The shard is
 * borrowed for as long as the set is read; its vocabulary size is that of the options, which are
 * checked. A shard without documents makes no examples. STATUS_NO_MEMORY, or what
 * example_set_add fails with; the set is then empty.
 */
MUST_USE enum status example_builder_run(struct example_set *set, const struct shard_tokens *shard,
                                         const struct example_options *options,
                                         struct error *error);

#endif
