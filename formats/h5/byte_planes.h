/*
 * byte_planes - numbers taken apart into planes of bytes, and put together again.
 *
 * Plane k holds byte k of each number, the lowest first: what HDF5's shuffle filter makes of
 * little-endian numbers.
 *
 * Thread rule: pure functions. Planes and numbers must not overlap.
 */
#ifndef FORMATS_H5_BYTE_PLANES_H
#define FORMATS_H5_BYTE_PLANES_H

#include <stddef.h>
#include <stdint.h>

/* Byte `plane`, 0 or 1, of each of `count` numbers, one byte after the other at `out`. */
void byte_planes_take_short(unsigned char *restrict out, const uint16_t *restrict numbers,
                            size_t count, unsigned plane);

/* The same of longer numbers; `plane` is at most 3. */
void byte_planes_take_long(unsigned char *restrict out, const uint32_t *restrict numbers,
                           size_t count, unsigned plane);

/* The bitwise or of numbers. */
uint32_t byte_planes_bits(const uint32_t *numbers, size_t count);

/*
 * Puts `count` numbers of 4 bytes, little-endian, together at `out`, from `plane_count` planes, 1
 * to 4; the bytes above them are 0.
 */
void byte_planes_join(void *restrict out, const unsigned char *const *planes, unsigned plane_count,
                      size_t count);

#endif
