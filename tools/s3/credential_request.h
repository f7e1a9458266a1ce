/*
 * credential_request - one small request to who gives out credentials, and its answer.
 *
 * Bodies are in memory and wiped, waits are short, and nothing is tried again: callers know better.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_CREDENTIAL_REQUEST_H
#define TOOLS_S3_CREDENTIAL_REQUEST_H

#include "tools/s3/credential_context.h"
#include "tools/s3/http.h"

struct credential_request {
    const char *method;
    const char *url;
    const struct header_list *headers; /* NULL for none */
    struct view body;                  /* size 0 for none */
    uint64_t connect_ms;               /* longest wait for a connection */
    uint64_t total_ms;                 /* and for all of it */
    bool direct;                       /* never through a proxy */
};

/* Fails as http_client_perform does; release the response in every case. */
MUST_USE enum status credential_request_send(struct http_response *response,
                                             const struct credential_request *request,
                                             const struct credential_context *context,
                                             struct error *error);

/* Waits between attempts; false when the run stops meanwhile. */
MUST_USE bool credential_request_pause(const struct credential_context *context,
                                       uint64_t milliseconds);

/* Wipes and frees the answer; harmless when zeroed. */
void credential_request_release(struct http_response *response);

#endif
