/*
 * python_random - the random numbers of CPython's random.Random(seed), 3.6 to 3.13.
 *
 * The generator is MT19937, seeded by its init_by_array. What is drawn from it follows
 * Modules/_randommodule.c and Lib/random.py: random() has 53 bits from two outputs; getrandbits(k)
 * is the top k bits of one output for k <= 32; randbelow(n) draws getrandbits(n.bit_length()) until
 * the result is below n.
 *
 * Thread rule: one thread at a time per stream; streams are independent. Nothing here fails.
 */
#ifndef TOOLS_MLM_PYTHON_RANDOM_H
#define TOOLS_MLM_PYTHON_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/mlm/mersenne_twister.h"
#include "tools/mlm/random_seed.h"

/*
 * Outputs that are made ahead, as blocks: with four, a row of 128 tokens, which takes some 250 of
 * them, meets the end of what is there in one of seven cases; with eight, state and outputs begin
 * to crowd out other things from a first-level cache of 32 KiB.
 */
#define PYTHON_RANDOM_ROOM ((size_t)4 * MERSENNE_TWISTER_BLOCK)

/* The most that python_random_reserve gives at once. */
#define PYTHON_RANDOM_RESERVE ((size_t)3 * MERSENNE_TWISTER_BLOCK)

/* Outputs from `next` up to `end` are made and not yet used; whoever uses some moves `next` on. */
struct python_random {
    size_t next;
    size_t end;
    mersenne_twister_function *make_block;
    uint32_t state[MERSENNE_TWISTER_BLOCK];
    uint32_t outputs[PYTHON_RANDOM_ROOM];
};

/* Starts the stream of random.Random(seed). */
void python_random_init(struct python_random *random, const struct random_seed *seed);

/* Makes more outputs, so that at least PYTHON_RANDOM_RESERVE are there; moves those that were. */
void python_random_refill(struct python_random *random);

/* The next `count` outputs, PYTHON_RANDOM_RESERVE at most; valid until more are asked for. */
static inline const uint32_t *python_random_reserve(struct python_random *random, size_t count) {
    if (random->end - random->next < count)
        python_random_refill(random);
    return random->outputs + random->next;
}

/* The next output of the generator. */
static inline uint32_t python_random_output(struct python_random *random) {
    uint32_t output = *python_random_reserve(random, 1);
    random->next++;
    return output;
}

/* What random() makes of two outputs, in units of 2^-53. */
static inline uint64_t python_random_units(const uint32_t outputs[2]) {
    return (uint64_t)(outputs[0] >> 5) << 26 | outputs[1] >> 6;
}

/* random(): a multiple of 2^-53 from 0 up to but not including 1. */
static inline double python_random_double(struct python_random *random) {
    uint64_t units = python_random_units(python_random_reserve(random, 2));
    random->next += 2;
    return (double)units * (1.0 / 9007199254740992.0);
}

/* Whether the random() of two outputs is below 0.5: the top bit of the first tells. */
static inline uint32_t python_random_first_half(const uint32_t outputs[2]) {
    return ~outputs[0] >> 31;
}

/* random() < 0.5 */
static inline bool python_random_is_below_half(struct python_random *random) {
    bool is_below = python_random_first_half(python_random_reserve(random, 2)) != 0;
    random->next += 2;
    return is_below;
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

/* shuffle() of `count` numbers in place. */
void python_random_shuffle(struct python_random *random, uint32_t *numbers, uint32_t count);

#endif
