/*
 * stale_uploads - ends the multipart uploads that killed runs left behind (--abort-stale AGE).
 *
 * Their parts take room in the bucket, and cost money, until somebody does.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_STALE_UPLOADS_H
#define TOOLS_S3_STALE_UPLOADS_H

#include <stdint.h>

#include "tools/s3/s3_client.h"

/* Told each upload that was aborted. */
typedef void stale_uploads_function(void *context, const char *key);

/*
 * Aborts all unfinished uploads to keys that begin with `prefix` ("folder/", or "" for the whole
 * bucket) and were begun at least `age` seconds ago by the server's clock. *aborted counts them;
 * `function` may be NULL. Uploads whose time cannot be read stay. The first failure ends it.
 */
MUST_USE enum status stale_uploads_abort(struct s3_client *client, uint64_t *aborted,
                                         const char *prefix, uint64_t age,
                                         stale_uploads_function *function, void *context,
                                         struct error *error);

/*
 * Aborts the unfinished uploads to exactly `key` that were begun between two times of our clock,
 * but for the one called `but` ("" for none): those of our own whose answer was lost. The server's
 * clock is taken from its answer. Failures are not told: a run that may not list leaves them.
 */
void stale_uploads_abort_lost(struct s3_client *client, const char *key, const char *but,
                              int64_t from, int64_t to);

/*
 * Reads a time as S3 writes it, "2010-11-10T20:48:33.000Z", as seconds since 1970; -1 for anything
 * else.
 */
int64_t stale_uploads_read_time(const char *text);

#endif
