/*
 * stale_uploads - ends the multipart uploads that killed runs left behind (--abort-stale AGE).
 *
 * Their parts take room in the bucket, and cost money, until somebody does.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_STALE_UPLOADS_H
#define TOOLS_S3_STALE_UPLOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/s3/s3_client.h"

/* Told of each upload: before it is aborted, which a failure here prevents, and after. */
struct stale_uploads_calls {
    enum status (*found)(void *context, const char *key, struct error *error);
    void (*aborted)(void *context, const char *key);
    void *context;
};

/*
 * Aborts all unfinished uploads to keys that begin with `prefix` ("folder/", or "" for the whole
 * bucket) and were begun at least `age` seconds ago by the server's clock; with
 * `only_find` they are found, and stay. Uploads whose time cannot be read stay, too. The first
 * failure ends it.
 */
MUST_USE enum status stale_uploads_abort(struct s3_client *client, const char *prefix, uint64_t age,
                                         bool only_find, const struct stale_uploads_calls *calls,
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
