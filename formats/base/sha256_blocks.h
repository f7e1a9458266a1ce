/*
 * sha256_blocks - SHA-256's compression function by the processor's own instructions, for one or
 * two messages at once.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_BASE_SHA256_BLOCKS_H
#define FORMATS_BASE_SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes `blocks` blocks of 64 bytes into a state (FIPS 180-4, 6.2.2), on any processor, in C. */
void sha256_blocks_plain(uint32_t state[8], const unsigned char *bytes, size_t blocks);

/* Whether this processor, and this build, can do what follows, which may not be called else. */
bool sha256_blocks_available(void);

/* The same by the processor's instructions. */
void sha256_blocks_one(uint32_t state[8], const unsigned char *bytes, size_t blocks);

/* As many blocks of two messages into two states. */
void sha256_blocks_two(uint32_t first_state[8], const unsigned char *first,
                       uint32_t second_state[8], const unsigned char *second, size_t blocks);

#endif
