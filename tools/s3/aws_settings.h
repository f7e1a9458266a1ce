/*
 * aws_settings - what options, the AWS environment variables and the configuration files say.
 *
 * Options of the command line go before the environment, the environment before the profile:
 *
 *   profile     --profile, AWS_PROFILE, "default" (files: profile_files.h)
 *   region      --region, AWS_REGION, AWS_DEFAULT_REGION, the profile, the instance metadata
 *               service where credentials come from there or no server is named, "us-east-1"
 *   endpoint    --endpoint-url, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile's services
 *               section, the profile; none of the last four when
 *               AWS_IGNORE_CONFIGURED_ENDPOINT_URLS is "true"
 *   STS         AWS_ENDPOINT_URL_STS, AWS_ENDPOINT_URL, the profile likewise
 *   CA file     --ca-bundle, AWS_CA_BUNDLE, the profile, CURL_CA_BUNDLE, SSL_CERT_FILE
 *   dual stack  --dual-stack, AWS_USE_DUALSTACK_ENDPOINT, the profile (AWS's own addresses only)
 *   FIPS        --fips, AWS_USE_FIPS_ENDPOINT, the profile (likewise)
 *   style       of addresses: the profile's addressing_style, where s3_session_options.style
 *               (--path-style, --virtual-host-style) says nothing
 *   keys        --no-sign-request for none, else credential_provider.h
 *
 * Proxies (http_proxy, https_proxy, no_proxy) are libcurl's affair; see http.h.
 *
 * Thread rule: loaded by one thread before others start, then only read.
 */
#ifndef TOOLS_S3_AWS_SETTINGS_H
#define TOOLS_S3_AWS_SETTINGS_H

#include "formats/base/status.h"
#include "tools/s3/credential_provider.h"
#include "tools/s3/endpoint.h"

struct aws_settings {
    struct credential_provider *credentials; /* owned */
    char *region;                            /* owned */
    bool region_known;                       /* it was found somewhere, not just assumed */
    char *endpoint_url;                      /* owned; NULL for AWS itself */
    char *ca_bundle;                         /* owned; NULL for the system's */
    enum endpoint_style style;
    bool dual_stack;
    bool fips;
};

/* What the command line said; borrowed, NULL and false where it said nothing. */
struct aws_settings_options {
    const char *profile;      /* --profile */
    const char *region;       /* --region */
    const char *endpoint_url; /* --endpoint-url */
    const char *ca_bundle;    /* --ca-bundle */
    bool dual_stack;          /* --dual-stack */
    bool fips;                /* --fips */
    bool anonymous;           /* --no-sign-request */
    http_log_function *log; /* of requests for credentials; NULL for none; borrowed until release */
    void *log_context;
};

/*
 * Finds everything, first credentials included. A configuration file that is not there says
 * nothing, unless a variable names it. A sentence otherwise, also when there are no credentials:
 * STATUS_FAILED, STATUS_USAGE for values that make no sense, or STATUS_TEMPORARY when a source of
 * credentials may answer later.
 */
MUST_USE enum status aws_settings_load(struct aws_settings *settings,
                                       const struct aws_settings_options *options,
                                       struct error *error);

/*
 * The bucket that SageMaker's SDK uses by default (--bucket default), sagemaker-<region>-<account>,
 * with the account that the credentials belong to (STS GetCallerIdentity). *bucket is the caller's
 * to free. Fails as STS does, and STATUS_USAGE when no region is known or there are no credentials.
 */
MUST_USE enum status aws_settings_default_bucket(char **bucket, const struct aws_settings *settings,
                                                 struct error *error);

/* Wipes and frees; harmless when zeroed. */
void aws_settings_release(struct aws_settings *settings);

#endif
