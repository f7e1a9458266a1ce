/*
 * credential_provider - the credentials of a run: found once, renewed in time, shared by all.
 *
 * Sources in AWS's order; the first that is configured counts, and when it fails, so does the call:
 *
 *   1. the profile that an option names (--profile; then 2 to 4 are passed over)
 *   2. AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
 *   3. a role of the profile AWS_PROFILE or "default" with source_profile or credential_source
 *   4. AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, through STS (sts.h)
 *   5. all else that profile has: a web identity, keys, a process (credential_profile.h)
 *   6. AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or _FULL_URI (container_credentials.h)
 *   7. the instance metadata service (instance_metadata.h)
 *
 * What expires is fetched again five minutes before; while what is at hand still works, a failure
 * of that is no failure of the call.
 *
 * Thread rule: new and free belong to one thread; all else may be called by any. Only one thread at
 * a time fetches; the others use what is at hand, or wait when that no longer works.
 */
#ifndef TOOLS_S3_CREDENTIAL_PROVIDER_H
#define TOOLS_S3_CREDENTIAL_PROVIDER_H

#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

struct credential_provider;

/*
 * `context` says where to look; its texts are copied, its functions borrowed, its `stop` ignored.
 * `anonymous` (--no-sign-request) makes a provider that has no credentials and needs none.
 */
MUST_USE enum status credential_provider_new(struct credential_provider **provider,
                                             const struct credential_context *context,
                                             bool anonymous, struct error *error);

/* Whether requests are to be sent unsigned. */
bool credential_provider_is_anonymous(const struct credential_provider *provider);

/* The context, with the provider's own copies and its `stop`. */
const struct credential_context *
credential_provider_context(const struct credential_provider *provider);

/*
 * Copies credentials that are valid now; release them with credentials_release. STATUS_FAILED, or
 * STATUS_TEMPORARY where trying again later makes sense, with a sentence that says which source was
 * tried and what to do. Not for an anonymous provider.
 */
MUST_USE enum status credential_provider_get(struct credential_provider *provider,
                                             struct credentials *credentials, struct error *error);

/*
 * For when a server called `used` expired or invalid: fetches anew, unless another thread has done
 * so since. STATUS_OK when get will now give others than `used`; else a sentence says why not.
 */
MUST_USE enum status credential_provider_renew(struct credential_provider *provider,
                                               const struct credentials *used, struct error *error);

/* Makes a fetch in progress, and all later ones, fail soon. */
void credential_provider_stop(struct credential_provider *provider);

/* Wipes and frees; harmless on NULL. */
void credential_provider_free(struct credential_provider *provider);

#endif
