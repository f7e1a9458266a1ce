#include "tools/s3/aws_settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "tools/s3/instance_metadata.h"
#include "tools/s3/profile_files.h"
#include "tools/s3/sts.h"

static const char DEFAULT_REGION[] = "us-east-1";

/* The first text that is neither NULL nor empty. */
static const char *first_of(const char *a, const char *b, const char *c, const char *d) {
    const char *const texts[] = {a, b, c, d};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i] != NULL && *texts[i] != '\0')
            return texts[i];
    }
    return NULL;
}

/* A region becomes part of a host name and of every signature. */
static enum status check_region(const char *region, struct error *error) {
    for (const char *at = region; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '_')
            return error_set(error, STATUS_USAGE,
                             "'%.80s' is not a region; regions look like 'us-east-1'", region);
    }
    if (strlen(region) > 63)
        return error_set(error, STATUS_USAGE, "the region '%.80s' is too long", region);
    return STATUS_OK;
}

/* A switch by option, variable and profile. */
static enum status resolve_switch(bool *value, bool by_option, const char *variable,
                                  const char *in_profile, struct error *error) {
    const char *text = first_of(getenv(variable), in_profile, "false", NULL);
    *value = by_option || strcasecmp(text, "true") == 0;
    if (!by_option && !*value && strcasecmp(text, "false") != 0)
        return error_set(error, STATUS_USAGE, "%s is '%.80s'; write true or false", variable, text);
    return STATUS_OK;
}

static enum status resolve_style(enum endpoint_style *style, const struct profile *profile,
                                 struct error *error) {
    const char *text = first_of(profile->addressing_style, "auto", NULL, NULL);
    *style = ENDPOINT_AUTOMATIC;
    if (strcasecmp(text, "path") == 0)
        *style = ENDPOINT_PATH;
    else if (strcasecmp(text, "virtual") == 0)
        *style = ENDPOINT_VIRTUAL_HOST;
    else if (strcasecmp(text, "auto") != 0)
        return error_set(error, STATUS_USAGE,
                         "the profile's addressing_style is '%.80s'; write path, virtual or auto",
                         text);
    return STATUS_OK;
}

static enum status copy(char **field, const char *text, struct error *error) {
    *field = text == NULL ? NULL : strdup(text);
    return text != NULL && *field == NULL ? error_no_memory(error, "settings") : STATUS_OK;
}

/* The configured address of a service; NULL for AWS's own. */
static const char *configured_url(const char *variable, const char *of_service,
                                  const struct profile *profile) {
    const char *ignore = getenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS");
    if (ignore != NULL && strcasecmp(ignore, "true") == 0)
        return NULL;
    return first_of(getenv(variable), getenv("AWS_ENDPOINT_URL"), of_service,
                    profile->endpoint_url);
}

static enum status resolve(struct aws_settings *settings,
                           const struct aws_settings_options *options,
                           const struct profile *profile, struct error *error) {
    const char *region = first_of(options->region, getenv("AWS_REGION"),
                                  getenv("AWS_DEFAULT_REGION"), profile->region);
    const char *endpoint = first_of(
        options->endpoint_url,
        configured_url("AWS_ENDPOINT_URL_S3", profile->s3_endpoint_url, profile), NULL, NULL);
    const char *ca_bundle =
        first_of(options->ca_bundle, getenv("AWS_CA_BUNDLE"), profile->ca_bundle,
                 first_of(getenv("CURL_CA_BUNDLE"), getenv("SSL_CERT_FILE"), NULL, NULL));
    settings->region_known = region != NULL;
    enum status status = region == NULL ? STATUS_OK : check_region(region, error);
    if (status == STATUS_OK)
        status = copy(&settings->region, region, error);
    if (status == STATUS_OK)
        status = copy(&settings->endpoint_url, endpoint, error);
    if (status == STATUS_OK)
        status = copy(&settings->ca_bundle, ca_bundle, error);
    if (status == STATUS_OK)
        status = resolve_style(&settings->style, profile, error);
    if (status == STATUS_OK)
        status =
            resolve_switch(&settings->dual_stack, options->dual_stack, "AWS_USE_DUALSTACK_ENDPOINT",
                           profile->use_dualstack_endpoint, error);
    if (status == STATUS_OK)
        status = resolve_switch(&settings->fips, options->fips, "AWS_USE_FIPS_ENDPOINT",
                                profile->use_fips_endpoint, error);
    return status;
}

static enum status make_provider(struct aws_settings *settings,
                                 const struct aws_settings_options *options,
                                 const char *profile_name, const struct profile *profile,
                                 struct error *error) {
    const struct credential_context context = {
        .profile = profile_name,
        .profile_named = options->profile != NULL,
        .region = settings->region,
        .sts_url = configured_url("AWS_ENDPOINT_URL_STS", profile->sts_endpoint_url, profile),
        .dual_stack = settings->dual_stack,
        .fips = settings->fips,
        .ca_bundle = settings->ca_bundle,
        .log = options->log,
        .log_context = options->log_context};
    return credential_provider_new(&settings->credentials, &context, options->anonymous, error);
}

/*
 * Fetches the first credentials: that there are none is better told now than with the first file.
 * *of_instance tells whether the instance metadata service gave them.
 */
static enum status fetch_first(const struct aws_settings *settings, bool *of_instance,
                               struct error *error) {
    struct credentials first;
    *of_instance = false;
    if (credential_provider_is_anonymous(settings->credentials))
        return STATUS_OK;
    enum status status = credential_provider_get(settings->credentials, &first, error);
    *of_instance = first.of_instance;
    credentials_release(&first);
    return status;
}

/*
 * The region that nobody named. With a server of one's own it hardly matters; with AWS a wrong one
 * costs a redirect, and a question to a metadata service that is not there a second at most.
 */
static enum status complete_region(struct aws_settings *settings, bool of_instance,
                                   struct error *error) {
    char region[INSTANCE_METADATA_REGION_SIZE];
    struct error ignored;
    if (settings->region != NULL)
        return STATUS_OK;
    if ((of_instance || settings->endpoint_url == NULL) &&
        instance_metadata_region(region, credential_provider_context(settings->credentials),
                                 &ignored) == STATUS_OK) {
        settings->region_known = true;
        return copy(&settings->region, region, error);
    }
    return copy(&settings->region, DEFAULT_REGION, error);
}

enum status aws_settings_load(struct aws_settings *settings,
                              const struct aws_settings_options *options, struct error *error) {
    *settings = (struct aws_settings){.region = NULL};
    struct profile profile;
    bool of_instance;
    const char *name = first_of(options->profile, getenv("AWS_PROFILE"), "default", NULL);
    enum status status = profile_files_read(&profile, name, error);
    if (status == STATUS_OK)
        status = resolve(settings, options, &profile, error);
    if (status == STATUS_OK)
        status = make_provider(settings, options, name, &profile, error);
    if (status == STATUS_OK)
        status = fetch_first(settings, &of_instance, error);
    if (status == STATUS_OK)
        status = complete_region(settings, of_instance, error);
    profile_release(&profile);
    if (status != STATUS_OK)
        aws_settings_release(settings);
    return status;
}

/* Asks STS, once more with fresh credentials when it calls them expired. */
static enum status get_account(char account[STS_ACCOUNT_SIZE], const struct aws_settings *settings,
                               struct error *error) {
    struct credential_context context = *credential_provider_context(settings->credentials);
    context.region = settings->region;
    for (bool renewed = false;; renewed = true) {
        struct credentials keys;
        struct error ignored;
        bool expired;
        enum status status = credential_provider_get(settings->credentials, &keys, error);
        if (status != STATUS_OK)
            return status;
        status = sts_get_account(account, &expired, &keys, &context, error);
        bool again = expired && !renewed &&
                     credential_provider_renew(settings->credentials, &keys, &ignored) == STATUS_OK;
        credentials_release(&keys);
        if (!again)
            return status;
    }
}

enum status aws_settings_default_bucket(char **bucket, const struct aws_settings *settings,
                                        struct error *error) {
    char account[STS_ACCOUNT_SIZE];
    *bucket = NULL;
    if (credential_provider_is_anonymous(settings->credentials))
        return error_set(error, STATUS_USAGE,
                         "the default bucket belongs to an account, and without credentials there "
                         "is none; name the bucket");
    if (!settings->region_known)
        return error_set(error, STATUS_USAGE,
                         "the default bucket has the region in its name, and none is known; name "
                         "one with --region or AWS_REGION");
    enum status status = get_account(account, settings, error);
    if (status == STATUS_OK && asprintf(bucket, "sagemaker-%s-%s", settings->region, account) < 0) {
        *bucket = NULL;
        status = error_no_memory(error, "a bucket name");
    }
    return status;
}

void aws_settings_release(struct aws_settings *settings) {
    credential_provider_free(settings->credentials);
    free(settings->region);
    free(settings->endpoint_url);
    free(settings->ca_bundle);
    *settings = (struct aws_settings){.region = NULL};
}
