/*
 * bzip2_marker - finds where blocks of bzip2 begin: 48-bit numbers at any bit of the data.
 *
 * A bzip2 stream is "BZh", a digit, blocks that begin with 0x314159265359 and a CRC, and
 * 0x177245385090 with the CRC of all of them; blocks begin at any bit, most significant bits first
 * (there is no specification but the program's source; Joe Tsai's "BZIP2 Format Specification",
 * 2016, describes it). The same bits can come about inside a block, once in 2^48 places: see
 * bzip2_order.h.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_BASE_BZIP2_MARKER_H
#define FORMATS_BASE_BZIP2_MARKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"

#define BZIP2_MARKER_BITS  48
#define BZIP2_MARKER_BLOCK 0x314159265359u
#define BZIP2_MARKER_END   0x177245385090u

/* The pairs of bytes that stand inside a marker at one of its eight shifts: a bit for each pair. */
struct bzip2_marker_table {
    uint64_t pairs[1024];
};

void bzip2_marker_table_init(struct bzip2_marker_table *table);

/* `count` (at most 57) bits of `data` from `bit` on; bits past its end are 0. */
uint64_t bzip2_marker_bits(struct view data, size_t bit, unsigned count);

/*
 * The first marker that begins at `from` or later and lies wholly in `data`: its first bit in *bit.
 * False when there is none; then one may still begin in the last 47 bits.
 */
bool bzip2_marker_find(const struct bzip2_marker_table *table, struct view data, size_t from,
                       size_t *bit);

#endif
