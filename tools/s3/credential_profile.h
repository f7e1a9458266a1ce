/*
 * credential_profile - the credentials that a profile leads to.
 *
 * In this order: a role (role_arn) with source_profile or credential_source, through STS; a role
 * with web_identity_token_file; keys of the credentials file; a credential_process; keys of the
 * configuration file. A profile that is a source gives its own keys before its role, as with AWS's
 * tools, and a profile may be its own source when it has keys. The files are read anew with each
 * call, so that fresh keys are found.
 *
 *   role_arn, source_profile, credential_source, external_id, role_session_name (or
 *   AWS_ROLE_SESSION_NAME), duration_seconds, web_identity_token_file, credential_process,
 *   aws_access_key_id, aws_secret_access_key, aws_session_token
 *
 * Thread rule: any thread; a call keeps nothing for the next.
 */
#ifndef TOOLS_S3_CREDENTIAL_PROFILE_H
#define TOOLS_S3_CREDENTIAL_PROFILE_H

#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

/* Keys in environment variables. STATUS_END when none is set. */
MUST_USE enum status credential_profile_environment(struct credentials *credentials,
                                                    struct error *error);

/*
 * The role of context->profile that is taken with source_profile or credential_source; STATUS_END
 * when it has none, or one with a web identity. Fails as credential_profile_get does.
 */
MUST_USE enum status credential_profile_get_role(struct credentials *credentials,
                                                 const struct credential_context *context,
                                                 struct error *error);

/*
 * Follows context->profile. STATUS_END when it says nothing about credentials; a profile that does
 * not exist, unless it is "default", is STATUS_FAILED, as are a circle of source profiles, settings
 * that contradict each other, and ways to credentials that are not known here (SSO, MFA).
 */
MUST_USE enum status credential_profile_get(struct credentials *credentials,
                                            const struct credential_context *context,
                                            struct error *error);

#endif
