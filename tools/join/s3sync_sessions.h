/*
 * s3sync_sessions - the buckets of a run: AWS's settings, and a session and a reader for each.
 *
 * Thread rule: made and released by one thread.
 */
#ifndef TOOLS_JOIN_S3SYNC_SESSIONS_H
#define TOOLS_JOIN_S3SYNC_SESSIONS_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/join/s3sync_options.h"
#include "tools/join/s3sync_watch.h"
#include "tools/s3/aws_settings.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/header_list.h"
#include "tools/s3/object_options.h"
#include "tools/s3/s3_session.h"
#include "tools/s3/s3_url.h"
#include "tools/s3/traffic.h"

/* One bucket. */
struct s3sync_side {
    bool used; /* else the side is of files, and nothing else is set */
    struct s3_session session;
    struct bucket_reader reader;
};

struct s3sync_sessions {
    bool loaded; /* aws is */
    struct aws_settings aws;
    struct traffic traffic;
    struct header_list headers; /* of every request */
    struct s3sync_side source;
    struct s3sync_side target;
};

/* Begins to count bytes: before any thread looks at sessions->traffic. The rest must be zeroed. */
void s3sync_sessions_init(struct s3sync_sessions *sessions, const struct s3sync_options *options);

/* Finds region, endpoint and credentials; the watch is told of requests with --trace. */
MUST_USE enum status s3sync_sessions_load(struct s3sync_sessions *sessions,
                                          const struct s3sync_options *options,
                                          struct s3sync_watch *watch, struct error *error);

/*
 * Opens sessions for the buckets; NULL for a side of files. Names, options, `object` and watch are
 * borrowed.
 */
MUST_USE enum status s3sync_sessions_open(struct s3sync_sessions *sessions,
                                          const struct s3sync_options *options,
                                          const struct object_options *object,
                                          const char *source_bucket, const char *target_bucket,
                                          struct s3sync_watch *watch, struct error *error);

/*
 * Ends uploads below the target that were left unfinished longer ago than options->abort_stale
 * says, or, in a dry run, only tells them. STATUS_USAGE when that is no age, or the target no
 * bucket.
 */
MUST_USE enum status s3sync_sessions_abort_stale(struct s3sync_sessions *sessions,
                                                 const struct s3sync_options *options,
                                                 const struct s3_url *to,
                                                 struct s3sync_watch *watch, struct error *error);

/* Wipes and frees, once initialised. */
void s3sync_sessions_release(struct s3sync_sessions *sessions);

#endif
