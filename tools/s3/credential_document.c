#include "tools/s3/credential_document.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tools/s3/iso_time.h"

/* Copies a text of the document for a message: printable, and not all of a long one. */
static void copy_shown(char *shown, size_t size, const char *text) {
    snprintf(shown, size, "%s", text == NULL ? "" : text);
    for (; *shown != '\0'; shown++) {
        if ((unsigned char)*shown < 0x20 || *shown == 0x7F)
            *shown = '?';
    }
}

static const char *text_of(const json_t *document, const char *name) {
    return json_string_value(json_object_get(document, name));
}

/* The service answered with an error in place of keys. */
static enum status refuse_code(const json_t *document, const char *code, const char *origin,
                               struct error *error) {
    char shown_code[80], shown_message[240];
    const char *message = text_of(document, "Message");
    copy_shown(shown_code, sizeof shown_code, code);
    copy_shown(shown_message, sizeof shown_message,
               message != NULL ? message : text_of(document, "message"));
    return error_set(error, STATUS_FAILED,
                     "%s told '%s' instead of credentials%s%s; check its role", origin, shown_code,
                     *shown_message ? ": " : "", shown_message);
}

static enum status take(struct credentials *credentials, const json_t *document,
                        enum credential_document_kind kind, const char *origin,
                        struct error *error) {
    bool is_process = kind == CREDENTIAL_DOCUMENT_PROCESS;
    const json_t *version = json_object_get(document, "Version");
    const char *code = text_of(document, "Code");
    if (!json_is_object(document))
        return error_set(error, STATUS_FAILED, "%s gave JSON that is no object", origin);
    if (is_process && (!json_is_integer(version) || json_integer_value(version) != 1))
        return error_set(error, STATUS_FAILED,
                         "%s gave credentials without '\"Version\": 1'; it must print that version",
                         origin);
    struct credential_texts texts = {
        text_of(document, "AccessKeyId"), text_of(document, "SecretAccessKey"),
        text_of(document, is_process ? "SessionToken" : "Token"), CREDENTIALS_NEVER_EXPIRE};
    if (!is_process && code != NULL && strcmp(code, "Success") != 0)
        return refuse_code(document, code, origin, error);
    const json_t *expiration = json_object_get(document, "Expiration");
    if (expiration != NULL && !json_is_null(expiration) &&
        (!json_is_string(expiration) ||
         !iso_time_parse(&texts.expires, json_string_value(expiration))))
        return error_set(error, STATUS_FAILED,
                         "%s gave an Expiration that is no time like 2030-01-02T03:04:05Z", origin);
    return credentials_set(credentials, &texts, origin, error);
}

/* Overwrites the strings of an object, so that no secret is left in freed memory. */
static void wipe(json_t *document) {
    const char *key;
    json_t *value;
    json_object_foreach(document, key, value) {
        if (json_is_string(value))
            explicit_bzero((void *)(uintptr_t)json_string_value(value), json_string_length(value));
    }
}

enum status credential_document_read(struct credentials *credentials, struct view document,
                                     enum credential_document_kind kind, const char *origin,
                                     struct error *error) {
    json_error_t failure;
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    const char *bytes = document.size == 0 ? "" : (const char *)document.data;
    json_t *root = json_loadb(bytes, document.size, JSON_REJECT_DUPLICATES, &failure);
    /* jansson's own sentence quotes the text it stumbled over, which may be a secret. */
    if (root == NULL)
        return error_set(error, STATUS_FAILED, "%s gave no JSON: line %d, column %d is not right",
                         origin, failure.line, failure.column);
    enum status status = take(credentials, root, kind, origin, error);
    wipe(root);
    json_decref(root);
    return status;
}
