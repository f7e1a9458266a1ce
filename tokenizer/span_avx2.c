/* The passes of span_tokenizer for x86-64 processors with AVX2. */
#include "tokenizer/span_tokenizer.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define SPAN_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#include "tokenizer/span_masks.h"
#include "tokenizer/span_x86.h"
#include "tokenizer/word_batch.h"

SPAN_TARGET static inline uint64_t bits_of(__m256i low, __m256i high) {
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}

SPAN_TARGET static inline uint64_t equal(__m256i low, __m256i high, char byte) {
    __m256i all = _mm256_set1_epi8(byte);
    return bits_of(_mm256_cmpeq_epi8(low, all), _mm256_cmpeq_epi8(high, all));
}

/* The kinds of 32 bytes, by the two halves of each. */
SPAN_TARGET static inline __m256i kinds_of(__m256i bytes) {
    __m256i by_low = _mm256_broadcastsi128_si256(span_kinds_by_low_half());
    __m256i by_high = _mm256_broadcastsi128_si256(span_kinds_by_high_half());
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    __m256i low = _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F));
    return _mm256_and_si256(_mm256_shuffle_epi8(by_low, low), _mm256_shuffle_epi8(by_high, high));
}

/* The bits of bytes that have none of some kinds. */
SPAN_TARGET static inline uint64_t without(__m256i low, __m256i high, char kinds) {
    __m256i all = _mm256_set1_epi8(kinds);
    __m256i none = _mm256_setzero_si256();
    return bits_of(_mm256_cmpeq_epi8(_mm256_and_si256(low, all), none),
                   _mm256_cmpeq_epi8(_mm256_and_si256(high, all), none));
}

SPAN_TARGET static inline struct span_masks lane_masks(const unsigned char *block) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)block);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(block + 32));
    __m256i low_kinds = kinds_of(low);
    __m256i high_kinds = kinds_of(high);
    return (struct span_masks){
        .space = ~without(low_kinds, high_kinds, SPAN_KIND_SPACE),
        .punctuation = ~without(low_kinds, high_kinds, SPAN_KIND_PUNCTUATION),
        .line_feed = equal(low, high, '\n'),
        .nul = equal(low, high, 0),
        .carriage_return = equal(low, high, '\r'),
        .cancel = equal(low, high, 0x18),
    };
}

/* Sixteen at a time, more than most blocks have, rather than with a branch for each. */
SPAN_TARGET static inline void lane_extract(uint16_t *offsets, uint64_t bits, size_t base) {
    do {
        for (size_t i = 0; i < 16; i++, bits = _blsr_u64(bits))
            offsets[i] = (uint16_t)(base + _tzcnt_u64(bits));
        offsets += 16;
    } while (__builtin_expect(bits != 0, 0));
}

SPAN_TARGET static inline void lane_split(struct word_batch *batch,
                                          const struct vocabulary *vocabulary) {
    word_batch_split(batch, vocabulary);
}

#include "tokenizer/span_loop.h"

size_t SPAN_TARGET span_avx2_take(struct span_tokenizer *spans, struct span_lines *lines,
                                  const unsigned char *bytes, size_t size) {
    return span_take(spans, lines, bytes, size);
}
#endif
