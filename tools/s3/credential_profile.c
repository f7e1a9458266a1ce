#include "tools/s3/credential_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/container_credentials.h"
#include "tools/s3/credential_process.h"
#include "tools/s3/instance_metadata.h"
#include "tools/s3/profile_files.h"
#include "tools/s3/sts.h"

/* The profiles on the way from the first to the one that is read. */
struct visit {
    const struct visit *from; /* NULL for the first */
    const char *name;
    struct profile profile;
};

static enum status get_from(struct credentials *credentials, const char *name,
                            const struct visit *from, const struct credential_context *context,
                            struct error *error);

enum status credential_profile_environment(struct credentials *credentials, struct error *error) {
    const struct credential_texts texts = {getenv("AWS_ACCESS_KEY_ID"),
                                           getenv("AWS_SECRET_ACCESS_KEY"),
                                           getenv("AWS_SESSION_TOKEN"), CREDENTIALS_NEVER_EXPIRE};
    if ((texts.access_key_id == NULL || *texts.access_key_id == '\0') &&
        (texts.secret_access_key == NULL || *texts.secret_access_key == '\0'))
        return STATUS_END;
    return credentials_set(credentials, &texts, "the environment", error);
}

static bool has_keys(const struct profile *profile) {
    return profile->access_key_id != NULL || profile->secret_access_key != NULL;
}

static enum status take_keys(struct credentials *credentials, const struct visit *visit,
                             struct error *error) {
    const struct profile *profile = &visit->profile;
    const struct credential_texts texts = {profile->access_key_id, profile->secret_access_key,
                                           profile->session_token, CREDENTIALS_NEVER_EXPIRE};
    char origin[CREDENTIALS_ORIGIN_SIZE];
    snprintf(origin, sizeof origin, "the profile '%.100s'", visit->name);
    return credentials_set(credentials, &texts, origin, error);
}

/* The keys that a role is taken with, where credential_source names them. */
static enum status get_named_source(struct credentials *credentials, const struct visit *visit,
                                    struct credential_context *context,
                                    char region[INSTANCE_METADATA_REGION_SIZE],
                                    struct error *error) {
    const char *source = visit->profile.credential_source;
    enum status status;
    struct error ignored;
    if (strcmp(source, "Environment") == 0) {
        status = credential_profile_environment(credentials, error);
        if (status == STATUS_END)
            error_set(error, status, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set");
    } else if (strcmp(source, "EcsContainer") == 0) {
        status = container_credentials_get(credentials, context, error);
        if (status == STATUS_END)
            error_set(error, status, "no AWS_CONTAINER_CREDENTIALS_..._URI is set");
    } else if (strcmp(source, "Ec2InstanceMetadata") == 0) {
        status = instance_metadata_credentials(credentials, context, error);
        /* STS is asked where the instance is. */
        if (status == STATUS_OK && context->region == NULL &&
            instance_metadata_region(region, context, &ignored) == STATUS_OK)
            context->region = region;
    } else {
        status = error_set(error, STATUS_FAILED,
                           "it must be Environment, Ec2InstanceMetadata or EcsContainer");
    }
    if (status != STATUS_OK)
        error_prefix(error, "the profile '%.100s' has credential_source '%.40s'", visit->name,
                     source);
    return status == STATUS_END ? error->status = STATUS_FAILED : status;
}

/* Whether a profile stands on the way already: following it would never end. */
static bool is_on_the_way(const struct visit *visit, const char *name) {
    for (; visit != NULL; visit = visit->from) {
        if (strcmp(visit->name, name) == 0)
            return true;
    }
    return false;
}

static enum status get_source_profile(struct credentials *credentials, const struct visit *visit,
                                      const struct credential_context *context,
                                      struct error *error) {
    const char *source = visit->profile.source_profile;
    if (strcmp(source, visit->name) == 0 && has_keys(&visit->profile))
        return take_keys(credentials, visit, error);
    if (is_on_the_way(visit, source))
        return error_set(error, STATUS_FAILED,
                         "the source_profile settings lead from the profile '%.100s' back to "
                         "'%.100s'; let one of them have keys",
                         visit->name, source);
    enum status status = get_from(credentials, source, visit, context, error);
    if (status == STATUS_END)
        status = error_set(error, STATUS_FAILED,
                           "the profile '%.100s', source_profile of '%.100s', has no credentials",
                           source, visit->name);
    return status;
}

static const char *session_name(const struct profile *profile) {
    const char *variable = getenv("AWS_ROLE_SESSION_NAME");
    if (profile->role_session_name != NULL)
        return profile->role_session_name;
    return variable != NULL && *variable != '\0' ? variable : NULL;
}

/* Refuses settings of a role that cannot be followed. */
static enum status check_role(const struct visit *visit, struct error *error) {
    const struct profile *profile = &visit->profile;
    const char *what = NULL;
    if (profile->source_profile != NULL && profile->credential_source != NULL)
        what = "both source_profile and credential_source; keep one";
    else if (profile->mfa_serial != NULL)
        what = "mfa_serial, and codes cannot be asked for here; export credentials first: "
               "eval \"$(aws configure export-credentials --format env)\"";
    else if (profile->source_profile == NULL && profile->credential_source == NULL &&
             profile->web_identity_token_file == NULL)
        what = "role_arn, but no source_profile, credential_source or web_identity_token_file; "
               "add one";
    if (what == NULL)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED, "the profile '%.100s' has %s", visit->name, what);
}

static enum status take_role(struct credentials *credentials, const struct visit *visit,
                             const struct credential_context *context, struct error *error) {
    const struct profile *profile = &visit->profile;
    const struct sts_role role = {profile->role_arn, session_name(profile), profile->external_id,
                                  profile->duration_seconds};
    char region[INSTANCE_METADATA_REGION_SIZE];
    struct credential_context here = *context;
    struct credentials source = {.expires = CREDENTIALS_NEVER_EXPIRE};
    enum status status = check_role(visit, error);
    if (status != STATUS_OK)
        return status;
    if (profile->source_profile != NULL)
        status = get_source_profile(&source, visit, context, error);
    else if (profile->credential_source != NULL)
        status = get_named_source(&source, visit, &here, region, error);
    else
        return sts_assume_role_with_web_identity(credentials, &role,
                                                 profile->web_identity_token_file, context, error);
    if (status == STATUS_OK)
        status = sts_assume_role(credentials, &role, &source, &here, error);
    credentials->of_instance = source.of_instance;
    credentials_release(&source);
    return status;
}

static enum status run_process(struct credentials *credentials, const struct visit *visit,
                               const struct credential_context *context, struct error *error) {
    char origin[CREDENTIALS_ORIGIN_SIZE];
    snprintf(origin, sizeof origin, "the credential_process of the profile '%.80s'", visit->name);
    return credential_process_run(credentials, visit->profile.credential_process, origin,
                                  CREDENTIAL_PROCESS_MS, context->stop, error);
}

/* What the settings of a profile lead to; all but its name is read. */
static enum status follow(struct credentials *credentials, const struct visit *visit,
                          const struct credential_context *context, struct error *error) {
    const struct profile *profile = &visit->profile;
    bool has_process = profile->credential_process != NULL;
    if (visit->from != NULL && has_keys(profile))
        return take_keys(credentials, visit, error);
    if (profile->role_arn != NULL)
        return take_role(credentials, visit, context, error);
    if (profile->web_identity_token_file != NULL)
        return error_set(error, STATUS_FAILED,
                         "the profile '%.100s' has web_identity_token_file, but no role_arn; add "
                         "one",
                         visit->name);
    if (has_keys(profile) && !(has_process && profile->keys_in_config))
        return take_keys(credentials, visit, error);
    if (has_process)
        return run_process(credentials, visit, context, error);
    if (profile->sso != NULL)
        return error_set(error, STATUS_FAILED,
                         "the profile '%.100s' has no keys of its own but %s; export them first: "
                         "eval \"$(aws configure export-credentials --format env)\", or make that "
                         "command with '--format process' its credential_process",
                         visit->name, profile->sso);
    if (!profile->found && (visit->from != NULL || strcmp(visit->name, "default") != 0))
        return error_set(error, STATUS_FAILED,
                         "there is no profile '%.100s' in the AWS configuration files; check its "
                         "name%s%.100s",
                         visit->name,
                         visit->from == NULL ? "" : ", which is the source_profile of ",
                         visit->from == NULL ? "" : visit->from->name);
    return STATUS_END;
}

enum status credential_profile_get_role(struct credentials *credentials,
                                        const struct credential_context *context,
                                        struct error *error) {
    struct visit visit = {.from = NULL, .name = context->profile};
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    enum status status = profile_files_read(&visit.profile, context->profile, error);
    if (status != STATUS_OK)
        return status;
    const struct profile *profile = &visit.profile;
    if (profile->role_arn == NULL || profile->web_identity_token_file != NULL)
        status = STATUS_END;
    else
        status = take_role(credentials, &visit, context, error);
    profile_release(&visit.profile);
    return status;
}

static enum status get_from(struct credentials *credentials, const char *name,
                            const struct visit *from, const struct credential_context *context,
                            struct error *error) {
    struct visit visit = {.from = from, .name = name};
    enum status status = profile_files_read(&visit.profile, name, error);
    if (status != STATUS_OK)
        return status;
    status = follow(credentials, &visit, context, error);
    profile_release(&visit.profile);
    return status;
}

enum status credential_profile_get(struct credentials *credentials,
                                   const struct credential_context *context, struct error *error) {
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    return get_from(credentials, context->profile, NULL, context, error);
}
