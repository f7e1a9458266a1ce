/* The parts of http.h that are about header texts alone. */
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "tools/s3/http.h"

const char *http_response_header(const struct http_response *response, const char *name) {
    size_t length = strlen(name);
    const char *at = (const char *)response->headers.data;
    const char *end = at + response->headers.size;
    for (; at < end; at += strlen(at) + 1) {
        if (strncasecmp(at, name, length) == 0 && at[length] == ':')
            return at + length + 1 + strspn(at + length + 1, " \t");
    }
    return NULL;
}

time_t http_time(const char *text) {
    return curl_getdate(text, NULL);
}

time_t http_response_time(const struct http_response *response, const char *name) {
    const char *value = http_response_header(response, name);
    return value == NULL ? (time_t)-1 : curl_getdate(value, NULL);
}

uint64_t http_response_pause(const struct http_response *response) {
    const char *value = http_response_header(response, "Retry-After");
    if (value == NULL)
        return 0;
    char *end;
    long long seconds = strtoll(value, &end, 10);
    if (end == value) {
        /* A date; the server's clock may be another than ours. */
        time_t then = curl_getdate(value, NULL), now = http_response_time(response, "Date");
        if (then == (time_t)-1)
            return 0;
        seconds = (long long)then - (now == (time_t)-1 ? time(NULL) : now);
    }
    if (seconds > 3600)
        seconds = 3600;
    return seconds <= 0 ? 0 : (uint64_t)seconds * 1000;
}

void http_response_release(struct http_response *response) {
    buffer_release(&response->headers);
    buffer_release(&response->body);
}

static void blank(char *text, size_t length) {
    memset(text, '*', length);
}

void http_blank_secrets(char *line) {
    static const char *const WHOLE[] = {"x-amz-security-token:",
                                        "x-aws-ec2-metadata-token:",
                                        "proxy-authorization:",
                                        "cookie:",
                                        "set-cookie:",
                                        "x-amz-server-side-encryption-customer-key:",
                                        "x-amz-copy-source-server-side-encryption-customer-key:"};
    static const char AUTHORIZATION[] = "authorization:";
    for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++) {
        size_t length = strlen(WHOLE[i]);
        if (strncasecmp(line, WHOLE[i], length) == 0)
            blank(line + length, strlen(line + length));
    }
    if (strncasecmp(line, AUTHORIZATION, sizeof AUTHORIZATION - 1) != 0)
        return;
    char *value = line + sizeof AUTHORIZATION - 1;
    char *credential = strstr(value, "Credential="), *signature = strstr(value, "Signature=");
    if (credential == NULL || signature == NULL) {
        blank(value, strlen(value));
        return;
    }
    credential += strlen("Credential=");
    blank(credential, strcspn(credential, "/,"));
    signature += strlen("Signature=");
    blank(signature, strlen(signature));
}

void http_blank_passwords(char *text) {
    static const char BEFORE[] = "://";
    while ((text = strstr(text, BEFORE)) != NULL) {
        text += sizeof BEFORE - 1;
        size_t length = strcspn(text, " '\"");
        while (length > 0 && text[length - 1] != '@')
            length--;
        if (length > 0)
            blank(text, length - 1);
    }
}

const char *http_library_version(void) {
    return curl_version();
}
