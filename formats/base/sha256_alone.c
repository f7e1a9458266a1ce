#include "formats/base/sha256_alone.h"

#include <stdint.h>
#include <string.h>

#include "formats/base/sha256_blocks.h"

#define BLOCK 64

/* Where the message's length in bits stands in the last block: a number of eight bytes. */
#define LENGTH_AT 56

typedef void blocks_function(uint32_t state[8], const unsigned char *bytes, size_t blocks);

static void store_big_endian(unsigned char *bytes, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> 8 * (size - 1 - i));
}

void sha256_alone(const void *bytes, size_t size, unsigned char digest[SHA256_SIZE]) {
    /* The first 32 bits of the fractions of the square roots of the first 8 primes (5.3.3). */
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned char last[2 * BLOCK] = {0};
    size_t rest = size % BLOCK;
    size_t last_blocks = rest < LENGTH_AT ? 1 : 2;
    blocks_function *take = sha256_blocks_available() ? sha256_blocks_one : sha256_blocks_plain;
    take(state, bytes, size / BLOCK);
    if (rest > 0)
        memcpy(last, (const unsigned char *)bytes + (size - rest), rest);
    last[rest] = 0x80;
    store_big_endian(last + (last_blocks - 1) * BLOCK + LENGTH_AT, (uint64_t)size * 8, 8);
    take(state, last, last_blocks);
    for (size_t i = 0; i < 8; i++)
        store_big_endian(digest + 4 * i, state[i], 4);
}
