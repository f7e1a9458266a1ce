/*
 * signing - AWS Signature Version 4 for a request's headers.
 *
 * Pure: request, identity and time in, headers out; no clock, no environment, no I/O. The algorithm
 * is that of "AWS Signature Version 4 for API requests" (AWS IAM user guide) with the rules of
 * "Authenticating Requests: Using the Authorization Header" (S3 API reference): S3 signs the path
 * as it is sent, encoded once and not normalized.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_SIGNING_H
#define TOOLS_S3_SIGNING_H

#include <time.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/header_list.h"

/* What is signed, as it will be sent. All texts are borrowed. */
struct signing_request {
    const char *method;
    const char *path;         /* percent-encoded, begins with a slash */
    const char *query;        /* percent-encoded "a=1&b=", any order; "" for none */
    const char *payload_hash; /* SHA-256 of the body in hexadecimal digits */
};

/* Who signs, for what. All texts are borrowed. */
struct signing_identity {
    const char *access_key_id;
    const char *secret_access_key;
    const char *session_token; /* NULL for none */
    const char *region;
    const char *service; /* "s3" */
};

/* "20130524T000000Z" and its NUL. */
#define SIGNING_TIME_SIZE 17

/* Writes a time as x-amz-date wants it; years 1970 to 9999. */
void signing_format_time(char text[SIGNING_TIME_SIZE], time_t when);

/*
 * Appends the canonical request: method, path, sorted query, the headers (names in lower case and
 * sorted, values with white space trimmed and folded, values of one name joined by commas), the
 * list of their names, and the payload's hash.
 */
MUST_USE enum status signing_canonical_request(struct buffer *text,
                                               const struct signing_request *request,
                                               const struct header_list *headers,
                                               struct error *error);

/* Appends the names of the headers as SignedHeaders lists them: "host;x-amz-date". */
MUST_USE enum status signing_signed_names(struct buffer *text, const struct header_list *headers,
                                          struct error *error);

/* Appends the string to sign for a canonical request. */
MUST_USE enum status signing_string_to_sign(struct buffer *text, struct view canonical_request,
                                            const struct signing_identity *identity, time_t when,
                                            struct error *error);

/*
 * Adds the Authorization header for exactly the headers that are in the list (which has a host and
 * an x-amz-date of the same `when`).
 */
MUST_USE enum status signing_authorize(struct header_list *headers,
                                       const struct signing_request *request,
                                       const struct signing_identity *identity, time_t when,
                                       struct error *error);

/*
 * What an S3 request needs: adds x-amz-date, x-amz-content-sha256, x-amz-security-token where
 * there is one, and Authorization over these and all headers already in the list (with host).
 */
MUST_USE enum status signing_sign(struct header_list *headers,
                                  const struct signing_request *request,
                                  const struct signing_identity *identity, time_t when,
                                  struct error *error);

#endif
