/*
 * bucket_target - an upload_target that is a bucket: a session, and a client for each worker.
 *
 * Thread rule: init and release belong to one thread; the rest is upload_target's.
 */
#ifndef TOOLS_S3_BUCKET_TARGET_H
#define TOOLS_S3_BUCKET_TARGET_H

#include "tools/s3/s3_client.h"
#include "tools/s3/upload_target.h"

struct bucket_target {
    struct upload_target base; /* first: the target is cast back from it */
    struct s3_session session;
    struct s3_client *clients; /* owned; one for each worker */
    unsigned count;
};

/* A target for `workers` threads; it must stay where it is until it is released. */
MUST_USE enum status bucket_target_init(struct bucket_target *target,
                                        const struct s3_session_options *options, unsigned workers,
                                        struct error *error);

/* Closes the connections and frees; harmless when zeroed. */
void bucket_target_release(struct bucket_target *target);

#endif
