/*
 * update_words - command lines of the children of `mlmprep update`.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_UPDATE_WORDS_H
#define TOOLS_MLMPREP_UPDATE_WORDS_H

#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_words.h"

/* Adds words up to a NULL. */
MUST_USE enum status update_words_add(struct run_words *words, struct error *error, ...);

/* Adds an option and its number. */
MUST_USE enum status update_words_number(struct run_words *words, const char *option,
                                         uint64_t number, struct error *error);

/*
 * Adds a plan's options for s3sync but for those that say which files are meant, or are about
 * deleting: for uploads of something else than shards.
 */
MUST_USE enum status update_words_of_upload(struct run_words *words,
                                            const struct run_words *options, struct error *error);

/*
 * Adds those of a plan's options for s3sync that tell where the bucket is and how its server is
 * talked to, which `mlmprep verify` takes, too.
 */
MUST_USE enum status update_words_of_bucket(struct run_words *words,
                                            const struct run_words *options, struct error *error);

#endif
