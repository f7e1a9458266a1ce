#include "tools/mlm/mersenne_twister.h"

/* The names of the paper: n words of state, the middle word m, the matrix A, the bits of a word. */
#define N          MERSENNE_TWISTER_BLOCK
#define M          397
#define MATRIX_A   0x9908b0dfU
#define UPPER_BIT  0x80000000U
#define LOWER_BITS 0x7fffffffU

static void seed_by_number(uint32_t state[N], uint32_t number) {
    state[0] = number;
    for (uint32_t i = 1; i < N; i++)
        state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
}

/* The step that init_by_array takes from word i - 1 to word i; word 0 is the copy of the last. */
static uint32_t advance(uint32_t state[N], uint32_t i) {
    if (i + 1 < N)
        return i + 1;
    state[0] = state[N - 1];
    return 1;
}

void mersenne_twister_seed(uint32_t state[N], const uint32_t *words, size_t count) {
    seed_by_number(state, 19650218U);
    uint32_t i = 1;
    size_t key = 0;
    for (size_t step = count > N ? count : N; step > 0; step--) {
        uint32_t mixed = (state[i - 1] ^ (state[i - 1] >> 30)) * 1664525U;
        state[i] = (state[i] ^ mixed) + words[key] + (uint32_t)key;
        i = advance(state, i);
        key = key + 1 < count ? key + 1 : 0;
    }
    for (size_t step = N - 1; step > 0; step--) {
        uint32_t mixed = (state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941U;
        state[i] = (state[i] ^ mixed) - i;
        i = advance(state, i);
    }
    state[0] = UPPER_BIT;
}

/* What is compiled several times has to be a part of each function that calls it. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE uint32_t twist(uint32_t upper, uint32_t lower) {
    uint32_t joined = (upper & UPPER_BIT) | (lower & LOWER_BITS);
    return (joined >> 1) ^ ((0U - (lower & 1U)) & MATRIX_A);
}

/* What the paper calls tempering. */
static ALWAYS_INLINE uint32_t temper(uint32_t word) {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680U;
    word ^= (word << 15) & 0xefc60000U;
    return word ^ (word >> 18);
}

/* Makes the words from `begin` up to `end`; each takes the word `distance` further on, or back. */
static ALWAYS_INLINE void make_words(uint32_t *restrict state, uint32_t *restrict outputs,
                                     size_t begin, size_t end, ptrdiff_t distance) {
    for (size_t i = begin; i < end; i++) {
        uint32_t word = state[(ptrdiff_t)i + distance] ^ twist(state[i], state[i + 1]);
        state[i] = word;
        outputs[i] = temper(word);
    }
}

/*
 * Words below N - M take the word M further on, the others the one N - M before. GCC at -O2
 * vectorizes a loop only when its count is a multiple of the vector's length, so each of the two is
 * cut in a part of a multiple of 16 words and a rest: 227 = 224 + 3, 396 = 384 + 12.
 */
static ALWAYS_INLINE void make_block(uint32_t *restrict state, uint32_t *restrict outputs) {
    make_words(state, outputs, 0, 224, M);
    make_words(state, outputs, 224, N - M, M);
    make_words(state, outputs, N - M, N - M + 384, M - N);
    make_words(state, outputs, N - M + 384, N - 1, M - N);
    state[N - 1] = state[M - 1] ^ twist(state[N - 1], state[0]);
    outputs[N - 1] = temper(state[N - 1]);
}

static void block_in_plain_c(uint32_t state[N], uint32_t outputs[N]) {
    make_block(state, outputs);
}

#if defined __x86_64__

__attribute__((target("avx2"))) static void block_with_avx2(uint32_t state[N],
                                                            uint32_t outputs[N]) {
    make_block(state, outputs);
}

__attribute__((target("avx512f,avx512vl"))) static void block_with_avx512(uint32_t state[N],
                                                                          uint32_t outputs[N]) {
    make_block(state, outputs);
}

#endif

/* Slowest first. */
mersenne_twister_function *mersenne_twister_variant(size_t index) {
    mersenne_twister_function *variants[4] = {block_in_plain_c};
    size_t count = 1;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2"))
        variants[count++] = block_with_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
        variants[count++] = block_with_avx512;
#endif
    return index < count ? variants[index] : NULL;
}

mersenne_twister_function *mersenne_twister_best(void) {
    mersenne_twister_function *best = block_in_plain_c;
    for (size_t i = 1; mersenne_twister_variant(i) != NULL; i++)
        best = mersenne_twister_variant(i);
    return best;
}
