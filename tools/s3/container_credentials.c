#include "tools/s3/container_credentials.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "formats/base/byte_source.h"
#include "tools/s3/credential_document.h"
#include "tools/s3/credential_request.h"

/* The agent is near, but may have to ask others: AWS's clients give it two seconds, we five. */
static const uint64_t CONNECT_MS = 1000;
static const uint64_t TOTAL_MS = 5000;
static const unsigned MOST_ATTEMPTS = 3;
static const uint64_t PAUSE_MS = 200;

/* A token of Kubernetes has about a kilobyte. */
static const size_t LARGEST_TOKEN = 65536;

static const char ORIGIN[] = "the container's agent";

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* 127.0.0.0/8 written as four numbers. */
static bool is_loopback_number(const char *host, size_t length) {
    unsigned dots = 0;
    if (length < 9 || strncmp(host, "127.", 4) != 0)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (host[i] == '.')
            dots++;
        else if (host[i] < '0' || host[i] > '9')
            return false;
    }
    return dots == 3;
}

/* Whether the token may go to this host without encryption. */
static bool is_allowed_host(const char *host, size_t length) {
    static const char *const ALLOWED[] = {"localhost", "[::1]", "169.254.170.2", "169.254.170.23",
                                          "[fd00:ec2::23]"};
    for (size_t i = 0; i < sizeof ALLOWED / sizeof *ALLOWED; i++) {
        if (strlen(ALLOWED[i]) == length && strncasecmp(host, ALLOWED[i], length) == 0)
            return true;
    }
    return is_loopback_number(host, length);
}

/* Whether every byte can be in a URL as it is. */
static bool is_url_text(const char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text <= ' ' || (unsigned char)*text >= 0x7F || *text == '"')
            return false;
    }
    return true;
}

static enum status check_full(const char *full, struct error *error) {
    if (strncasecmp(full, "https://", 8) == 0 && full[8] != '\0' && full[8] != '/')
        return STATUS_OK;
    const char *host = strncasecmp(full, "http://", 7) == 0 ? full + 7 : NULL;
    size_t length = 0;
    if (host != NULL && *host == '[')
        length = strcspn(host, "]") + 1;
    else if (host != NULL)
        length = strcspn(host, ":/?#");
    if (host != NULL && memchr(host, '@', strcspn(host, "/?#")) == NULL && strlen(host) >= length &&
        strchr(":/?", host[length]) != NULL && is_allowed_host(host, length))
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https URL, or an http URL of "
                     "this machine or a container agent (169.254.170.2, 169.254.170.23, "
                     "[fd00:ec2::23])");
}

enum status container_credentials_url(struct buffer *url, const char *relative, const char *full,
                                      struct error *error) {
    enum status status;
    bool is_relative = relative != NULL && *relative != '\0';
    if (!is_relative && (full == NULL || *full == '\0'))
        return STATUS_END;
    if (!is_url_text(is_relative ? relative : full))
        return error_set(error, STATUS_FAILED,
                         "AWS_CONTAINER_CREDENTIALS_%s_URI has characters that no URL has",
                         is_relative ? "RELATIVE" : "FULL");
    if (is_relative) {
        status = buffer_format(url, error, "http://169.254.170.2%s%s", *relative == '/' ? "" : "/",
                               relative);
    } else {
        status = check_full(full, error);
        if (status == STATUS_OK)
            status = buffer_format(url, error, "%s", full);
    }
    return status == STATUS_OK ? buffer_append(url, "", 1, error) : status;
}

static enum status add_token(struct header_list *headers, const char *token, const char *where,
                             struct error *error) {
    if (strpbrk(token, "\r\n") != NULL || *token == '\0')
        return error_set(error, STATUS_FAILED,
                         "the container's authorization token in %s is not one line of text",
                         where);
    return header_list_add(headers, "Authorization", token, error);
}

static enum status add_token_of_file(struct header_list *headers, const char *path,
                                     struct error *error) {
    struct byte_source source;
    struct buffer text = BUFFER_INIT;
    enum status status = buffer_reserve(&text, LARGEST_TOKEN + 1, error);
    if (status != STATUS_OK)
        return status;
    status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = byte_source_read_all(&source, LARGEST_TOKEN, &text, error);
    while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]) != NULL)
        text.size--;
    if (status == STATUS_OK)
        status = buffer_append(&text, "", 1, error);
    if (status == STATUS_OK)
        status = add_token(headers, (const char *)text.data, path, error);
    byte_source_release(&source);
    explicit_bzero(text.data, text.capacity);
    buffer_release(&text);
    return status;
}

static enum status make_headers(struct header_list *headers, struct error *error) {
    const char *file = variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
    const char *token = variable("AWS_CONTAINER_AUTHORIZATION_TOKEN");
    enum status status = header_list_add(headers, "Accept", "application/json", error);
    if (status == STATUS_OK && file != NULL)
        status = add_token_of_file(headers, file, error);
    else if (status == STATUS_OK && token != NULL)
        status = add_token(headers, token, "AWS_CONTAINER_AUTHORIZATION_TOKEN", error);
    return status;
}

static enum status judge(struct credentials *credentials, const struct http_response *response,
                         struct error *error) {
    if (response->status == 200)
        return credential_document_read(credentials, buffer_view(&response->body),
                                        CREDENTIAL_DOCUMENT_METADATA, ORIGIN, error);
    return error_set(error,
                     response->status >= 500 || response->status == 429 ? STATUS_TEMPORARY
                                                                        : STATUS_FAILED,
                     "%s answered %ld when asked for credentials; check the role of the task and "
                     "the AWS_CONTAINER_... variables",
                     ORIGIN, response->status);
}

static enum status ask(struct credentials *credentials, const char *url,
                       const struct header_list *headers, const struct credential_context *context,
                       struct error *error) {
    const struct credential_request request = {.method = "GET",
                                               .url = url,
                                               .headers = headers,
                                               .connect_ms = CONNECT_MS,
                                               .total_ms = TOTAL_MS,
                                               .direct = true};
    for (unsigned attempt = 1;; attempt++) {
        struct http_response response;
        enum status status = credential_request_send(&response, &request, context, error);
        if (status == STATUS_OK)
            status = judge(credentials, &response, error);
        else if (status == STATUS_TEMPORARY)
            error_prefix(error, "%s gives no credentials", ORIGIN);
        credential_request_release(&response);
        if (status != STATUS_TEMPORARY || attempt == MOST_ATTEMPTS ||
            !credential_request_pause(context, PAUSE_MS * attempt))
            return status;
    }
}

enum status container_credentials_get(struct credentials *credentials,
                                      const struct credential_context *context,
                                      struct error *error) {
    struct buffer url = BUFFER_INIT;
    struct header_list headers = {NULL, 0, 0};
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    enum status status =
        container_credentials_url(&url, variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"),
                                  variable("AWS_CONTAINER_CREDENTIALS_FULL_URI"), error);
    if (status == STATUS_OK)
        status = make_headers(&headers, error);
    if (status == STATUS_OK)
        status = ask(credentials, (const char *)url.data, &headers, context, error);
    header_list_release(&headers);
    buffer_release(&url);
    return status;
}
