/*
 * s3_client - sends one S3 request until it is answered for good: one worker's end of a session.
 *
 * Each attempt is signed just before it is sent, with the region, address and clock known by then.
 * What is temporary is tried again after a pause (retry.h); every failure that comes out of here
 * names operation, object, HTTP status, S3 code, request id, and what to do.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_S3_CLIENT_H
#define TOOLS_S3_S3_CLIENT_H

#include "tools/s3/s3_error.h"
#include "tools/s3/s3_session.h"

struct s3_client {
    struct s3_session *session;
    struct http_client http;
    struct http_response response; /* of the last attempt; its memory is used again */
};

/* SHA-256 of nothing. */
#define S3_CLIENT_EMPTY_HASH "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/* Asked after each failed attempt whether another still makes sense: the file is as it was. */
typedef bool s3_client_valid_function(void *context);

/* Asked of an answer of status 2xx whether it is what was asked for; if not, it is temporary. */
typedef bool s3_client_accept_function(void *context, const struct http_response *response);

/* Adds headers to one attempt, just before it is signed: those that differ between attempts. */
typedef enum status s3_client_prepare_function(void *context, struct header_list *headers,
                                               struct error *error);

struct s3_request {
    const char *operation; /* "PutObject": for messages */
    const char *method;
    const char *key;                   /* not encoded */
    const char *query;                 /* percent-encoded; "" for none */
    const struct header_list *headers; /* besides host and those of the signature; NULL for none */
    const char *payload_hash;          /* of the body, hexadecimal */
    bool has_body;
    int body_descriptor;
    uint64_t body_size;
    uint64_t body_offset;     /* where in the file the body begins */
    const void *body_bytes;   /* the body itself, instead of a file's; NULL for a file */
    http_sink_function *sink; /* takes the body of a success as it comes; NULL: client->response */
    void *sink_context;
    bool answer_has_etag;              /* an answer without ETag is not an S3 server's: temporary */
    s3_client_accept_function *accept; /* NULL: every success is one */
    void *accept_context;
    s3_client_prepare_function *prepare; /* NULL for nothing to add */
    void *prepare_context;
    s3_client_valid_function *still_valid; /* NULL for always */
    void *valid_context;
};

struct s3_answer {
    long http_status; /* of the last attempt, 0 when there was no answer */
    struct s3_error s3_error;
    char request_id[128];
    char etag[128];
    uint64_t attempts;
    bool renewed;    /* fresh credentials were fetched for it */
    bool late;       /* it was found too old once, although the clocks agree */
    bool hopeless;   /* no other request with these credentials on this bucket will do better */
    bool no_network; /* the last of many attempts still got no answer at all */
    bool invalid;    /* still_valid said no */
};

MUST_USE enum status s3_client_init(struct s3_client *client, struct s3_session *session,
                                    struct error *error);

/*
 * Sends. STATUS_OK for a success; STATUS_TEMPORARY when all attempts failed for reasons that may
 * pass; STATUS_FAILED for others.
 */
MUST_USE enum status s3_client_send(struct s3_client *client, struct s3_answer *answer,
                                    const struct s3_request *request, struct error *error);

/* Frees; harmless when zeroed. */
void s3_client_release(struct s3_client *client);

#endif
