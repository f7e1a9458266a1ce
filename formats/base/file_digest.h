/*
 * file_digest - the checksums that download servers publish: MD5 (RFC 1321), SHA-1 and SHA-256
 * (FIPS 180-4), of a whole file, from libcrypto.
 *
 * Thread rule: functions touch only their arguments, and the descriptor's offset not at all.
 */
#ifndef FORMATS_BASE_FILE_DIGEST_H
#define FORMATS_BASE_FILE_DIGEST_H

#include <stdbool.h>

#include "formats/base/status.h"

enum file_digest_kind { FILE_DIGEST_MD5, FILE_DIGEST_SHA1, FILE_DIGEST_SHA256, FILE_DIGEST_KINDS };

#define FILE_DIGEST_SIZE 65 /* the longest in hexadecimal, with its NUL */

/* Each in lower-case hexadecimal; "" for one that is not there, or not wanted. */
struct file_digests {
    char hex[FILE_DIGEST_KINDS][FILE_DIGEST_SIZE];
};

/* "MD5", "SHA-1", "SHA-256". */
const char *file_digest_name(enum file_digest_kind kind);

/*
 * Takes a text of hexadecimal digits in, by its length, in lower case; false, and nothing is
 * changed, when it is none of the kinds.
 */
MUST_USE bool file_digests_take(struct file_digests *digests, const char *hex);

/* Takes from `more` the kinds that are not there yet. */
void file_digests_add(struct file_digests *digests, const struct file_digests *more);

/* Makes a kind one that is wanted, for file_digests_compute, where it is not there. */
void file_digests_want(struct file_digests *digests, enum file_digest_kind kind);

/* Whether any is there. */
bool file_digests_are_known(const struct file_digests *digests);

/* Asked now and then while a file is read: false to stop. */
typedef bool file_digest_go_on_function(void *context);

/*
 * Reads the file once and computes the kinds that `wanted` has, into *found. STATUS_TEMPORARY when
 * `go_on`, which may be NULL, says no.
 */
MUST_USE enum status file_digests_compute(struct file_digests *found,
                                          const struct file_digests *wanted, int descriptor,
                                          const char *name, file_digest_go_on_function *go_on,
                                          void *context, struct error *error);

/* The first kind that both have and that differs; FILE_DIGEST_KINDS when there is none. */
enum file_digest_kind file_digests_compare(const struct file_digests *a,
                                           const struct file_digests *b);

#endif
