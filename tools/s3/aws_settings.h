/*
 * aws_settings - what the AWS environment variables and configuration files say, in one place.
 *
 * The only reader of the environment here, besides credentials. Options of the command line go
 * before the environment, the environment before the profile:
 *
 *   profile   --profile, AWS_PROFILE, "default"; files AWS_SHARED_CREDENTIALS_FILE or
 *             ~/.aws/credentials, and AWS_CONFIG_FILE or ~/.aws/config
 *   region    --region, AWS_REGION, AWS_DEFAULT_REGION, profile, "us-east-1"
 *   endpoint  --endpoint-url, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, profile; none of the last
 *             three when AWS_IGNORE_CONFIGURED_ENDPOINT_URLS is "true"
 *   CA file   AWS_CA_BUNDLE, profile, CURL_CA_BUNDLE, SSL_CERT_FILE
 *
 * Thread rule: loaded by one thread before others start, then only read.
 */
#ifndef TOOLS_S3_AWS_SETTINGS_H
#define TOOLS_S3_AWS_SETTINGS_H

#include "formats/base/status.h"
#include "tools/s3/credentials.h"

struct aws_settings {
    struct credentials credentials;
    char *region;       /* owned */
    char *endpoint_url; /* owned; NULL for AWS itself */
    char *ca_bundle;    /* owned; NULL for the system's */
};

/* What the command line said; borrowed, NULL where it said nothing. */
struct aws_settings_options {
    const char *profile;
    const char *region;
    const char *endpoint_url;
};

/*
 * Finds everything. A configuration file that is not there says nothing, unless a variable names
 * it. STATUS_FAILED with a sentence otherwise, also when there are no credentials.
 */
MUST_USE enum status aws_settings_load(struct aws_settings *settings,
                                       const struct aws_settings_options *options,
                                       struct error *error);

/* Wipes and frees; harmless when zeroed. */
void aws_settings_release(struct aws_settings *settings);

#endif
