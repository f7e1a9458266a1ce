#include "formats/base/sha256_blocks.h"

#include "formats/base/endian.h"

/* The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
 */
static const uint32_t CONSTANTS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t value, unsigned bits) {
    return value >> bits | value << (32 - bits);
}

/* The message schedule of a block (FIPS 180-4, 6.2.2, step 1). */
static void schedule(uint32_t words[64], const unsigned char *bytes) {
    for (size_t i = 0; i < 16; i++)
        words[i] = __builtin_bswap32(load_le32(bytes + 4 * i));
    for (size_t i = 16; i < 64; i++) {
        uint32_t a = words[i - 15];
        uint32_t b = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
                   (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

void sha256_blocks_plain(uint32_t state[8], const unsigned char *bytes, size_t blocks) {
    for (; blocks > 0; blocks--, bytes += 64) {
        uint32_t words[64];
        uint32_t s[8];
        schedule(words, bytes);
        for (size_t i = 0; i < 8; i++)
            s[i] = state[i];
        for (size_t i = 0; i < 64; i++) {
            uint32_t first = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                             ((s[4] & s[5]) ^ (~s[4] & s[6])) + CONSTANTS[i] + words[i];
            uint32_t second = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                              ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            for (size_t k = 7; k > 0; k--)
                s[k] = s[k - 1];
            s[4] += first;
            s[0] = first + second;
        }
        for (size_t i = 0; i < 8; i++)
            state[i] += s[i];
    }
}

#if defined __x86_64__

#include <cpuid.h>
#include <immintrin.h>

#define SHA_FUNCTION __attribute__((target("sha,sse4.1,ssse3")))
#define SHA_INLINE   SHA_FUNCTION __attribute__((always_inline)) static inline

/* A state as the instructions have it, and four vectors of the message schedule. */
struct lane {
    __m128i abef;
    __m128i cdgh;
    __m128i words[4];
};

SHA_INLINE struct lane load_state(const uint32_t state[8]) {
    struct lane lane;
    __m128i dcba = _mm_loadu_si128((const __m128i *)(const void *)state);
    __m128i hgfe = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
    __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
    lane.abef = _mm_alignr_epi8(cdab, efgh, 8);
    lane.cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    return lane;
}

SHA_INLINE void store_state(const struct lane *lane, uint32_t state[8]) {
    __m128i feba = _mm_shuffle_epi32(lane->abef, 0x1B);
    __m128i dchg = _mm_shuffle_epi32(lane->cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

SHA_INLINE void load_words(struct lane *lane, const unsigned char *bytes) {
    const __m128i big_endian = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
    for (unsigned i = 0; i < 4; i++)
        lane->words[i] = _mm_shuffle_epi8(
            _mm_loadu_si128((const __m128i *)(const void *)(bytes + (size_t)16 * i)), big_endian);
}

/* Rounds 4 * step to 4 * step + 3, and the schedule's vector for four steps later. */
SHA_INLINE void four_rounds(struct lane *lane, unsigned step) {
    __m128i *words = lane->words;
    __m128i sum = _mm_add_epi32(
        words[step % 4],
        _mm_loadu_si128((const __m128i *)(const void *)(CONSTANTS + (size_t)4 * step)));
    lane->cdgh = _mm_sha256rnds2_epu32(lane->cdgh, lane->abef, sum);
    lane->abef = _mm_sha256rnds2_epu32(lane->abef, lane->cdgh, _mm_shuffle_epi32(sum, 0x0E));
    if (step >= 12)
        return;
    __m128i last = words[(step + 3) % 4];
    __m128i next = _mm_sha256msg1_epu32(words[step % 4], words[(step + 1) % 4]);
    next = _mm_add_epi32(next, _mm_alignr_epi8(last, words[(step + 2) % 4], 4));
    words[step % 4] = _mm_sha256msg2_epu32(next, last);
}

SHA_INLINE void add_state(struct lane *lane, const struct lane *before) {
    lane->abef = _mm_add_epi32(lane->abef, before->abef);
    lane->cdgh = _mm_add_epi32(lane->cdgh, before->cdgh);
}

/* With a step that is known when it is compiled, the vectors of the schedule stay in registers. */
#define ALL_STEPS(DO)                                                                              \
    DO(0)                                                                                          \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

SHA_FUNCTION void sha256_blocks_one(uint32_t state[8], const unsigned char *bytes, size_t blocks) {
    struct lane lane = load_state(state);
    for (; blocks > 0; blocks--, bytes += 64) {
        struct lane before = lane;
        load_words(&lane, bytes);
#define STEP(number) four_rounds(&lane, number);
        ALL_STEPS(STEP)
#undef STEP
        add_state(&lane, &before);
    }
    store_state(&lane, state);
}

SHA_FUNCTION void sha256_blocks_two(uint32_t first_state[8], const unsigned char *first,
                                    uint32_t second_state[8], const unsigned char *second,
                                    size_t blocks) {
    struct lane lane = load_state(first_state);
    struct lane other = load_state(second_state);
    for (; blocks > 0; blocks--, first += 64, second += 64) {
        struct lane before = lane;
        struct lane other_before = other;
        load_words(&lane, first);
        load_words(&other, second);
#define STEP(number)                                                                               \
    four_rounds(&lane, number);                                                                    \
    four_rounds(&other, number);
        ALL_STEPS(STEP)
#undef STEP
        add_state(&lane, &before);
        add_state(&other, &other_before);
    }
    store_state(&lane, first_state);
    store_state(&other, second_state);
}

bool sha256_blocks_available(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_SSSE3) == 0 || (c & bit_SSE4_1) == 0)
        return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

#else

bool sha256_blocks_available(void) {
    return false;
}

void sha256_blocks_one(uint32_t state[8], const unsigned char *bytes, size_t blocks) {
    (void)state, (void)bytes, (void)blocks;
}

void sha256_blocks_two(uint32_t first_state[8], const unsigned char *first,
                       uint32_t second_state[8], const unsigned char *second, size_t blocks) {
    (void)first_state, (void)first, (void)second_state, (void)second, (void)blocks;
}

#endif
