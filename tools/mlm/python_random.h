/*
 * python_random - the random numbers of CPython's random.Random(seed), 3.6 to 3.13.
 *
 * The generator is MT19937 (Matsumoto and Nishimura, "Mersenne Twister", 1998), seeded by its
 * init_by_array. What is drawn from it follows Modules/_randommodule.c and Lib/random.py:
 * random() has 53 bits from two outputs; getrandbits(k) is the top k bits of one output for
 * k <= 32; randbelow(n) draws getrandbits(n.bit_length()) until the result is below n.
 *
 * Outputs are made 624 at a time, in loops without branches that compilers turn into vector code.
 *
 * Thread rule: one thread at a time per stream; streams are independent. Nothing here fails.
 */
#ifndef TOOLS_MLM_PYTHON_RANDOM_H
#define TOOLS_MLM_PYTHON_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/mlm/random_seed.h"

#define PYTHON_RANDOM_BLOCK 624

struct python_random {
    uint32_t state[PYTHON_RANDOM_BLOCK];
    uint32_t outputs[PYTHON_RANDOM_BLOCK]; /* of the current block, tempered */
    size_t next;                           /* the first output not yet used */
};

/* Starts the stream of random.Random(seed). */
void python_random_init(struct python_random *random, const struct random_seed *seed);

/* Makes the next block of outputs; what is left of the current one is lost. */
void python_random_refill(struct python_random *random);

/* The next output of the generator. */
static inline uint32_t python_random_output(struct python_random *random) {
    if (random->next == PYTHON_RANDOM_BLOCK)
        python_random_refill(random);
    return random->outputs[random->next++];
}

/* random(): a multiple of 2^-53 from 0 up to but not including 1. */
static inline double python_random_double(struct python_random *random) {
    uint32_t high = python_random_output(random) >> 5;
    uint32_t low = python_random_output(random) >> 6;
    return ((double)high * 67108864.0 + (double)low) * (1.0 / 9007199254740992.0);
}

/* random() < 0.5, which is the top bit of the first of its two outputs. */
static inline bool python_random_is_below_half(struct python_random *random) {
    uint32_t high = python_random_output(random);
    (void)python_random_output(random);
    return high >> 31 == 0;
}

/* getrandbits(bits) for bits from 1 to 32. */
static inline uint32_t python_random_bits(struct python_random *random, unsigned bits) {
    return python_random_output(random) >> (32 - bits);
}

/* How far an output is shifted for a draw below `bound`: 32 - bound.bit_length(). */
static inline unsigned python_random_shift(uint32_t bound) {
    return (unsigned)__builtin_clz(bound);
}

/* randbelow(bound), for a bound of 1 or more: 0 up to bound - 1. Bound 1 uses outputs too. */
static inline uint32_t python_random_below(struct python_random *random, uint32_t bound) {
    unsigned shift = python_random_shift(bound);
    uint32_t value = python_random_output(random) >> shift;
    while (value >= bound)
        value = python_random_output(random) >> shift;
    return value;
}

/* randint(low, high), both included; high - low + 1 must fit 32 bits. */
static inline uint32_t python_random_between(struct python_random *random, uint32_t low,
                                             uint32_t high) {
    return low + python_random_below(random, high - low + 1);
}

/*
 * Draws what shuffle() draws for a list of `count` elements, 65535 at most: randbelow(count),
 * randbelow(count - 1), ... randbelow(2). The draw below n is put at draws[n], so `draws` has
 * room for count + 1.
 */
void python_random_shuffle_draws(struct python_random *random, uint16_t *draws, uint32_t count);

/* shuffle() of `count` numbers in place. */
void python_random_shuffle(struct python_random *random, uint32_t *numbers, uint32_t count);

#endif
