#include "tools/s3/sts_call.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/base/sha256.h"
#include "tools/s3/credential_request.h"
#include "tools/s3/endpoint.h"
#include "tools/s3/signing.h"
#include "tools/s3/uri_encoding.h"
#include "tools/s3/xml_reader.h"

static const uint64_t CONNECT_MS = 5000;
static const uint64_t TOTAL_MS = 20000;

/* A clock that differs by less is not what STS complains about. */
static const time_t CLOCK_TOLERANCE = 60;

enum status sts_call_add(struct buffer *form, const char *name, const char *value,
                         struct error *error) {
    if (value == NULL)
        return STATUS_OK;
    enum status status = buffer_format(form, error, "%s%s=", form->size == 0 ? "" : "&", name);
    return status == STATUS_OK ? uri_encoding_append(form, view_of_string(value), false, error)
                               : status;
}

/* Where the text of an element goes; the names are the ends of its path. */
static const struct {
    const char *element;
    size_t offset;
    size_t size;
} ELEMENTS[] = {
#define ELEMENT(name, field)                                                                       \
    { name, offsetof(struct sts_answer, field), sizeof((struct sts_answer *)0)->field }
    ELEMENT("/Credentials/AccessKeyId", access_key_id),
    ELEMENT("/Credentials/SecretAccessKey", secret_access_key),
    ELEMENT("/Credentials/SessionToken", session_token),
    ELEMENT("/Credentials/Expiration", expiration),
    ELEMENT("/GetCallerIdentityResult/Account", account),
    ELEMENT("/Error/Code", code),
    ELEMENT("/Error/Message", message),
#undef ELEMENT
};

static void on_element(void *context, const char *path, const char *text) {
    size_t length = strlen(path), size = strlen(text);
    for (size_t i = 0; i < sizeof ELEMENTS / sizeof *ELEMENTS; i++) {
        size_t end = strlen(ELEMENTS[i].element);
        if (length < end || strcmp(path + length - end, ELEMENTS[i].element) != 0)
            continue;
        char *field = (char *)context + ELEMENTS[i].offset;
        size_t kept = size < ELEMENTS[i].size ? size : ELEMENTS[i].size - 1;
        memcpy(field, text, kept);
        field[kept] = '\0';
    }
}

/* Messages go to terminals. */
static void make_printable(char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            *text = '?';
    }
}

/* Signs a form for STS, or just says what it is. */
static enum status make_headers(struct header_list *headers, const struct endpoint *endpoint,
                                const char *path, struct view form,
                                const struct credentials *signer, time_t when, const char *region,
                                struct error *error) {
    enum status status = header_list_add(headers, "Host", endpoint->host, error);
    if (status == STATUS_OK)
        status = header_list_add(headers, "Content-Type",
                                 "application/x-www-form-urlencoded; charset=utf-8", error);
    if (status != STATUS_OK || signer == NULL)
        return status;
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    status = sha256_of(form.data, form.size, digest, error);
    if (status != STATUS_OK)
        return status;
    sha256_to_hex(digest, hex);
    const struct signing_identity identity = {signer->access_key_id, signer->secret_access_key,
                                              signer->session_token, region, "sts"};
    const struct signing_request to_sign = {"POST", path, "", hex};
    return signing_sign(headers, &to_sign, &identity, when, error);
}

static enum status send_form(struct http_response *response, const struct endpoint *endpoint,
                             struct view form, const struct credentials *signer, time_t when,
                             const struct credential_context *context, struct error *error) {
    const char *region = context->region == NULL ? "us-east-1" : context->region;
    struct buffer url = BUFFER_INIT;
    char path[512];
    struct header_list headers = {NULL, 0, 0};
    snprintf(path, sizeof path, "%s/", endpoint->base_path);
    enum status status =
        buffer_format(&url, error, "%s://%s%s", endpoint->scheme, endpoint->host, path);
    if (status == STATUS_OK)
        status = buffer_append(&url, "", 1, error);
    if (status == STATUS_OK)
        status = make_headers(&headers, endpoint, path, form, signer, when, region, error);
    if (status == STATUS_OK) {
        const struct credential_request request = {.method = "POST",
                                                   .url = (const char *)url.data,
                                                   .headers = &headers,
                                                   .body = form,
                                                   .connect_ms = CONNECT_MS,
                                                   .total_ms = TOTAL_MS};
        status = credential_request_send(response, &request, context, error);
    }
    header_list_release(&headers);
    buffer_release(&url);
    return status;
}

/* Whether the time in the signature was what STS did not like, and a better one is known now. */
static bool learn_clock(time_t *clock_offset, const struct sts_answer *answer,
                        const struct http_response *response, time_t now) {
    time_t server = http_response_time(response, "Date");
    if (server == (time_t)-1 || (strcmp(answer->code, "SignatureDoesNotMatch") != 0 &&
                                 strcmp(answer->code, "RequestExpired") != 0 &&
                                 strcmp(answer->code, "RequestTimeTooSkewed") != 0))
        return false;
    time_t change = server - now - *clock_offset;
    *clock_offset += change;
    return change > CLOCK_TOLERANCE || change < -CLOCK_TOLERANCE;
}

static bool is_throttling(const char *code) {
    return strcmp(code, "Throttling") == 0 || strcmp(code, "ThrottlingException") == 0 ||
           strcmp(code, "RequestLimitExceeded") == 0 || strcmp(code, "TooManyRequests") == 0 ||
           strcmp(code, "IDPCommunicationError") == 0;
}

static enum status judge(struct sts_answer *answer, const struct http_response *response,
                         const struct endpoint *endpoint, struct error *error) {
    struct error damage;
    enum status read = xml_reader_read(buffer_view(&response->body), on_element, answer, &damage);
    make_printable(answer->code);
    make_printable(answer->message);
    if (response->status == 200 && read == STATUS_OK && answer->code[0] == '\0')
        return STATUS_OK;
    bool temporary = response->status >= 500 || response->status == 429 ||
                     (response->status == 200 && read != STATUS_OK) || is_throttling(answer->code);
    return error_set(error, temporary ? STATUS_TEMPORARY : STATUS_FAILED,
                     "STS at '%.100s' answered %ld%s%s%s%s", endpoint->host, response->status,
                     answer->code[0] ? " " : "", answer->code, answer->message[0] ? ": " : "",
                     answer->message);
}

enum status sts_call_post(struct sts_answer *answer, struct view form,
                          const struct credentials *signer, time_t *clock_offset,
                          const struct credential_context *context, struct error *error) {
    const struct endpoint_place place = {.url = context->sts_url,
                                         .region = context->region == NULL ? "us-east-1"
                                                                           : context->region,
                                         .dual_stack = context->dual_stack,
                                         .fips = context->fips};
    struct endpoint endpoint;
    struct http_response response = {.status = 0};
    memset(answer, 0, sizeof *answer);
    enum status status = endpoint_init_sts(&endpoint, &place, error);
    if (status != STATUS_OK)
        return status;
    time_t now = credential_context_now(context);
    status = send_form(&response, &endpoint, form, signer, now + *clock_offset, context, error);
    if (status == STATUS_OK) {
        status = judge(answer, &response, &endpoint, error);
        if (status == STATUS_FAILED && signer != NULL &&
            learn_clock(clock_offset, answer, &response, now))
            status = STATUS_TEMPORARY;
    } else {
        error_prefix(error, "STS");
    }
    credential_request_release(&response);
    endpoint_release(&endpoint);
    return status;
}
