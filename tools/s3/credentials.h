/*
 * credentials - the keys requests are signed with.
 *
 * Never printed: messages name where they came from, not what they are. Every copy is wiped when it
 * is released.
 *
 * Thread rule: one thread at a time per struct; credential_provider hands out copies.
 */
#ifndef TOOLS_S3_CREDENTIALS_H
#define TOOLS_S3_CREDENTIALS_H

#include <stdbool.h>
#include <time.h>

#include "formats/base/status.h"

#define CREDENTIALS_ORIGIN_SIZE 160

/* As `expires`: nobody said when. */
#define CREDENTIALS_NEVER_EXPIRE ((time_t)0)

struct credentials {
    char *access_key_id;                  /* owned */
    char *secret_access_key;              /* owned */
    char *session_token;                  /* owned; NULL for none */
    time_t expires;                       /* seconds since 1970, or CREDENTIALS_NEVER_EXPIRE */
    bool of_instance;                     /* the instance metadata service gave them */
    char origin[CREDENTIALS_ORIGIN_SIZE]; /* "the environment", "the profile 'x'": for messages */
};

/* What a source told; borrowed, NULL (or "") where it said nothing. */
struct credential_texts {
    const char *access_key_id;
    const char *secret_access_key;
    const char *session_token;
    time_t expires;
};

/*
 * Copies the texts. STATUS_FAILED with what to do when half of the pair is missing, or when a value
 * has characters that no key has (a line feed pasted along). Owns nothing on failure.
 */
MUST_USE enum status credentials_set(struct credentials *credentials,
                                     const struct credential_texts *texts, const char *origin,
                                     struct error *error);

/* Copies; owns nothing on failure. */
MUST_USE enum status credentials_copy(struct credentials *to, const struct credentials *from,
                                      struct error *error);

/* Whether both sign alike: the same key, secret and token. */
MUST_USE bool credentials_equal(const struct credentials *a, const struct credentials *b);

/* Wipes and frees; harmless when zeroed. */
void credentials_release(struct credentials *credentials);

#endif
