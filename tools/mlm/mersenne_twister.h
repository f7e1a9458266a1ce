/*
 * mersenne_twister - MT19937 a block of 624 outputs at a time, and its seeding by an array.
 *
 * From Matsumoto and Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed uniform
 * pseudorandom number generator", 1998, and the init_by_array that they published in 2002.
 *
 * The loop that makes a block is compiled several times, for what the processor at hand can do; all
 * make the same numbers.
 *
 * Thread rule: pure functions.
 */
#ifndef TOOLS_MLM_MERSENNE_TWISTER_H
#define TOOLS_MLM_MERSENNE_TWISTER_H

#include <stddef.h>
#include <stdint.h>

#define MERSENNE_TWISTER_BLOCK 624

/* Moves the state on by one block and writes the block's outputs, tempered. */
typedef void mersenne_twister_function(uint32_t state[MERSENNE_TWISTER_BLOCK],
                                       uint32_t outputs[MERSENNE_TWISTER_BLOCK]);

/* Sets the state from an array of `count` words, 1 or more: the paper's init_by_array. */
void mersenne_twister_seed(uint32_t state[MERSENNE_TWISTER_BLOCK], const uint32_t *words,
                           size_t count);

/* The fastest that this processor runs. */
mersenne_twister_function *mersenne_twister_best(void);

/*
 * The one at `index` of all that this processor runs, the one in plain C first; NULL behind the
 * last. For tests, which compare them.
 */
mersenne_twister_function *mersenne_twister_variant(size_t index);

#endif
