/*
 * s3sync_run - what s3sync does once its options are known: places, plan, engine, cache.
 */
#ifndef TOOLS_JOIN_S3SYNC_RUN_H
#define TOOLS_JOIN_S3SYNC_RUN_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/join/s3sync_options.h"

/* Values of environment variables that say where things are kept; NULL for those that are not set.
 */
struct s3sync_environment {
    const char *home;
    const char *cache_home; /* XDG_CACHE_HOME */
    const char *state_home; /* XDG_STATE_HOME */
    const char *temporary;  /* TMPDIR */
};

/* Whether sources are read from standard input: none are named, or "-" is. */
bool s3sync_reads_list(const struct cli *cli);

/* Does it all; fills the run report. The status is the tool's. */
MUST_USE enum status s3sync_run(const struct s3sync_options *options,
                                const struct s3sync_environment *environment, struct cli *cli,
                                struct error *error);

#endif
