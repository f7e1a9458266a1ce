#include "tools/s3/instance_metadata.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "tools/s3/credential_document.h"
#include "tools/s3/credential_request.h"

/* AWS's own clients wait so long by default; the service is on the same machine. */
static const uint64_t WAIT_MS = 1000;
static const uint64_t LONGEST_WAIT_MS = 3600000;

/* Answers of 5xx and 429 are asked again, this often in all, after so long. */
static const unsigned MOST_ATTEMPTS = 3;
static const uint64_t PAUSE_MS = 100;

static const char ROLES[] = "/latest/meta-data/iam/security-credentials/";

/* A talk with the service: where it is, and the token once there is one. */
struct conversation {
    const struct credential_context *context;
    char base[256];
    struct header_list headers; /* with the token */
};

static bool is_true(const char *variable) {
    const char *value = getenv(variable);
    return value != NULL && strcasecmp(value, "true") == 0;
}

static void find_base(char base[256]) {
    const char *url = getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT");
    const char *mode = getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE");
    if (url == NULL || *url == '\0')
        url = mode != NULL && strcasecmp(mode, "IPv6") == 0 ? "http://[fd00:ec2::254]"
                                                            : "http://169.254.169.254";
    size_t length = strlen(url);
    while (length > 0 && url[length - 1] == '/')
        length--;
    snprintf(base, 256, "%.*s", (int)(length < 255 ? length : 255), url);
}

/* How long to wait for an answer: the seconds of AWS_METADATA_SERVICE_TIMEOUT, as in botocore. */
static uint64_t find_wait(void) {
    const char *text = getenv("AWS_METADATA_SERVICE_TIMEOUT");
    if (text == NULL || !isdigit((unsigned char)*text))
        return WAIT_MS;
    char *end;
    uint64_t seconds = strtoull(text, &end, 10);
    if (*end != '\0' || seconds == 0)
        return WAIT_MS;
    return seconds < LONGEST_WAIT_MS / 1000 ? 1000 * seconds : LONGEST_WAIT_MS;
}

static enum status ask(struct conversation *talk, struct http_response *response,
                       const char *method, const char *path, const struct header_list *headers,
                       struct error *error) {
    char url[1024];
    uint64_t wait_ms = find_wait();
    snprintf(url, sizeof url, "%s%s", talk->base, path);
    const struct credential_request request = {.method = method,
                                               .url = url,
                                               .headers = headers,
                                               .connect_ms = wait_ms,
                                               .total_ms = wait_ms,
                                               .direct = true};
    for (unsigned attempt = 1;; attempt++) {
        enum status status = credential_request_send(response, &request, talk->context, error);
        bool again = status == STATUS_OK && (response->status >= 500 || response->status == 429);
        if (!again || attempt == MOST_ATTEMPTS ||
            !credential_request_pause(talk->context, PAUSE_MS * attempt))
            return status;
        credential_request_release(response);
    }
}

/* The body as a line of text without blanks at its ends; false when it is something else. */
static bool body_as_text(const struct http_response *response, char *text, size_t size) {
    const char *bytes = (const char *)response->body.data;
    size_t length = response->body.size;
    while (length > 0 && isspace((unsigned char)bytes[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++) {
        if (!isgraph((unsigned char)bytes[i]))
            return false;
    }
    if (length == 0 || length >= size)
        return false;
    memcpy(text, bytes, length);
    text[length] = '\0';
    return true;
}

/*
 * Gets a token into talk->headers, or none where version 1 has to do. STATUS_END, with a sentence,
 * where there is no service at all.
 */
static enum status get_token(struct conversation *talk, struct error *error) {
    struct http_response response;
    struct header_list headers = {NULL, 0, 0};
    char token[1024];
    bool version1 = !is_true("AWS_EC2_METADATA_V1_DISABLED");
    enum status status =
        header_list_add(&headers, "X-aws-ec2-metadata-token-ttl-seconds", "21600", error);
    if (status != STATUS_OK)
        return status;
    status = ask(talk, &response, "PUT", "/latest/api/token", &headers, error);
    header_list_release(&headers);
    if (status == STATUS_OK && response.status == 200 &&
        body_as_text(&response, token, sizeof token)) {
        status = header_list_add(&talk->headers, "X-aws-ec2-metadata-token", token, error);
    } else if (status == STATUS_OK &&
               !(version1 &&
                 (response.status == 403 || response.status == 404 || response.status == 405))) {
        status = error_set(error, STATUS_END, "'%s' answered %ld when asked for a token",
                           talk->base, response.status);
    } else if (status == STATUS_TEMPORARY && !(version1 && response.reached)) {
        error_set(error, STATUS_END, "there is no instance metadata service at '%s'%s", talk->base,
                  response.reached
                      ? ", or its answers get lost; in a container the hop limit must be 2"
                      : "");
        status = STATUS_END;
    } else if (status == STATUS_TEMPORARY) {
        status = STATUS_OK;
    }
    explicit_bzero(token, sizeof token);
    credential_request_release(&response);
    return status;
}

static enum status begin(struct conversation *talk, const struct credential_context *context,
                         struct error *error) {
    *talk = (struct conversation){.context = context};
    if (is_true("AWS_EC2_METADATA_DISABLED"))
        return error_set(error, STATUS_END, "AWS_EC2_METADATA_DISABLED is set");
    find_base(talk->base);
    return get_token(talk, error);
}

static void end(struct conversation *talk) {
    header_list_release(&talk->headers);
}

/* Gets a short text. STATUS_END, with a sentence, when there is none. */
static enum status get_text(struct conversation *talk, const char *path, char *text, size_t size,
                            struct error *error) {
    struct http_response response;
    enum status status = ask(talk, &response, "GET", path, &talk->headers, error);
    if (status == STATUS_TEMPORARY)
        status = error_set(error, STATUS_END, "the instance metadata service does not answer");
    else if (status == STATUS_OK && response.status == 404)
        status = error_set(error, STATUS_END, "the instance has no role");
    else if (status == STATUS_OK &&
             (response.status != 200 || !body_as_text(&response, text, size)))
        status = error_set(error, STATUS_END, "'%s' answered %ld, and not with what was asked for",
                           talk->base, response.status);
    credential_request_release(&response);
    return status;
}

static enum status get_credentials(struct conversation *talk, struct credentials *credentials,
                                   const char *role, struct error *error) {
    struct http_response response;
    char path[512], origin[CREDENTIALS_ORIGIN_SIZE];
    snprintf(path, sizeof path, "%s%s", ROLES, role);
    snprintf(origin, sizeof origin, "the instance metadata service (role '%.64s')", role);
    enum status status = ask(talk, &response, "GET", path, &talk->headers, error);
    if (status == STATUS_OK && response.status == 200)
        status = credential_document_read(credentials, buffer_view(&response.body),
                                          CREDENTIAL_DOCUMENT_METADATA, origin, error);
    else if (status == STATUS_OK)
        status = error_set(
            error,
            response.status >= 500 || response.status == 429 ? STATUS_TEMPORARY : STATUS_FAILED,
            "%s answered %ld; check the role of the instance", origin, response.status);
    credential_request_release(&response);
    return status;
}

enum status instance_metadata_credentials(struct credentials *credentials,
                                          const struct credential_context *context,
                                          struct error *error) {
    struct conversation talk;
    char role[256];
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    enum status status = begin(&talk, context, error);
    if (status == STATUS_OK)
        status = get_text(&talk, ROLES, role, sizeof role, error);
    if (status == STATUS_OK)
        status = get_credentials(&talk, credentials, role, error);
    end(&talk);
    credentials->of_instance = status == STATUS_OK;
    return status;
}

enum status instance_metadata_region(char region[INSTANCE_METADATA_REGION_SIZE],
                                     const struct credential_context *context,
                                     struct error *error) {
    struct conversation talk;
    enum status status = begin(&talk, context, error);
    if (status == STATUS_OK)
        status = get_text(&talk, "/latest/meta-data/placement/region", region,
                          INSTANCE_METADATA_REGION_SIZE, error);
    for (const char *at = region; status == STATUS_OK && *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at) && *at != '-')
            status =
                error_set(error, STATUS_FAILED, "the instance metadata service told no region");
    }
    end(&talk);
    return status;
}
