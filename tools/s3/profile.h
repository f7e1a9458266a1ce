/*
 * profile - one profile out of the AWS configuration files.
 *
 * ~/.aws/credentials has sections "[name]", ~/.aws/config "[profile name]" (and "[default]", for
 * which "[profile default]" goes first), and "[services name]" for addresses of services. The lines
 * are read with inih. Its limits do not apply: session tokens and names of profiles may be long.
 *
 * Thread rule: a struct belongs to one thread at a time; reading may happen in any thread.
 */
#ifndef TOOLS_S3_PROFILE_H
#define TOOLS_S3_PROFILE_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum profile_file {
    PROFILE_CREDENTIALS_FILE,
    PROFILE_CONFIG_FILE,
};

/* What was found; owned, NULL where nothing was. */
struct profile {
    char *access_key_id;
    char *secret_access_key;
    char *session_token;
    char *credential_process;
    char *role_arn;
    char *source_profile;
    char *credential_source; /* "Environment", "Ec2InstanceMetadata", "EcsContainer" */
    char *web_identity_token_file;
    char *external_id;
    char *role_session_name;
    char *duration_seconds;
    char *mfa_serial;
    char *sso; /* "sso_session" or "sso_start_url": the setting that was there */
    char *region;
    char *endpoint_url;
    char *ca_bundle;
    char *use_dualstack_endpoint; /* "true" or "false", also from "s3 =" below */
    char *use_fips_endpoint;
    char *addressing_style; /* "path", "virtual" or "auto": indented below "s3 =" */
    char *services;         /* name of a section "[services name]" */
    char *s3_endpoint_url;  /* from there */
    char *sts_endpoint_url; /* from there */
    bool keys_in_config;    /* the keys are from the configuration file */
    bool found;             /* there is a section of that name */
};

/*
 * Adds to *profile (zeroed before the first call) what the text of one file says about the profile
 * `name`. What an earlier file said stays. `file_name` is for messages. A line that is neither a
 * section, a setting nor a comment is STATUS_FAILED with file and line.
 */
MUST_USE enum status profile_read(struct profile *profile, struct view text, const char *name,
                                  enum profile_file kind, const char *file_name,
                                  struct error *error);

/* Adds what the section that profile->services names says; nothing when that is NULL. */
MUST_USE enum status profile_read_services(struct profile *profile, struct view text,
                                           const char *file_name, struct error *error);

/* Wipes and frees; harmless when zeroed. */
void profile_release(struct profile *profile);

#endif
