/*
 * span_x86 - what span_avx2.c and span_avx512.c have in common: kinds of bytes, and the lanes (see
 * span_lanes.h) of keys and values.
 *
 * Included by them after SPAN_TARGET is defined.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_SPAN_X86_H
#define TOKENIZER_SPAN_X86_H

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>

#include "tokenizer/word_cache.h"

#ifndef SPAN_TARGET
#define SPAN_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#endif

/*
 * Kinds of ASCII bytes as bits, such that a byte has the kinds that both of its halves allow: two
 * look-ups in tables of 16 and an AND (Lemire and Langdale's way of classifying bytes).
 */
#define SPAN_KIND_PUNCTUATION 0x1F /* 01: 0x21-2F; 02: 3A-3F; 04: 40, 60; 08: 5B-5F; 10: 7B-7E */
#define SPAN_KIND_SPACE       0x60 /* 20: 0x20; 40: 09, 0A, 0D */

SPAN_TARGET static inline __m128i span_kinds_by_low_half(void) {
    return _mm_setr_epi8(0x24, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x41, 0x43, 0x1B,
                         0x1B, 0x5B, 0x1B, 0x0B);
}

SPAN_TARGET static inline __m128i span_kinds_by_high_half(void) {
    return _mm_setr_epi8(0x40, 0, 0x21, 0x02, 0x04, 0x08, 0x04, 0x10, 0, 0, 0, 0, 0, 0, 0, 0);
}

#define ALL        UINT64_MAX
#define KEEP_OF(n) (((uint64_t)1 << 8 * (n)) - 1)

SPAN_TARGET static inline size_t lane_key(struct word_key *result, const unsigned char *bytes,
                                          size_t size, bool fold) {
    /* What an AND keeps: the first bytes, or nothing if there are more than a key holds. */
    static const struct word_key KEEP[WORD_CACHE_KEY + 2] = {{0, 0},
                                                             {0xFF, 0},
                                                             {KEEP_OF(2), 0},
                                                             {KEEP_OF(3), 0},
                                                             {KEEP_OF(4), 0},
                                                             {KEEP_OF(5), 0},
                                                             {KEEP_OF(6), 0},
                                                             {KEEP_OF(7), 0},
                                                             {ALL, 0},
                                                             {ALL, 0xFF},
                                                             {ALL, KEEP_OF(2)},
                                                             {ALL, KEEP_OF(3)},
                                                             {ALL, KEEP_OF(4)},
                                                             {ALL, KEEP_OF(5)},
                                                             {ALL, KEEP_OF(6)},
                                                             {ALL, KEEP_OF(7)},
                                                             {ALL, ALL},
                                                             {0, 0}};
    size_t kept = size <= WORD_CACHE_KEY ? size : WORD_CACHE_KEY + 1;
    __m128i keep = _mm_loadu_si128((const __m128i *)(const void *)&KEEP[kept]);
    __m128i key = _mm_loadu_si128((const __m128i *)(const void *)bytes);
    key = _mm_and_si128(key, keep);
    if (fold) {
        /* Signed comparison: 'A' to 'Z' moved to the least 26 values. */
        __m128i moved = _mm_add_epi8(key, _mm_set1_epi8((char)(0x80 - 'A')));
        __m128i upper = _mm_cmplt_epi8(moved, _mm_set1_epi8((char)(0x80 + 26)));
        key = _mm_or_si128(key, _mm_and_si128(upper, _mm_set1_epi8(0x20)));
    }
    _mm_storeu_si128((__m128i *)(void *)result, key);
    return word_cache_bucket_of((uint64_t)_mm_cvtsi128_si64(key),
                                (uint64_t)_mm_extract_epi64(key, 1));
}

/* Four halves of keys compared at once; both halves of one have to be equal. */
SPAN_TARGET static inline unsigned lane_match(const struct word_cache_bucket *bucket,
                                              const struct word_key *key) {
    __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)key));
    __m256i keys = _mm256_load_si256((const __m256i *)(const void *)bucket->keys);
    __m256i equal = _mm256_cmpeq_epi64(keys, both);
    unsigned halves = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(equal));
    return halves & halves >> 1 & 5;
}

/* As word_cache_copy: one move of bytes. */
SPAN_TARGET static inline void lane_copy(const struct word_cache_value *value, uint32_t *ids) {
    const __m256i spread =
        _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, /* and the upper */
                         12, 13, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m128i packed = _mm_loadu_si128((const __m128i *)(const void *)value);
    __m256i both = _mm256_broadcastsi128_si256(packed);
    _mm256_storeu_si256((__m256i *)(void *)ids, _mm256_shuffle_epi8(both, spread));
}
#endif

#endif
