/*
 * verify_options - what the command line of `mlmprep verify` can say.
 *
 * Where buckets are, and how their servers are talked to, is told as to s3sync(1).
 */
#ifndef TOOLS_MLMPREP_VERIFY_OPTIONS_H
#define TOOLS_MLMPREP_VERIFY_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/cli/options.h"
#include "tools/join/s3sync_options.h"

struct verify_options {
    bool json;
    bool download;
    struct s3sync_options s3; /* of which only places and requests can be set */
};

#define VERIFY_OPTIONS_ROWS (S3SYNC_OPTIONS_ROWS + 2)

/* The defaults. */
void verify_options_init(struct verify_options *options);

/* Fills the table, whose rows point into *options; returns their number. */
size_t verify_options_rows(struct verify_options *options,
                           struct option_spec rows[VERIFY_OPTIONS_ROWS]);

#endif
