/*
 * sts - the AWS Security Token Service: roles, and who we are.
 *
 * The endpoint is that of the context's region ("us-east-1" when none is known) or its sts_url.
 * What is temporary (no answer, 5xx, throttling) is tried three times. Secrets never get into a
 * sentence; STS's own code and message do.
 *
 * Thread rule: any thread; a call keeps nothing for the next.
 */
#ifndef TOOLS_S3_STS_H
#define TOOLS_S3_STS_H

#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

/* A role to take; texts are borrowed, NULL for none but the first. */
struct sts_role {
    const char *arn;
    const char *session_name;     /* NULL: one that names this tool and the time */
    const char *external_id;      /* for AssumeRole */
    const char *duration_seconds; /* "900" to "43200"; NULL for STS's default, an hour */
};

/* AssumeRole, signed with `source`. Fails with a sentence that names role and source. */
MUST_USE enum status sts_assume_role(struct credentials *credentials, const struct sts_role *role,
                                     const struct credentials *source,
                                     const struct credential_context *context, struct error *error);

/* AssumeRoleWithWebIdentity, unsigned; `token_file` is read for each attempt. */
MUST_USE enum status sts_assume_role_with_web_identity(struct credentials *credentials,
                                                       const struct sts_role *role,
                                                       const char *token_file,
                                                       const struct credential_context *context,
                                                       struct error *error);

/* "123456789012" and its NUL. */
#define STS_ACCOUNT_SIZE 13

/*
 * GetCallerIdentity: the account that `credentials` belong to. *expired tells that STS called them
 * expired or invalid.
 */
MUST_USE enum status sts_get_account(char account[STS_ACCOUNT_SIZE], bool *expired,
                                     const struct credentials *credentials,
                                     const struct credential_context *context, struct error *error);

#endif
