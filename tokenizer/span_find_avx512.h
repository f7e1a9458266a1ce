/*
 * span_find_avx512 - the second pass of span_tokenizer by vectors: eight words at once.
 *
 * Included by span_avx512.c alone.
 *
 * Thread rule: as span_tokenizer.
 */
#ifndef TOKENIZER_SPAN_FIND_AVX512_H
#define TOKENIZER_SPAN_FIND_AVX512_H

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tokenizer/span_avx512_target.h"
#include "tokenizer/span_tokenizer.h"

#define SPAN_FINDS_VALUES

#define FIND_WORDS ((size_t)8)
#define FIND_AHEAD (SPAN_AHEAD / FIND_WORDS) /* in groups */
#define FIND_RING  (2 * FIND_AHEAD)          /* groups whose keys are kept */

_Static_assert(SPAN_BLOCK >= FIND_WORDS, "whole vectors are read and written");
_Static_assert((FIND_RING & (FIND_RING - 1)) == 0, "a power of two");

/*
 * A constant as something unknown: compilers else make it anew from scratch at every turn of the
 * loop, by moves that take the place of others' work.
 */
SPAN_TARGET static inline __m512i span_find_constant(__m512i value) {
    __asm__("" : "+v"(value));
    return value;
}

/* What the loop needs all the time. */
struct span_find_constants {
    __m512i buckets; /* where they begin */
    __m512i numbers; /* of bytes in each 16 */
    __m512i fold_from;
    __m512i fold_count; /* zero: nothing is folded */
    __m512i fold_add;
    __m512i first_sizes; /* which byte of the sizes goes where */
    __m512i second_sizes;
    __m512i lows;
    __m512i highs;
    __m512i hash;
    __m512i hash_high;
    __m512i first_value;
    __m512i value_size;
};

SPAN_TARGET static inline struct span_find_constants
span_find_constants(const struct span_tokenizer *spans) {
    __m128i numbers = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i sizes =
        _mm512_setr_epi64(0, 0, 0x0202020202020202, 0x0202020202020202, 0x0404040404040404,
                          0x0404040404040404, 0x0606060606060606, 0x0606060606060606);
    const struct word_cache_bucket *buckets = spans->cache.buckets;
    return (struct span_find_constants){
        .buckets = span_find_constant(_mm512_set1_epi64((long long)(uintptr_t)buckets)),
        .numbers = span_find_constant(_mm512_broadcast_i32x4(numbers)),
        .fold_from = span_find_constant(_mm512_set1_epi8('A')),
        .fold_count = span_find_constant(_mm512_set1_epi8(spans->splitter.lower_case ? 26 : 0)),
        .fold_add = span_find_constant(_mm512_set1_epi8(0x20)),
        .first_sizes = span_find_constant(sizes),
        .second_sizes = span_find_constant(_mm512_add_epi8(sizes, _mm512_set1_epi8(8))),
        .lows = span_find_constant(_mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14)),
        .highs = span_find_constant(_mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15)),
        .hash = span_find_constant(_mm512_set1_epi64((long long)WORD_CACHE_HASH)),
        .hash_high = span_find_constant(_mm512_set1_epi64((long long)WORD_CACHE_HASH_HIGH)),
        .first_value =
            span_find_constant(_mm512_set1_epi64(offsetof(struct word_cache_bucket, values))),
        .value_size = span_find_constant(_mm512_set1_epi64(sizeof *buckets->values)),
    };
}

/* Keys of eight words, and where their buckets are. */
struct span_find_group {
    __m512i keys[2]; /* of four words each */
    const struct word_cache_bucket *buckets[FIND_WORDS];
};

_Static_assert(sizeof(struct word_cache_bucket) == 1 << 6, "so numbers become offsets");

SPAN_TARGET static inline __m128i span_find_load(const void *at) {
    return _mm_loadu_si128((const __m128i *)at);
}

/* The first bytes of four words; a vector that is put together by loads does without shuffles. */
SPAN_TARGET static inline __m512i span_find_bytes(const unsigned char *bytes,
                                                  const uint16_t *starts) {
    __m512i result = _mm512_castsi128_si512(span_find_load(bytes + starts[0]));
    result = _mm512_inserti64x2(result, span_find_load(bytes + starts[1]), 1);
    result = _mm512_inserti64x2(result, span_find_load(bytes + starts[2]), 2);
    return _mm512_inserti64x2(result, span_find_load(bytes + starts[3]), 3);
}

/* The keys of four words, the first one's size in each of the lower 16 bytes, and so on. */
SPAN_TARGET static inline __m512i span_find_keys(__m512i bytes, __m512i sizes,
                                                 const struct span_find_constants *constants) {
    __mmask64 keep = _mm512_cmplt_epu8_mask(constants->numbers, sizes);
    __m512i moved = _mm512_sub_epi8(bytes, constants->fold_from);
    __mmask64 upper = _mm512_cmplt_epu8_mask(moved, constants->fold_count);
    bytes = _mm512_mask_add_epi8(bytes, upper, bytes, constants->fold_add);
    return _mm512_maskz_mov_epi8(keep, bytes);
}

/* As word_cache_bucket_of: where the buckets are. */
SPAN_TARGET static inline __m512i span_find_buckets(__m512i first, __m512i second,
                                                    const struct span_find_constants *constants) {
    __m512i lows = _mm512_permutex2var_epi64(first, constants->lows, second);
    __m512i highs = _mm512_permutex2var_epi64(first, constants->highs, second);
    __m512i hash = _mm512_mullo_epi64(highs, constants->hash_high);
    hash = _mm512_mullo_epi64(_mm512_xor_si512(lows, hash), constants->hash);
    hash = _mm512_slli_epi64(_mm512_srli_epi64(hash, 64 - WORD_CACHE_BITS), 6);
    return _mm512_add_epi64(hash, constants->buckets);
}

/* The keys of words, and their buckets on their way from memory. */
SPAN_TARGET static inline void span_find_ask(struct span_find_group *group,
                                             const struct span_window *window,
                                             const unsigned char *bytes, size_t word,
                                             const struct span_find_constants *constants) {
    const uint16_t *starts = window->starts + word;
    __m128i sizes = _mm_sub_epi16(span_find_load(window->ends + word), span_find_load(starts));
    __mmask8 fits = _mm_cmple_epu16_mask(sizes, _mm_set1_epi16(WORD_CACHE_KEY));
    __m512i all = _mm512_castsi128_si512(_mm_maskz_mov_epi16(fits, sizes));
    __m512i first = span_find_keys(span_find_bytes(bytes, starts),
                                   _mm512_permutexvar_epi8(constants->first_sizes, all), constants);
    __m512i second =
        span_find_keys(span_find_bytes(bytes, starts + 4),
                       _mm512_permutexvar_epi8(constants->second_sizes, all), constants);
    group->keys[0] = first;
    group->keys[1] = second;
    _mm512_storeu_si512(group->buckets, span_find_buckets(first, second, constants));
#pragma GCC unroll 8
    for (size_t i = 0; i < FIND_WORDS; i++)
        __builtin_prefetch(group->buckets[i]);
}

/* Which halves of the keys in two buckets, four in each, equal those of words. */
SPAN_TARGET static inline __mmask8 span_find_equal(__m512i keys,
                                                   const struct word_cache_bucket *const *buckets) {
    const __m256i *first = (const __m256i *)(const void *)buckets[0]->keys;
    const __m256i *second = (const __m256i *)(const void *)buckets[1]->keys;
    __m512i both = _mm512_castsi256_si512(_mm256_load_si256(first));
    both = _mm512_inserti64x4(both, _mm256_load_si256(second), 1);
    return _mm512_cmpeq_epi64_mask(keys, both);
}

/*
 * Where words' ids are in their buckets; else they are the misses after `misses` others. `numbers`
 * are those of the words.
 */
SPAN_TARGET static inline size_t
span_find_group(const struct span_find_group *group, struct span_window *window, size_t word,
                __m128i numbers, const struct span_find_constants *constants, size_t misses) {
    unsigned equal = 0;
#pragma GCC unroll 2
    for (size_t i = 0; i < 2; i++) {
        __m512i keys = group->keys[i];
        const struct word_cache_bucket *const *buckets = group->buckets + 4 * i;
        __mmask8 low = span_find_equal(_mm512_shuffle_i64x2(keys, keys, 0x50), buckets);
        __mmask8 high = span_find_equal(_mm512_shuffle_i64x2(keys, keys, 0xFA), buckets + 2);
        equal |= (unsigned)_mm512_kunpackb(high, low) << 16 * i;
    }
    equal &= equal >> 1; /* both halves of the first key in bit 0 of four, of the second in bit 2 */
    __mmask8 second = (__mmask8)_pext_u32(equal, 0x44444444);
    __mmask8 missed = (__mmask8)~_pext_u32(equal | equal >> 2, 0x11111111);
    __m512i values = _mm512_add_epi64(_mm512_loadu_si512(group->buckets), constants->first_value);
    values = _mm512_mask_add_epi64(values, second, values, constants->value_size);
    _mm512_storeu_si512(window->values + word, values);
    _mm_storeu_si128((__m128i *)(void *)(window->misses + misses),
                     _mm_maskz_compress_epi16(missed, numbers));
    return misses + (size_t)_mm_popcnt_u32(missed);
}

SPAN_TARGET static inline void span_find_values(const struct span_tokenizer *spans,
                                                struct span_window *window,
                                                const unsigned char *bytes) {
    struct span_find_group ring[FIND_RING];
    struct span_find_constants constants = span_find_constants(spans);
    size_t groups = (window->words + FIND_WORDS - 1) / FIND_WORDS;
    size_t asked = groups < FIND_AHEAD ? groups : FIND_AHEAD;
    size_t misses = 0;
    size_t found = 0;
    __m128i numbers = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
    const __m128i more = _mm_set1_epi16((short)FIND_WORDS);
    /* What would be words of the last group are none at the window's begin. */
    _mm_storeu_si128((__m128i *)(void *)(window->starts + window->words), _mm_setzero_si128());
    _mm_storeu_si128((__m128i *)(void *)(window->ends + window->words), _mm_setzero_si128());
    for (size_t i = 0; i < asked; i++)
        span_find_ask(&ring[i % FIND_RING], window, bytes, i * FIND_WORDS, &constants);
    for (; asked < groups; asked++, found++) {
        span_find_ask(&ring[asked % FIND_RING], window, bytes, asked * FIND_WORDS, &constants);
        misses = span_find_group(&ring[found % FIND_RING], window, found * FIND_WORDS, numbers,
                                 &constants, misses);
        numbers = _mm_add_epi16(numbers, more);
    }
    for (; found < groups; found++) {
        misses = span_find_group(&ring[found % FIND_RING], window, found * FIND_WORDS, numbers,
                                 &constants, misses);
        numbers = _mm_add_epi16(numbers, more);
    }
    while (misses > 0 && window->misses[misses - 1] >= window->words)
        misses--;
    window->miss_count = misses;
}

#endif
#endif
