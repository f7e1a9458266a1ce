#include "tools/s3/credential_sources.h"

#include <stdlib.h>
#include <string.h>

#include "tools/s3/container_credentials.h"
#include "tools/s3/credential_profile.h"
#include "tools/s3/instance_metadata.h"
#include "tools/s3/sts.h"

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* The role of a pod (EKS). STATUS_END when no token file is named. */
static enum status from_web_identity(struct credentials *credentials,
                                     const struct credential_context *context,
                                     struct error *error) {
    const char *token_file = variable("AWS_WEB_IDENTITY_TOKEN_FILE");
    const struct sts_role role = {.arn = variable("AWS_ROLE_ARN"),
                                  .session_name = variable("AWS_ROLE_SESSION_NAME")};
    if (token_file == NULL)
        return STATUS_END;
    if (role.arn == NULL)
        return error_set(error, STATUS_FAILED,
                         "AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not; set both");
    return sts_assume_role_with_web_identity(credentials, &role, token_file, context, error);
}

/* Nothing was configured, and `why` tells what the last source said. */
static enum status refuse(const struct credential_context *context, const struct error *why,
                          struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "no credentials: none in the environment, the profile '%.100s' or from a "
                     "container's agent, and %.400s; set AWS_ACCESS_KEY_ID and "
                     "AWS_SECRET_ACCESS_KEY, or name a profile of ~/.aws/credentials in "
                     "AWS_PROFILE",
                     context->profile, why->message);
}

enum status credential_sources_fetch(struct credentials *credentials,
                                     const struct credential_context *context,
                                     struct error *error) {
    struct error why = {.message = "nobody else is known"};
    enum status status = STATUS_END;
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    if (!context->profile_named) {
        status = credential_profile_environment(credentials, error);
        if (status == STATUS_END)
            status = credential_profile_get_role(credentials, context, error);
        if (status == STATUS_END)
            status = from_web_identity(credentials, context, error);
    }
    if (status == STATUS_END)
        status = credential_profile_get(credentials, context, error);
    if (status == STATUS_END)
        status = container_credentials_get(credentials, context, error);
    if (status == STATUS_END)
        status = instance_metadata_credentials(credentials, context, &why);
    if (status == STATUS_END)
        return refuse(context, &why, error);
    if (status != STATUS_OK && why.status == status)
        *error = why;
    return status;
}
