/*
 * byte_shuffle - the inverse of HDF5's shuffle filter for 4-byte elements.
 *
 * Shuffled, a chunk holds the first byte of every element, then the second of every element, and
 * so on (HDF5 File Format Specification 3.0, IV.A.2.l, filter 2). In little-endian ids below 65536
 * the last two of the four planes are zeros, which deflate reduces to almost nothing.
 *
 * Thread rule: pure functions. Shuffled and plain bytes must not overlap.
 */
#ifndef FORMATS_H5_BYTE_SHUFFLE_H
#define FORMATS_H5_BYTE_SHUFFLE_H

#include <stddef.h>

/* Makes `elements` 4-byte elements at `plain` of four planes of `elements` bytes. */
void byte_shuffle_undo(void *restrict plain, const void *restrict shuffled, size_t elements);

#endif
