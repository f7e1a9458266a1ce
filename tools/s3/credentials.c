#include "tools/s3/credentials.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keys and tokens are printable ASCII without spaces; anything else could break a header. */
static bool is_key_text(const char *text) {
    for (; *text != '\0'; text++) {
        if (!isgraph((unsigned char)*text))
            return false;
    }
    return true;
}

static const char *text_or_null(const char *text) {
    return text == NULL || *text == '\0' ? NULL : text;
}

enum status credentials_set(struct credentials *credentials, const struct credential_texts *texts,
                            const char *origin, struct error *error) {
    const char *id = text_or_null(texts->access_key_id);
    const char *secret = text_or_null(texts->secret_access_key);
    const char *token = text_or_null(texts->session_token);
    *credentials = (struct credentials){.expires = texts->expires};
    if (id == NULL && secret == NULL)
        return error_set(error, STATUS_FAILED, "there are no keys in %s", origin);
    if (secret == NULL)
        return error_set(error, STATUS_FAILED,
                         "%s has an access key id but no secret access key; set both", origin);
    if (id == NULL)
        return error_set(error, STATUS_FAILED,
                         "%s has a secret access key but no access key id; set both", origin);
    if (!is_key_text(id) || !is_key_text(secret) || (token != NULL && !is_key_text(token)))
        return error_set(error, STATUS_FAILED,
                         "a key or token in %s has a space or control character in it; "
                         "set it again without",
                         origin);
    snprintf(credentials->origin, sizeof credentials->origin, "%s", origin);
    credentials->access_key_id = strdup(id);
    credentials->secret_access_key = strdup(secret);
    if (token != NULL)
        credentials->session_token = strdup(token);
    if (credentials->access_key_id == NULL || credentials->secret_access_key == NULL ||
        (token != NULL && credentials->session_token == NULL)) {
        credentials_release(credentials);
        return error_no_memory(error, "credentials");
    }
    return STATUS_OK;
}

enum status credentials_copy(struct credentials *to, const struct credentials *from,
                             struct error *error) {
    const struct credential_texts texts = {from->access_key_id, from->secret_access_key,
                                           from->session_token, from->expires};
    enum status status = credentials_set(to, &texts, from->origin, error);
    to->of_instance = from->of_instance;
    return status;
}

static bool equal_texts(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool credentials_equal(const struct credentials *a, const struct credentials *b) {
    return equal_texts(a->access_key_id, b->access_key_id) &&
           equal_texts(a->secret_access_key, b->secret_access_key) &&
           equal_texts(a->session_token, b->session_token);
}

static void wipe(char *text) {
    if (text != NULL)
        explicit_bzero(text, strlen(text));
    free(text);
}

void credentials_release(struct credentials *credentials) {
    wipe(credentials->access_key_id);
    wipe(credentials->secret_access_key);
    wipe(credentials->session_token);
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
}
