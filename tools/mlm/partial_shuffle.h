/*
 * partial_shuffle - Python's shuffle(), of which only the first few elements are looked at.
 *
 * The elements are numbers that a small array holds in the first-level cache; draws and swaps are
 * one loop without a branch that depends on what is drawn. It is compiled for processors with
 * faster bit instructions, too, with the same result.
 *
 * Thread rule: one thread at a time per stream; otherwise pure functions.
 */
#ifndef TOOLS_MLM_PARTIAL_SHUFFLE_H
#define TOOLS_MLM_PARTIAL_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

#include "tools/mlm/python_random.h"

/* The most numbers of a shuffle. */
#define PARTIAL_SHUFFLE_MAX 65535

/*
 * The numbers of the array for so many elements: the power of two above it, 65536 at most. A draw
 * that is rejected has as many bits as the count, and a place there, too.
 */
size_t partial_shuffle_room(uint32_t count);

/*
 * shuffle() of numbers[0] to numbers[count - 1]; afterwards the first `wanted` are right, and the
 * others of no meaning. The array has partial_shuffle_room(count) numbers.
 */
typedef void partial_shuffle_bytes_function(struct python_random *random, uint8_t *numbers,
                                            uint32_t count, uint32_t wanted);
typedef void partial_shuffle_shorts_function(struct python_random *random, uint16_t *numbers,
                                             uint32_t count, uint32_t wanted);

struct partial_shuffle {
    partial_shuffle_bytes_function *bytes; /* for up to 255 elements */
    partial_shuffle_shorts_function *shorts;
};

/* The fastest that this processor runs. */
const struct partial_shuffle *partial_shuffle_best(void);

/*
 * The one at `index` of all that this processor runs, the one in plain C first; NULL behind the
 * last. For tests, which compare them.
 */
const struct partial_shuffle *partial_shuffle_variant(size_t index);

#endif
