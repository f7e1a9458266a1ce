/*
 * commit_rules - which files mean "complete", and what they name.
 *
 * Commit files are "dataset.json", "_SUCCESS", "*.manifest", and what --last patterns match. They
 * go up after everything else is confirmed, in this order among themselves: those of --last,
 * "*.manifest", "dataset.json", "_SUCCESS".
 *
 * Thread rule: one thread adds patterns; then rules are only read.
 */
#ifndef TOOLS_S3_COMMIT_RULES_H
#define TOOLS_S3_COMMIT_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct commit_rules {
    const char **patterns; /* owned; the texts are borrowed */
    size_t count;
};

/* Adds a pattern of --last; see glob_pattern.h. Zero the rules before the first. */
MUST_USE enum status commit_rules_add(struct commit_rules *rules, const char *pattern,
                                      struct error *error);

/*
 * The rank of a commit file, from 1, in the order they go up; 0 for any other. `name` is relative
 * to source or target; `rules` may be NULL.
 */
MUST_USE unsigned commit_rules_rank(const struct commit_rules *rules, const char *name);

/* Whether a path's last part is "dataset.json". */
MUST_USE bool commit_rules_is_dataset(const char *name);

/* Told the path of each shard, relative to the folder of the dataset.json. */
typedef enum status commit_rules_shard_function(void *context, const char *shard,
                                                struct error *error);

/*
 * Tells the shards that the text of a dataset.json names. STATUS_NOT_OURS, before any is told, for
 * a text that is none: not JSON, or without a list "shards" of objects that have a "file".
 */
MUST_USE enum status commit_rules_read_shards(struct view text,
                                              commit_rules_shard_function *function, void *context,
                                              struct error *error);

/* Frees; harmless when zeroed. */
void commit_rules_release(struct commit_rules *rules);

#endif
