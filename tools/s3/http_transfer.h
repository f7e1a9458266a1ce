/*
 * http_transfer - one request in flight: what libcurl calls while it is sent and answered.
 *
 * A part of http.c: its callbacks, with the state they share.
 *
 * Thread rule: one thread at a time per transfer.
 */
#ifndef TOOLS_S3_HTTP_TRANSFER_H
#define TOOLS_S3_HTTP_TRANSFER_H

#include "tools/s3/http.h"

struct http_transfer {
    void *handle; /* libcurl's, borrowed */
    const struct http_request *request;
    struct http_response *response;
    const struct http_settings *settings;
    uint64_t offset;      /* of the next byte of the request's body */
    uint64_t moved;       /* bytes of bodies, both ways */
    int read_error;       /* errno of a failed pread, 0 for none */
    struct error failure; /* of a callback */
    bool answer_too_large;
    bool headers_ended; /* the answer's headers came whole */
    bool stalled;       /* given up because nothing moved any more */
    int64_t seen;       /* bytes both ways when something last moved */
    int64_t seen_at;    /* when that was, in seconds; 0 at first */
};

/* Makes libcurl's handle call this transfer, which stays where it is meanwhile. */
void http_transfer_attach(struct http_transfer *transfer, void *handle);

#endif
