/* The passes of span_tokenizer for x86-64 processors with AVX-512 BW, DQ, VL, VBMI and VBMI2. */
#include "tokenizer/span_tokenizer.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "tokenizer/span_avx512_target.h"
#include "tokenizer/span_masks.h"
#include "tokenizer/span_batch_avx512.h"
#include "tokenizer/span_find_avx512.h"
#include "tokenizer/span_x86.h"

SPAN_TARGET static inline struct span_masks lane_masks(const unsigned char *block) {
    __m512i bytes = _mm512_loadu_si512(block);
    __m512i by_low = _mm512_broadcast_i32x4(span_kinds_by_low_half());
    __m512i by_high = _mm512_broadcast_i32x4(span_kinds_by_high_half());
    __m512i half = _mm512_set1_epi8(0x0F);
    __m512i high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), half);
    __m512i low = _mm512_and_si512(bytes, half);
    __m512i kinds =
        _mm512_and_si512(_mm512_shuffle_epi8(by_low, low), _mm512_shuffle_epi8(by_high, high));
    return (struct span_masks){
        .space = _mm512_test_epi8_mask(kinds, _mm512_set1_epi8(SPAN_KIND_SPACE)),
        .punctuation = _mm512_test_epi8_mask(kinds, _mm512_set1_epi8(SPAN_KIND_PUNCTUATION)),
        .line_feed = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\n')),
        .nul = _mm512_testn_epi8_mask(bytes, bytes),
        .carriage_return = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\r')),
        .cancel = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(0x18)),
    };
}

/* The numbers 0 to 63 compressed to those whose bit is set. */
SPAN_TARGET static inline void lane_extract(uint16_t *offsets, uint64_t bits, size_t base) {
    static const unsigned char NUMBERS[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __m512i numbers = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(NUMBERS));
    __m512i all = _mm512_set1_epi16((short)base);
    __m512i first = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(numbers));
    _mm512_storeu_si512(offsets, _mm512_add_epi16(first, all));
    if (__builtin_expect(_mm_popcnt_u64(bits) > 32, 0)) {
        __m512i second = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(numbers, 1));
        _mm512_storeu_si512(offsets + 32, _mm512_add_epi16(second, all));
    }
}

#include "tokenizer/span_loop.h"

size_t SPAN_TARGET span_avx512_take(struct span_tokenizer *spans, struct span_lines *lines,
                                    const unsigned char *bytes, size_t size) {
    return span_take(spans, lines, bytes, size);
}
#endif
