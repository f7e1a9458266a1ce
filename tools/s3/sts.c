#include "tools/s3/sts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "tools/s3/credential_request.h"
#include "tools/s3/iso_time.h"
#include "tools/s3/sts_call.h"

static const unsigned MOST_ATTEMPTS = 3;
static const uint64_t PAUSE_MS = 300;

/* A token of an identity provider has a kilobyte or two; STS takes 20,000 characters. */
static const size_t LARGEST_TOKEN = 65536;

static void wipe_buffer(struct buffer *buffer) {
    if (buffer->data != NULL)
        explicit_bzero(buffer->data, buffer->capacity);
    buffer_release(buffer);
}

/* Whether to try again after `attempt`, having waited. */
static bool wait_for_next(const struct credential_context *context, enum status status,
                          unsigned attempt) {
    return status == STATUS_TEMPORARY && attempt < MOST_ATTEMPTS &&
           credential_request_pause(context, PAUSE_MS * attempt);
}

static enum status begin_form(struct buffer *form, const char *action, struct error *error) {
    enum status status = sts_call_add(form, "Action", action, error);
    return status == STATUS_OK ? sts_call_add(form, "Version", "2011-06-15", error) : status;
}

static enum status check_duration(const char *text, struct error *error) {
    char *end;
    long seconds = text == NULL ? 3600 : strtol(text, &end, 10);
    if (text == NULL || (*end == '\0' && end != text && seconds >= 900 && seconds <= 43200))
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "duration_seconds is '%.40s'; write a number from 900 to 43200", text);
}

/* What both ways of taking a role have in common. */
static enum status add_role(struct buffer *form, const struct sts_role *role,
                            const struct credential_context *context, struct error *error) {
    char name[64];
    snprintf(name, sizeof name, "s3sync-%lld", (long long)credential_context_now(context));
    enum status status = check_duration(role->duration_seconds, error);
    if (status == STATUS_OK)
        status = sts_call_add(form, "RoleArn", role->arn, error);
    if (status == STATUS_OK)
        status = sts_call_add(form, "RoleSessionName",
                              role->session_name == NULL ? name : role->session_name, error);
    if (status == STATUS_OK)
        status = sts_call_add(form, "DurationSeconds", role->duration_seconds, error);
    return status;
}

static enum status take(struct credentials *credentials, const struct sts_answer *answer,
                        const struct sts_role *role, struct error *error) {
    char origin[CREDENTIALS_ORIGIN_SIZE];
    struct credential_texts texts = {answer->access_key_id, answer->secret_access_key,
                                     answer->session_token, CREDENTIALS_NEVER_EXPIRE};
    snprintf(origin, sizeof origin, "the role '%.120s'", role->arn);
    if (!iso_time_parse(&texts.expires, answer->expiration) || *answer->access_key_id == '\0' ||
        *answer->secret_access_key == '\0' || *answer->session_token == '\0')
        return error_set(error, STATUS_TEMPORARY, "STS answered without whole credentials");
    return credentials_set(credentials, &texts, origin, error);
}

enum status sts_assume_role(struct credentials *credentials, const struct sts_role *role,
                            const struct credentials *source,
                            const struct credential_context *context, struct error *error) {
    struct buffer form = BUFFER_INIT;
    time_t clock_offset = 0;
    enum status status = begin_form(&form, "AssumeRole", error);
    if (status == STATUS_OK)
        status = add_role(&form, role, context, error);
    if (status == STATUS_OK)
        status = sts_call_add(&form, "ExternalId", role->external_id, error);
    for (unsigned attempt = 1; status == STATUS_OK; attempt++) {
        struct sts_answer answer;
        status = sts_call_post(&answer, buffer_view(&form), source, &clock_offset, context, error);
        if (status == STATUS_OK)
            status = take(credentials, &answer, role, error);
        explicit_bzero(&answer, sizeof answer);
        if (!wait_for_next(context, status, attempt))
            break;
        status = STATUS_OK;
    }
    wipe_buffer(&form);
    if (status != STATUS_OK)
        error_prefix(error, "cannot take the role '%.200s' with the keys of %s", role->arn,
                     source->origin);
    return status;
}

/* Appends the token in a file to the form. */
static enum status add_token_of_file(struct buffer *form, const char *path, struct error *error) {
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
    if (status == STATUS_OK && (text.size == 0 || memchr(text.data, '\0', text.size) != NULL))
        status = error_set(error, STATUS_FAILED,
                           "the web identity token file '%.400s' has no token", path);
    if (status == STATUS_OK)
        status = buffer_append(&text, "", 1, error);
    if (status == STATUS_OK)
        status = sts_call_add(form, "WebIdentityToken", (const char *)text.data, error);
    byte_source_release(&source);
    wipe_buffer(&text);
    return status;
}

static enum status web_identity_once(struct credentials *credentials, const struct sts_role *role,
                                     const char *token_file,
                                     const struct credential_context *context,
                                     struct error *error) {
    struct buffer form = BUFFER_INIT;
    struct sts_answer answer;
    time_t clock_offset = 0;
    enum status status = buffer_reserve(&form, 4 * LARGEST_TOKEN, error);
    if (status == STATUS_OK)
        status = begin_form(&form, "AssumeRoleWithWebIdentity", error);
    if (status == STATUS_OK)
        status = add_role(&form, role, context, error);
    if (status == STATUS_OK)
        status = add_token_of_file(&form, token_file, error);
    if (status == STATUS_OK) {
        status = sts_call_post(&answer, buffer_view(&form), NULL, &clock_offset, context, error);
        if (status == STATUS_OK)
            status = take(credentials, &answer, role, error);
        explicit_bzero(&answer, sizeof answer);
    }
    wipe_buffer(&form);
    return status;
}

enum status sts_assume_role_with_web_identity(struct credentials *credentials,
                                              const struct sts_role *role, const char *token_file,
                                              const struct credential_context *context,
                                              struct error *error) {
    for (unsigned attempt = 1;; attempt++) {
        enum status status = web_identity_once(credentials, role, token_file, context, error);
        if (wait_for_next(context, status, attempt))
            continue;
        if (status != STATUS_OK)
            error_prefix(error, "cannot take the role '%.200s' with the web identity token",
                         role->arn);
        return status;
    }
}

static bool is_expiry(const char *code) {
    return strcmp(code, "ExpiredToken") == 0 || strcmp(code, "ExpiredTokenException") == 0 ||
           strcmp(code, "InvalidClientTokenId") == 0 || strcmp(code, "RequestExpired") == 0;
}

enum status sts_get_account(char account[STS_ACCOUNT_SIZE], bool *expired,
                            const struct credentials *credentials,
                            const struct credential_context *context, struct error *error) {
    struct buffer form = BUFFER_INIT;
    time_t clock_offset = 0;
    *expired = false;
    enum status status = begin_form(&form, "GetCallerIdentity", error);
    for (unsigned attempt = 1; status == STATUS_OK; attempt++) {
        struct sts_answer answer;
        status =
            sts_call_post(&answer, buffer_view(&form), credentials, &clock_offset, context, error);
        *expired = status == STATUS_FAILED && is_expiry(answer.code);
        size_t length = strlen(answer.account);
        if (status == STATUS_OK && length == STS_ACCOUNT_SIZE - 1 &&
            strspn(answer.account, "0123456789") == length)
            memcpy(account, answer.account, STS_ACCOUNT_SIZE);
        else if (status == STATUS_OK)
            status = error_set(error, STATUS_FAILED, "STS answered without an account");
        if (!wait_for_next(context, status, attempt))
            break;
        status = STATUS_OK;
    }
    buffer_release(&form);
    if (status != STATUS_OK)
        error_prefix(error, "cannot ask STS for the account of %s", credentials->origin);
    return status;
}
