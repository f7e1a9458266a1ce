/*
 * s3sync_rules - lists of options as the plan and the engine want them.
 *
 * Thread rule: made by one thread, then only read.
 */
#ifndef TOOLS_JOIN_S3SYNC_RULES_H
#define TOOLS_JOIN_S3SYNC_RULES_H

#include "formats/base/status.h"
#include "tools/join/s3sync_options.h"
#include "tools/s3/commit_rules.h"
#include "tools/s3/object_options.h"
#include "tools/s3/selection.h"

struct s3sync_rules {
    struct selection selection;
    struct commit_rules commits;
    struct object_options object;
    const char **tags;     /* owned: what object points at */
    const char **metadata; /* likewise */
};

/* STATUS_USAGE where an option makes no sense. Borrows the options' texts; releases on failure. */
MUST_USE enum status s3sync_rules_init(struct s3sync_rules *rules,
                                       const struct s3sync_options *options, struct error *error);

/* Frees; harmless when zeroed. */
void s3sync_rules_release(struct s3sync_rules *rules);

#endif
