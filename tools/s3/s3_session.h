/*
 * s3_session - what all workers of one bucket share: keys, address, and what the server taught us.
 *
 * A server may tell that the bucket lives in another region, that it has another address, or that
 * our clock is wrong. Whoever learns it first tells the session, and every later request of every
 * worker is signed accordingly.
 *
 * Thread rule: init and release belong to one thread; all else may be called by any.
 */
#ifndef TOOLS_S3_S3_SESSION_H
#define TOOLS_S3_S3_SESSION_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "formats/base/status.h"
#include "tools/s3/aws_settings.h"
#include "tools/s3/endpoint.h"
#include "tools/s3/http.h"
#include "tools/s3/request_gate.h"
#include "tools/s3/request_note.h"
#include "tools/s3/retry.h"

#define S3_SESSION_REGION_SIZE 64

/* Told that an attempt failed and another will be made in `pause_ms`; any worker calls it. */
typedef void s3_session_retry_function(void *context, const char *sentence, uint64_t attempt,
                                       uint64_t pause_ms);

struct s3_session_options {
    const struct aws_settings *aws; /* borrowed for the session's life */
    const char *bucket;             /* borrowed likewise */
    enum endpoint_style style;
    struct retry_policy retry;
    unsigned concurrency; /* requests in flight at most */
    uint64_t connect_ms;
    uint64_t stall_seconds;
    uint64_t request_ms;                 /* longest time for one request in all; 0 for no limit */
    struct traffic *traffic;             /* borrowed likewise; NULL for none */
    const struct header_list *headers;   /* of every request (request payer), borrowed; or NULL */
    s3_session_retry_function *on_retry; /* NULL for none */
    request_note_function *on_request;   /* NULL for none */
    http_log_function *log;              /* NULL for none */
    void *context;                       /* of all three */
};

struct s3_session {
    /* Set by init, then only read: */
    struct s3_session_options options;
    struct http_settings http;
    /* Any thread at any time: */
    struct request_gate gate;
    atomic_bool stopped;
    atomic_uint_fast64_t requests; /* attempts sent */
    atomic_uint_fast64_t retries;  /* attempts after the first */
    /* Under the mutex: */
    pthread_mutex_t mutex;
    pthread_cond_t stop_wanted; /* CLOCK_MONOTONIC */
    struct endpoint endpoint;
    char region[S3_SESSION_REGION_SIZE];
    int64_t clock_offset; /* the server's clock minus ours, in seconds */
    uint64_t random_state;
};

/* What one attempt is made with: a copy, so that it stays the same while others learn. */
struct s3_session_view {
    struct endpoint endpoint;       /* owned */
    struct credentials credentials; /* owned; without a key when requests are sent unsigned */
    char region[S3_SESSION_REGION_SIZE];
    int64_t clock_offset;
};

MUST_USE enum status s3_session_init(struct s3_session *session,
                                     const struct s3_session_options *options, struct error *error);

/*
 * Copies what the session knows now, credentials included: these may have to be fetched first, and
 * then this fails as credential_provider_get does. Release with s3_session_view_release.
 */
MUST_USE enum status s3_session_look(struct s3_session *session, struct s3_session_view *view,
                                     struct error *error);

/*
 * After an answer that calls the credentials of `used` expired or invalid: STATUS_OK when the next
 * look will give others, else a sentence says why not.
 */
MUST_USE enum status s3_session_renew(struct s3_session *session,
                                      const struct s3_session_view *used, struct error *error);

/* Wipes and frees; harmless when zeroed. */
void s3_session_view_release(struct s3_session_view *view);

/*
 * Learns the bucket's region or address from an answer to a request made with `used`. `region`,
 * `location` (a URL) and `host` may be NULL or "". True when another attempt will go elsewhere than
 * `used` did: because of this answer, or of one that came to another worker meanwhile.
 */
MUST_USE bool s3_session_learn_place(struct s3_session *session, const struct s3_session_view *used,
                                     const char *region, const char *location, const char *host);

/*
 * Learns the clock from the server's time, -1 when it told none. True when another attempt will be
 * signed with a time that differs from what `used` gave by more than a minute.
 */
MUST_USE bool s3_session_learn_clock(struct s3_session *session, const struct s3_session_view *used,
                                     time_t server_time);

/* Waits; false when the session was stopped, before or meanwhile. */
MUST_USE bool s3_session_pause(struct s3_session *session, uint64_t milliseconds);

/* A random number for back-off; xorshift64*, seeded from the system. */
uint64_t s3_session_random(struct s3_session *session);

/* Makes requests in flight, pauses and all later requests fail at once. */
void s3_session_stop(struct s3_session *session);

/* Frees; no client may be in use. Harmless when zeroed. */
void s3_session_release(struct s3_session *session);

#endif
