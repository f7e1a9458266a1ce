/*
 * adler - Adler-32 (RFC 1950, 8.2), the checksum behind a zlib stream. It begins as 1.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_H5_ADLER_H
#define FORMATS_H5_ADLER_H

#include <stddef.h>
#include <stdint.h>

/* Goes on with bytes. */
uint32_t adler_of_bytes(uint32_t adler, const void *bytes, size_t size);

/* Goes on with `count` times a byte, in no time. */
uint32_t adler_of_run(uint32_t adler, unsigned char value, uint64_t count);

#endif
