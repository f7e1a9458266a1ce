#include "tools/s3/credentials.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The value of a variable, NULL when unset or empty. */
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* Keys and tokens are printable ASCII without spaces; anything else could break a header. */
static bool is_key_text(const char *text) {
    for (; *text != '\0'; text++) {
        if (!isgraph((unsigned char)*text))
            return false;
    }
    return true;
}

static enum status take(struct credentials *credentials, const char *id, const char *secret,
                        const char *token, const char *origin, struct error *error) {
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
    *credentials = (struct credentials){.origin = origin};
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

static enum status refuse(const struct profile *profile, const char *profile_name,
                          struct error *error) {
    if (profile->other_provider != NULL)
        return error_set(error, STATUS_FAILED,
                         "the profile '%s' has no keys of its own but %s; export them first: "
                         "eval \"$(aws configure export-credentials --format env)\"",
                         profile_name, profile->other_provider);
    if (!profile->found && strcmp(profile_name, "default") != 0)
        return error_set(error, STATUS_FAILED,
                         "there is no profile '%s' in the AWS configuration files; check its name",
                         profile_name);
    return error_set(error, STATUS_FAILED,
                     "no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a "
                     "profile of ~/.aws/credentials in AWS_PROFILE");
}

enum status credentials_find(struct credentials *credentials, const struct profile *profile,
                             const char *profile_name, bool profile_first, struct error *error) {
    *credentials = (struct credentials){.origin = NULL};
    const char *id = variable("AWS_ACCESS_KEY_ID");
    const char *secret = variable("AWS_SECRET_ACCESS_KEY");
    if (!profile_first && (id != NULL || secret != NULL))
        return take(credentials, id, secret, variable("AWS_SESSION_TOKEN"), "the environment",
                    error);
    if (profile->access_key_id != NULL || profile->secret_access_key != NULL)
        return take(credentials, profile->access_key_id, profile->secret_access_key,
                    profile->session_token, "the AWS profile", error);
    return refuse(profile, profile_name, error);
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
    *credentials = (struct credentials){.origin = NULL};
}
