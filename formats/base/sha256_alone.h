/*
 * sha256_alone - SHA-256 (FIPS 180-4) of bytes in memory, without libcrypto.
 *
 * For tools that hash nothing but a small file: to load and start libcrypto takes a processor
 * longer than that.
 *
 * Thread rule: a pure function.
 */
#ifndef FORMATS_BASE_SHA256_ALONE_H
#define FORMATS_BASE_SHA256_ALONE_H

#include <stddef.h>

#include "formats/base/sha256.h"

void sha256_alone(const void *bytes, size_t size, unsigned char digest[SHA256_SIZE]);

#endif
