#include "tools/s3/aws_settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "formats/base/byte_source.h"

static const char DEFAULT_REGION[] = "us-east-1";

/* No configuration file is larger; what is, was named by mistake. */
static const size_t LARGEST_FILE = (size_t)4 << 20;

/* The first text that is neither NULL nor empty. */
static const char *first_of(const char *a, const char *b, const char *c, const char *d) {
    const char *const texts[] = {a, b, c, d};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i] != NULL && *texts[i] != '\0')
            return texts[i];
    }
    return NULL;
}

/* Reads the file that `variable` names, or ~/.aws/<name>, into the profile. */
static enum status read_file(struct profile *profile, const char *variable, const char *name,
                             enum profile_file kind, const char *profile_name,
                             struct error *error) {
    const char *named = first_of(getenv(variable), NULL, NULL, NULL);
    const char *home = getenv("HOME");
    char *path = NULL;
    if (named == NULL && home == NULL)
        return STATUS_OK;
    if (asprintf(&path, "%s%s%s", named == NULL ? home : named, named == NULL ? "/.aws/" : "",
                 named == NULL ? name : "") < 0)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    if (named != NULL || access(path, F_OK) == 0) {
        struct byte_source source;
        struct buffer text = BUFFER_INIT;
        status = byte_source_open(&source, path, error);
        if (status == STATUS_OK)
            status = byte_source_read_all(&source, LARGEST_FILE, &text, error);
        if (status == STATUS_OK)
            status = profile_read(profile, buffer_view(&text), profile_name, kind, path, error);
        if (text.data != NULL)
            explicit_bzero(text.data, text.capacity);
        buffer_release(&text);
        byte_source_release(&source);
    }
    free(path);
    return status;
}

/* A region becomes part of a host name and of every signature. */
static enum status check_region(const char *region, struct error *error) {
    for (const char *at = region; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '_')
            return error_set(error, STATUS_USAGE,
                             "'%.80s' is not a region; regions look like 'us-east-1'", region);
    }
    return STATUS_OK;
}

static enum status copy(char **field, const char *text, struct error *error) {
    *field = text == NULL ? NULL : strdup(text);
    return text != NULL && *field == NULL ? error_no_memory(error, "settings") : STATUS_OK;
}

static enum status resolve(struct aws_settings *settings,
                           const struct aws_settings_options *options,
                           const struct profile *profile, struct error *error) {
    const char *region = first_of(options->region, getenv("AWS_REGION"),
                                  getenv("AWS_DEFAULT_REGION"), profile->region);
    const char *ignore = getenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS");
    bool configured = ignore == NULL || strcasecmp(ignore, "true") != 0;
    const char *endpoint = first_of(
        options->endpoint_url, configured ? getenv("AWS_ENDPOINT_URL_S3") : NULL,
        configured ? getenv("AWS_ENDPOINT_URL") : NULL, configured ? profile->endpoint_url : NULL);
    const char *ca_bundle = first_of(getenv("AWS_CA_BUNDLE"), profile->ca_bundle,
                                     getenv("CURL_CA_BUNDLE"), getenv("SSL_CERT_FILE"));
    if (region == NULL)
        region = DEFAULT_REGION;
    enum status status = check_region(region, error);
    if (status == STATUS_OK)
        status = copy(&settings->region, region, error);
    if (status == STATUS_OK)
        status = copy(&settings->endpoint_url, endpoint, error);
    if (status == STATUS_OK)
        status = copy(&settings->ca_bundle, ca_bundle, error);
    return status;
}

enum status aws_settings_load(struct aws_settings *settings,
                              const struct aws_settings_options *options, struct error *error) {
    *settings = (struct aws_settings){.region = NULL};
    struct profile profile = {.found = false};
    const char *name = first_of(options->profile, getenv("AWS_PROFILE"), "default", NULL);
    enum status status = read_file(&profile, "AWS_SHARED_CREDENTIALS_FILE", "credentials",
                                   PROFILE_CREDENTIALS_FILE, name, error);
    if (status == STATUS_OK)
        status = read_file(&profile, "AWS_CONFIG_FILE", "config", PROFILE_CONFIG_FILE, name, error);
    if (status == STATUS_OK)
        status = resolve(settings, options, &profile, error);
    if (status == STATUS_OK)
        status = credentials_find(&settings->credentials, &profile, name, options->profile != NULL,
                                  error);
    profile_release(&profile);
    if (status != STATUS_OK)
        aws_settings_release(settings);
    return status;
}

void aws_settings_release(struct aws_settings *settings) {
    credentials_release(&settings->credentials);
    free(settings->region);
    free(settings->endpoint_url);
    free(settings->ca_bundle);
    *settings = (struct aws_settings){.region = NULL};
}
