#include "tools/s3/aws_settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "tools/s3/profile_files.h"

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
    struct credentials first;
    enum status status =
        credential_provider_new(&settings->credentials, &context, options->anonymous, error);
    if (status != STATUS_OK || options->anonymous)
        return status;
    /* That there are none is better told now than with the first file. */
    status = credential_provider_get(settings->credentials, &first, error);
    credentials_release(&first);
    return status;
}

/* The region that nobody named. */
static enum status complete_region(struct aws_settings *settings, struct error *error) {
    return settings->region == NULL ? copy(&settings->region, DEFAULT_REGION, error) : STATUS_OK;
}

enum status aws_settings_load(struct aws_settings *settings,
                              const struct aws_settings_options *options, struct error *error) {
    *settings = (struct aws_settings){.region = NULL};
    struct profile profile;
    const char *name = first_of(options->profile, getenv("AWS_PROFILE"), "default", NULL);
    enum status status = profile_files_read(&profile, name, error);
    if (status == STATUS_OK)
        status = resolve(settings, options, &profile, error);
    if (status == STATUS_OK)
        status = make_provider(settings, options, name, &profile, error);
    if (status == STATUS_OK)
        status = complete_region(settings, error);
    profile_release(&profile);
    if (status != STATUS_OK)
        aws_settings_release(settings);
    return status;
}

void aws_settings_release(struct aws_settings *settings) {
    credential_provider_free(settings->credentials);
    free(settings->region);
    free(settings->endpoint_url);
    free(settings->ca_bundle);
    *settings = (struct aws_settings){.region = NULL};
}
