#include "formats/tfrecord/crc32c.h"

#include "formats/base/endian.h"

/* The polynomial 0x1EDC6F41, its lowest bit first. */
static const uint32_t POLYNOMIAL = 0x82F63B78;

void crc32c_init(struct crc32c *crc) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (unsigned bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ ((rest & 1) != 0 ? POLYNOMIAL : 0);
        crc->table[0][byte] = rest;
    }
    /* Table k: the byte, followed by k zero bytes. */
    for (unsigned k = 1; k < 8; k++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint32_t before = crc->table[k - 1][byte];
            crc->table[k][byte] = before >> 8 ^ crc->table[0][before & 255];
        }
    }
}

uint32_t crc32c_of(const struct crc32c *crc, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    uint32_t rest = UINT32_MAX;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word = load_le64(at) ^ rest;
        rest = 0;
        for (unsigned k = 0; k < 8; k++)
            rest ^= crc->table[7 - k][word >> 8 * k & 255];
    }
    for (; size > 0; size--, at++)
        rest = rest >> 8 ^ crc->table[0][(rest ^ *at) & 255];
    return ~rest;
}

uint32_t crc32c_mask(uint32_t checksum) {
    return (checksum >> 15 | checksum << 17) + 0xA282EAD8;
}
