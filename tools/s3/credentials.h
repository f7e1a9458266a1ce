/*
 * credentials - the keys requests are signed with.
 *
 * Never printed: messages name where they came from, not what they are.
 * Thread rule: found by one thread, then only read.
 */
#ifndef TOOLS_S3_CREDENTIALS_H
#define TOOLS_S3_CREDENTIALS_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/s3/profile.h"

struct credentials {
    char *access_key_id;     /* owned */
    char *secret_access_key; /* owned */
    char *session_token;     /* owned; NULL for none */
    const char *origin;      /* "the environment", "the profile 'x'"; a literal, for messages */
};

/*
 * Takes AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN from the environment, or,
 * when the first two are not set or `profile_first` (a profile was named by an option), from the
 * profile. STATUS_FAILED with what to do when there are none, when only half of a pair is there, or
 * when a value has characters that no key has (a line feed pasted along).
 */
MUST_USE enum status credentials_find(struct credentials *credentials,
                                      const struct profile *profile, const char *profile_name,
                                      bool profile_first, struct error *error);

/* Wipes and frees; harmless when zeroed. */
void credentials_release(struct credentials *credentials);

#endif
