#include "tools/s3/credential_request.h"

#include <string.h>
#include <time.h>

/* Room for any answer to be expected, made at once: a buffer that grows leaves copies behind. */
static const size_t USUAL_ANSWER = 65536;

/* Bodies here are small; libcurl's buffer for them need not be large. */
static const size_t SMALLEST_BUFFER = 16384;

enum status credential_request_send(struct http_response *response,
                                    const struct credential_request *request,
                                    const struct credential_context *context, struct error *error) {
    static const struct header_list NO_HEADERS = {NULL, 0, 0};
    const struct http_settings settings = {.connect_ms = request->connect_ms,
                                           .total_ms = request->total_ms,
                                           .send_size = SMALLEST_BUFFER,
                                           .direct = request->direct,
                                           .ca_bundle = context->ca_bundle,
                                           .stop = context->stop,
                                           .log = context->log,
                                           .log_context = context->log_context};
    const struct http_request to_send = {.method = request->method,
                                         .url = request->url,
                                         .headers = request->headers == NULL ? &NO_HEADERS
                                                                             : request->headers,
                                         .has_body = request->body.size > 0,
                                         .body_descriptor = -1,
                                         .body_bytes = request->body.data,
                                         .body_size = request->body.size};
    struct http_client client;
    *response = (struct http_response){.status = 0};
    enum status status = buffer_reserve(&response->body, USUAL_ANSWER, error);
    if (status == STATUS_OK)
        status = http_client_init(&client, &settings, error);
    if (status != STATUS_OK)
        return status;
    status = http_client_perform(&client, response, &to_send, error);
    http_client_release(&client);
    return status;
}

bool credential_request_pause(const struct credential_context *context, uint64_t milliseconds) {
    for (uint64_t waited = 0; waited < milliseconds && !atomic_load(context->stop); waited += 10) {
        const struct timespec step = {0, 10000000};
        nanosleep(&step, NULL);
    }
    return !atomic_load(context->stop);
}

void credential_request_release(struct http_response *response) {
    if (response->body.data != NULL)
        explicit_bzero(response->body.data, response->body.capacity);
    if (response->headers.data != NULL)
        explicit_bzero(response->headers.data, response->headers.capacity);
    http_response_release(response);
}
