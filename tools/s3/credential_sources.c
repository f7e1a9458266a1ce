#include "tools/s3/credential_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/profile_files.h"

/* Keys in environment variables. STATUS_END when none is set. */
static enum status from_environment(struct credentials *credentials, struct error *error) {
    const struct credential_texts texts = {getenv("AWS_ACCESS_KEY_ID"),
                                           getenv("AWS_SECRET_ACCESS_KEY"),
                                           getenv("AWS_SESSION_TOKEN"), CREDENTIALS_NEVER_EXPIRE};
    if ((texts.access_key_id == NULL || *texts.access_key_id == '\0') &&
        (texts.secret_access_key == NULL || *texts.secret_access_key == '\0'))
        return STATUS_END;
    return credentials_set(credentials, &texts, "the environment", error);
}

static enum status from_profile(struct credentials *credentials,
                                const struct credential_context *context, struct error *error) {
    struct profile profile;
    char origin[CREDENTIALS_ORIGIN_SIZE];
    enum status status = profile_files_read(&profile, context->profile, error);
    if (status != STATUS_OK)
        return status;
    snprintf(origin, sizeof origin, "the profile '%.100s'", context->profile);
    const struct credential_texts texts = {profile.access_key_id, profile.secret_access_key,
                                           profile.session_token, CREDENTIALS_NEVER_EXPIRE};
    if (texts.access_key_id != NULL || texts.secret_access_key != NULL)
        status = credentials_set(credentials, &texts, origin, error);
    else if (profile.sso != NULL)
        status = error_set(error, STATUS_FAILED,
                           "the profile '%s' has no keys of its own but %s; export them first: "
                           "eval \"$(aws configure export-credentials --format env)\"",
                           context->profile, profile.sso);
    else if (!profile.found && strcmp(context->profile, "default") != 0)
        status =
            error_set(error, STATUS_FAILED,
                      "there is no profile '%s' in the AWS configuration files; check its name",
                      context->profile);
    else
        status = STATUS_END;
    profile_release(&profile);
    return status;
}

enum status credential_sources_fetch(struct credentials *credentials,
                                     const struct credential_context *context,
                                     struct error *error) {
    enum status status = STATUS_END;
    if (!context->profile_named)
        status = from_environment(credentials, error);
    if (status == STATUS_END)
        status = from_profile(credentials, context, error);
    if (status == STATUS_END)
        status =
            error_set(error, STATUS_FAILED,
                      "no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a "
                      "profile of ~/.aws/credentials in AWS_PROFILE");
    return status;
}
