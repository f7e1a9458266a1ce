/*
 * sts_call - one question to STS as a form, signed or not, and what comes back.
 *
 * A part of sts.c.
 *
 * Thread rule: any thread.
 */
#ifndef TOOLS_S3_STS_CALL_H
#define TOOLS_S3_STS_CALL_H

#include "formats/base/buffer.h"
#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

/* Texts of an answer, "" when absent; wipe it after use. Tokens are at most a few kilobytes. */
struct sts_answer {
    char access_key_id[256];
    char secret_access_key[256];
    char session_token[8193];
    char expiration[64];
    char account[64];
    char code[64]; /* of an error */
    char message[320];
};

/* Appends "&name=value", percent-encoded; nothing for a value that is NULL. */
MUST_USE enum status sts_call_add(struct buffer *form, const char *name, const char *value,
                                  struct error *error);

/*
 * Posts the form, once. STATUS_OK for an answer of status 200 that is an XML document;
 * STATUS_TEMPORARY where another attempt makes sense, STATUS_FAILED where none does, with a
 * sentence that says what STS told. `signer` may be NULL. *clock_offset (seconds) is added to our
 * time for the signature, and learnt when STS finds the time wrong: then it is STATUS_TEMPORARY.
 */
MUST_USE enum status sts_call_post(struct sts_answer *answer, struct view form,
                                   const struct credentials *signer, time_t *clock_offset,
                                   const struct credential_context *context, struct error *error);

#endif
