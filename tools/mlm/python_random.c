#include "tools/mlm/python_random.h"

/* The names of the paper: n words of state, the middle word m, the matrix A, the bits of a word. */
#define N          PYTHON_RANDOM_BLOCK
#define M          397
#define MATRIX_A   0x9908b0dfU
#define UPPER_BIT  0x80000000U
#define LOWER_BITS 0x7fffffffU

static void init_by_number(uint32_t state[N], uint32_t number) {
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

void python_random_init(struct python_random *random, const struct random_seed *seed) {
    uint32_t *state = random->state;
    init_by_number(state, 19650218U);
    uint32_t i = 1;
    size_t key = 0;
    for (size_t step = seed->count > N ? seed->count : N; step > 0; step--) {
        uint32_t mixed = (state[i - 1] ^ (state[i - 1] >> 30)) * 1664525U;
        state[i] = (state[i] ^ mixed) + seed->words[key] + (uint32_t)key;
        i = advance(state, i);
        key = key + 1 < seed->count ? key + 1 : 0;
    }
    for (size_t step = N - 1; step > 0; step--) {
        uint32_t mixed = (state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941U;
        state[i] = (state[i] ^ mixed) - i;
        i = advance(state, i);
    }
    state[0] = UPPER_BIT;
    random->next = N;
}

static inline uint32_t twist(uint32_t upper, uint32_t lower) {
    uint32_t joined = (upper & UPPER_BIT) | (lower & LOWER_BITS);
    return (joined >> 1) ^ ((0U - (lower & 1U)) & MATRIX_A);
}

/* What the paper calls tempering. */
static inline uint32_t temper(uint32_t word) {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680U;
    word ^= (word << 15) & 0xefc60000U;
    return word ^ (word >> 18);
}

void python_random_refill(struct python_random *random) {
    uint32_t *restrict state = random->state;
    /*
     * Words below N - M take the word M further on, the others the one N - M before. GCC at -O2
     * vectorizes a loop only when its count is a multiple of the vector's length, so the first
     * loop is cut at 224 = 28 * 8; the second has 396 = 99 * 4 steps.
     */
    for (size_t i = 0; i < 224; i++)
        state[i] = state[i + M] ^ twist(state[i], state[i + 1]);
    for (size_t i = 224; i < N - M; i++)
        state[i] = state[i + M] ^ twist(state[i], state[i + 1]);
    for (size_t i = N - M; i < N - 1; i++)
        state[i] = state[i + M - N] ^ twist(state[i], state[i + 1]);
    state[N - 1] = state[M - 1] ^ twist(state[N - 1], state[0]);
    for (size_t i = 0; i < N; i++)
        random->outputs[i] = temper(state[i]);
    random->next = 0;
}

/*
 * Draws for the bounds from `bound` down to `last`, which have the same number of bits. Whether an
 * output is taken or rejected is as good as a coin toss, so no branch depends on it: each is put
 * down, and put down over again while the bound stays.
 */
static void draw_same_width(struct python_random *random, uint16_t *draws, uint32_t bound,
                            uint32_t last) {
    unsigned shift = python_random_shift(bound);
    while (bound >= last) {
        if (random->next == N)
            python_random_refill(random);
        size_t next = random->next;
        while (next < N && bound >= last) {
            uint32_t value = random->outputs[next++] >> shift;
            draws[bound] = (uint16_t)value;
            bound -= value < bound;
        }
        random->next = next;
    }
}

void python_random_shuffle_draws(struct python_random *random, uint16_t *draws, uint32_t count) {
    uint32_t bound = count;
    while (bound > 1) {
        uint32_t last = UPPER_BIT >> python_random_shift(bound);
        draw_same_width(random, draws, bound, last);
        bound = last - 1;
    }
}

void python_random_shuffle(struct python_random *random, uint32_t *numbers, uint32_t count) {
    for (uint32_t bound = count; bound > 1; bound--) {
        uint32_t drawn = python_random_below(random, bound);
        uint32_t moved = numbers[bound - 1];
        numbers[bound - 1] = numbers[drawn];
        numbers[drawn] = moved;
    }
}
