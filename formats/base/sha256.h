/*
 * sha256 - SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), from libcrypto.
 *
 * Thread rule: one thread at a time per struct sha256.
 */
#ifndef FORMATS_BASE_SHA256_H
#define FORMATS_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

#define SHA256_SIZE     32
#define SHA256_HEX_SIZE 65 /* lower-case hexadecimal digits and a NUL */

struct sha256 {
    void *context; /* libcrypto's; NULL when not started */
};

/* Starts a hash; owns memory until sha256_release. */
MUST_USE enum status sha256_init(struct sha256 *hash, struct error *error);

/* Takes bytes in. */
MUST_USE enum status sha256_update(struct sha256 *hash, const void *bytes, size_t size,
                                   struct error *error);

/* Gives the hash of all bytes taken, and starts again from none. */
MUST_USE enum status sha256_finish(struct sha256 *hash, unsigned char digest[SHA256_SIZE],
                                   struct error *error);

/* Frees; harmless when zeroed. */
void sha256_release(struct sha256 *hash);

/* The hash of bytes in memory, in one call. */
MUST_USE enum status sha256_of(const void *bytes, size_t size, unsigned char digest[SHA256_SIZE],
                               struct error *error);

/* The hash of what is left in an open file, from its current offset to its end. */
MUST_USE enum status sha256_of_descriptor(int descriptor, const char *name,
                                          unsigned char digest[SHA256_SIZE], struct error *error);

/* HMAC-SHA-256 of a message under a key. */
MUST_USE enum status sha256_hmac(struct view key, struct view message,
                                 unsigned char digest[SHA256_SIZE], struct error *error);

/* Writes the digest as 64 lower-case hexadecimal digits and a NUL. */
static inline void sha256_to_hex(const unsigned char digest[SHA256_SIZE],
                                 char hex[SHA256_HEX_SIZE]) {
    static const char DIGITS[] = "0123456789abcdef";
    for (size_t i = 0; i < SHA256_SIZE; i++) {
        hex[2 * i] = DIGITS[digest[i] >> 4];
        hex[2 * i + 1] = DIGITS[digest[i] & 15];
    }
    hex[SHA256_HEX_SIZE - 1] = '\0';
}

#endif
