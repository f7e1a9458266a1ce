/*
 * bit_writer - bits into bytes, the first one lowest, as deflate has them (RFC 1951, 3.1.1).
 *
 * Writes eight bytes at a time: BIT_WRITER_SLACK bytes must be there behind those that are needed.
 */
#ifndef FORMATS_H5_BIT_WRITER_H
#define FORMATS_H5_BIT_WRITER_H

#include <stdint.h>

#include "formats/base/endian.h"

#define BIT_WRITER_SLACK 8
#define BIT_WRITER_MOST  56 /* bits in one call: with up to 7 left from before they fill 63 */

struct bit_writer {
    unsigned char *at; /* whole bytes are before it */
    uint64_t bits;     /* the next ones */
    unsigned count;    /* of them; at most 7 between calls */
};

/* Appends the `count` low bits of `bits`, which has none above them. */
static inline void bit_writer_put(struct bit_writer *writer, uint64_t bits, unsigned count) {
    uint64_t all = writer->bits | bits << writer->count;
    unsigned total = writer->count + count;
    store_le64(writer->at, all);
    writer->at += total >> 3;
    writer->bits = all >> (total & ~7U);
    writer->count = total & 7;
}

/* Fills the byte that is begun with zeros. */
static inline void bit_writer_align(struct bit_writer *writer) {
    if (writer->count > 0)
        bit_writer_put(writer, 0, 8 - writer->count);
}

#endif
