/*
 * checksum - the 64-bit check of the record stream's blocks.
 *
 * XXH3 with 64 bits (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md), from libxxhash: it
 * runs at memory speed, where a CRC would cost as much as making the examples does.
 */
#ifndef FORMATS_BASE_CHECKSUM_H
#define FORMATS_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* XXH3_64bits_withSeed of the bytes; equal on every machine. Seed 0 is plain XXH3_64bits. */
uint64_t checksum_of(const void *bytes, size_t size, uint64_t seed);

#endif
