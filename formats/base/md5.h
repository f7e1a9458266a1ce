/*
 * md5 - MD5 (RFC 1321), from libcrypto: what S3 servers give as the ETag of an object.
 *
 * It protects nothing; it only tells whether two contents that nobody forged are equal.
 *
 * Thread rule: one thread at a time per struct md5.
 */
#ifndef FORMATS_BASE_MD5_H
#define FORMATS_BASE_MD5_H

#include <stddef.h>

#include "formats/base/status.h"

#define MD5_SIZE     16
#define MD5_HEX_SIZE 33 /* lower-case hexadecimal digits and a NUL */

struct md5 {
    void *context; /* libcrypto's; NULL when not started */
};

/* Starts a hash; owns memory until md5_release. STATUS_FAILED where policy forbids MD5 (FIPS). */
MUST_USE enum status md5_init(struct md5 *hash, struct error *error);

/* Takes bytes in. */
MUST_USE enum status md5_update(struct md5 *hash, const void *bytes, size_t size,
                                struct error *error);

/* Gives the hash of all bytes taken, and starts again from none. */
MUST_USE enum status md5_finish(struct md5 *hash, unsigned char digest[MD5_SIZE],
                                struct error *error);

/* Frees; harmless when zeroed. */
void md5_release(struct md5 *hash);

/* Writes the digest as 32 lower-case hexadecimal digits and a NUL. */
void md5_to_hex(const unsigned char digest[MD5_SIZE], char hex[MD5_HEX_SIZE]);

#endif
