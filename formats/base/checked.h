/*
 * checked - size arithmetic that cannot wrap.
 *
 * Each returns false, leaving *result alone, where the exact result does not fit.
 */
#ifndef FORMATS_BASE_CHECKED_H
#define FORMATS_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool checked_add_size(size_t a, size_t b, size_t *result) {
    size_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return false;
    *result = sum;
    return true;
}

static inline bool checked_multiply_size(size_t a, size_t b, size_t *result) {
    size_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return false;
    *result = product;
    return true;
}

static inline bool checked_add_u64(uint64_t a, uint64_t b, uint64_t *result) {
    uint64_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return false;
    *result = sum;
    return true;
}

#endif
