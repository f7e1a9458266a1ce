#include "tools/s3/signing.h"

#include <stdio.h>

#include "formats/base/sha256.h"

static const char ALGORITHM[] = "AWS4-HMAC-SHA256";

void signing_format_time(char text[SIGNING_TIME_SIZE], time_t when) {
    struct tm parts;
    if (gmtime_r(&when, &parts) == NULL ||
        strftime(text, SIGNING_TIME_SIZE, "%Y%m%dT%H%M%SZ", &parts) == 0)
        memcpy(text, "19700101T000000Z", SIGNING_TIME_SIZE);
}

/* "20130524/us-east-1/s3/aws4_request" */
static enum status append_scope(struct buffer *text, const struct signing_identity *identity,
                                time_t when, struct error *error) {
    char time_text[SIGNING_TIME_SIZE];
    signing_format_time(time_text, when);
    return buffer_format(text, error, "%.8s/%s/%s/aws4_request", time_text, identity->region,
                         identity->service);
}

enum status signing_string_to_sign(struct buffer *text, struct view canonical_request,
                                   const struct signing_identity *identity, time_t when,
                                   struct error *error) {
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    char time_text[SIGNING_TIME_SIZE];
    enum status status = sha256_of(canonical_request.data, canonical_request.size, digest, error);
    if (status != STATUS_OK)
        return status;
    sha256_to_hex(digest, hex);
    signing_format_time(time_text, when);
    status = buffer_format(text, error, "%s\n%s\n", ALGORITHM, time_text);
    if (status == STATUS_OK)
        status = append_scope(text, identity, when, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "\n%s", hex);
    return status;
}

/* The key of one day, region and service: four HMACs, one inside the other. */
static enum status derive_key(unsigned char key[SHA256_SIZE],
                              const struct signing_identity *identity, time_t when,
                              struct error *error) {
    char date[SIGNING_TIME_SIZE];
    signing_format_time(date, when);
    struct buffer secret = BUFFER_INIT;
    enum status status = buffer_format(&secret, error, "AWS4%s", identity->secret_access_key);
    if (status == STATUS_OK)
        status = sha256_hmac(buffer_view(&secret),
                             (struct view){(const unsigned char *)date, sizeof "20130524" - 1}, key,
                             error);
    const char *const steps[] = {identity->region, identity->service, "aws4_request"};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == STATUS_OK; i++) {
        unsigned char next[SHA256_SIZE];
        status =
            sha256_hmac((struct view){key, SHA256_SIZE}, view_of_string(steps[i]), next, error);
        memcpy(key, next, SHA256_SIZE);
        explicit_bzero(next, sizeof next);
    }
    if (secret.data != NULL)
        explicit_bzero(secret.data, secret.capacity);
    buffer_release(&secret);
    return status;
}

static enum status compute_signature(char hex[SHA256_HEX_SIZE],
                                     const struct signing_request *request,
                                     const struct header_list *headers,
                                     const struct signing_identity *identity, time_t when,
                                     struct error *error) {
    struct buffer canonical = BUFFER_INIT, to_sign = BUFFER_INIT;
    unsigned char key[SHA256_SIZE], signature[SHA256_SIZE];
    enum status status = signing_canonical_request(&canonical, request, headers, error);
    if (status == STATUS_OK)
        status = signing_string_to_sign(&to_sign, buffer_view(&canonical), identity, when, error);
    if (status == STATUS_OK)
        status = derive_key(key, identity, when, error);
    if (status == STATUS_OK)
        status =
            sha256_hmac((struct view){key, SHA256_SIZE}, buffer_view(&to_sign), signature, error);
    if (status == STATUS_OK)
        sha256_to_hex(signature, hex);
    explicit_bzero(key, sizeof key);
    buffer_release(&to_sign);
    /* The canonical request holds the session token. */
    if (canonical.data != NULL)
        explicit_bzero(canonical.data, canonical.capacity);
    buffer_release(&canonical);
    return status;
}

enum status signing_authorize(struct header_list *headers, const struct signing_request *request,
                              const struct signing_identity *identity, time_t when,
                              struct error *error) {
    char signature[SHA256_HEX_SIZE];
    struct buffer value = BUFFER_INIT;
    enum status status = compute_signature(signature, request, headers, identity, when, error);
    if (status == STATUS_OK)
        status =
            buffer_format(&value, error, "%s Credential=%s/", ALGORITHM, identity->access_key_id);
    if (status == STATUS_OK)
        status = append_scope(&value, identity, when, error);
    if (status == STATUS_OK)
        status = buffer_format(&value, error, ", SignedHeaders=");
    if (status == STATUS_OK)
        status = signing_signed_names(&value, headers, error);
    if (status == STATUS_OK)
        status = buffer_format(&value, error, ", Signature=%s", signature);
    if (status == STATUS_OK)
        status = buffer_append(&value, "", 1, error);
    if (status == STATUS_OK)
        status = header_list_add(headers, "Authorization", (const char *)value.data, error);
    buffer_release(&value);
    return status;
}

enum status signing_sign(struct header_list *headers, const struct signing_request *request,
                         const struct signing_identity *identity, time_t when,
                         struct error *error) {
    char time_text[SIGNING_TIME_SIZE];
    signing_format_time(time_text, when);
    enum status status = header_list_add(headers, "x-amz-date", time_text, error);
    if (status == STATUS_OK)
        status = header_list_add(headers, "x-amz-content-sha256", request->payload_hash, error);
    if (status == STATUS_OK && identity->session_token != NULL)
        status = header_list_add(headers, "x-amz-security-token", identity->session_token, error);
    if (status == STATUS_OK)
        status = signing_authorize(headers, request, identity, when, error);
    return status;
}
