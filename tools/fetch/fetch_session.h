/*
 * fetch_session - requests for files on web servers: redirects, pauses and attempts.
 *
 * Nothing is asked for compressed and nothing is decompressed: what is kept is what the server
 * has. Redirects are followed ten times, never from https: to http:. What is temporary is tried
 * again after a pause (tools/s3/retry.h).
 *
 * Thread rule: one thread at a time per session.
 */
#ifndef TOOLS_FETCH_FETCH_SESSION_H
#define TOOLS_FETCH_FETCH_SESSION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/s3/header_list.h"
#include "tools/s3/http.h"
#include "tools/s3/retry.h"

/*
 * Told a few times a second how many bytes of a file are there, of how many (0: unknown), also
 * while nothing moves; false to give up.
 */
typedef bool fetch_watch_function(void *context, uint64_t there, uint64_t total);

struct fetch_settings {
    uint64_t connect_seconds;    /* longest wait for a connection */
    uint64_t stall_seconds;      /* longest time without a byte */
    struct retry_policy policy;  /* attempts that gain nothing, and the pauses between them */
    const char *ca_bundle;       /* borrowed: certificates, file or folder; NULL: the system's */
    fetch_watch_function *watch; /* NULL for none */
    void *watch_context;
};

/* 10 s for a connection, 60 s without a byte, 8 attempts, 0.5 to 30 s between them. */
void fetch_settings_init(struct fetch_settings *settings);

struct fetch_session {
    struct fetch_settings settings;
    struct http_settings http;
    struct http_client client;
    struct http_response response; /* of the last request */
    uint64_t there, total;         /* what the watch is told */
    uint64_t before;               /* bytes that had been there when the download began */
    atomic_bool stopped;           /* the watch said so */
};

/* The session must stay where it is until it is released. */
MUST_USE enum status fetch_session_init(struct fetch_session *session,
                                        const struct fetch_settings *settings, struct error *error);

/* Asks the watch; false when it gave up, now or before. */
bool fetch_session_goes_on(void *session);

struct fetch_request {
    const char *method; /* "GET" or "HEAD" */
    const char *url;
    const struct header_list *headers; /* besides those that every request has; NULL for none */
    http_sink_function *sink;          /* as http_request's */
    void *sink_context;
};

/*
 * One request and those that it is redirected to; the last answer is in session->response.
 * STATUS_OK for an answer of any other status than a redirect; other statuses are
 * http_client_perform's.
 */
MUST_USE enum status fetch_session_perform(struct fetch_session *session,
                                           const struct fetch_request *request,
                                           struct error *error);

/* How often the same thing was tried by now. */
struct fetch_attempts {
    uint64_t failed; /* one after the other, since something was gained */
};

/*
 * Judges what fetch_session_perform came to, counts, and pauses when it is worth trying again: true
 * then. False for success, for what is final, for too many attempts, and when told to stop; *status
 * and *error then tell which.
 */
MUST_USE bool fetch_attempts_again(struct fetch_attempts *attempts, struct fetch_session *session,
                                   const char *url, enum status *status, struct error *error);

/* Harmless when zeroed. */
void fetch_session_release(struct fetch_session *session);

#endif
