/*
 * crc32c - CRC-32C (Castagnoli), as RFC 3720 has it in appendix B.4, and as TFRecord masks it.
 *
 * Thread rule: a table is made once, and then only read.
 */
#ifndef FORMATS_TFRECORD_CRC32C_H
#define FORMATS_TFRECORD_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Tables for eight bytes at a time. */
struct crc32c {
    uint32_t table[8][256];
};

/* Fills the tables in. */
void crc32c_init(struct crc32c *crc);

/* The checksum of bytes. */
uint32_t crc32c_of(const struct crc32c *crc, const void *bytes, size_t size);

/*
 * A checksum as TFRecord stores it: turned right by 15 bits, plus a constant, since the checksum of
 * bytes that hold checksums is a poor one.
 */
uint32_t crc32c_mask(uint32_t checksum);

#endif
