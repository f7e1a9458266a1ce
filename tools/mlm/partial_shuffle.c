#include "tools/mlm/partial_shuffle.h"

/* What is compiled several times has to be a part of each function that calls it. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

size_t partial_shuffle_room(uint32_t count) {
    size_t room = 1;
    while (room <= count)
        room *= 2;
    return room;
}

/* The number at `index` of an array of numbers of `width` bytes each, 1 or 2. */
static ALWAYS_INLINE uint32_t get(const void *numbers, uint32_t index, size_t width) {
    return width == 1 ? ((const uint8_t *)numbers)[index] : ((const uint16_t *)numbers)[index];
}

static ALWAYS_INLINE void put(void *numbers, uint32_t index, uint32_t number, size_t width) {
    if (width == 1)
        ((uint8_t *)numbers)[index] = (uint8_t)number;
    else
        ((uint16_t *)numbers)[index] = (uint16_t)number;
}

/*
 * The draws for the bounds from `bound` down to `last`, which have the same number of bits and are
 * above the wanted elements. What is swapped to a place at or behind the bound is never looked at
 * again: so one half of each swap need not be done, and an output that is rejected, being such a
 * place itself, may do the other half. Only the bound tells whether it was.
 */
static ALWAYS_INLINE void drop(struct python_random *random, void *numbers, uint32_t bound,
                               uint32_t last, size_t width) {
    unsigned shift = python_random_shift(bound);
    while (bound >= last) {
        const uint32_t *output = python_random_reserve(random, 1);
        const uint32_t *end = random->outputs + random->end;
        while (output < end && bound >= last) {
            uint32_t value = *output++ >> shift;
            put(numbers, value, get(numbers, bound - 1, width), width);
            bound -= value < bound;
        }
        random->next = (size_t)(output - random->outputs);
    }
}

/* The draws for the bounds from `bound` down to 2; a rejected output swaps a place with itself. */
static ALWAYS_INLINE void swap(struct python_random *random, void *numbers, uint32_t bound,
                               size_t width) {
    while (bound > 1) {
        const uint32_t *output = python_random_reserve(random, 1);
        const uint32_t *end = random->outputs + random->end;
        while (output < end && bound > 1) {
            uint32_t value = *output++ >> python_random_shift(bound);
            uint32_t place = value < bound ? value : bound - 1;
            uint32_t moved = get(numbers, bound - 1, width);
            put(numbers, bound - 1, get(numbers, place, width), width);
            put(numbers, place, moved, width);
            bound -= value < bound;
        }
        random->next = (size_t)(output - random->outputs);
    }
}

static ALWAYS_INLINE void shuffle(struct python_random *random, void *numbers, uint32_t count,
                                  uint32_t wanted, size_t width) {
    uint32_t bound = count;
    while (bound > wanted && bound > 1) {
        uint32_t last = 0x80000000U >> python_random_shift(bound);
        if (last <= wanted)
            last = wanted + 1;
        if (last < 2)
            last = 2;
        drop(random, numbers, bound, last, width);
        bound = last - 1;
    }
    swap(random, numbers, bound, width);
}

static void bytes_in_plain_c(struct python_random *random, uint8_t *numbers, uint32_t count,
                             uint32_t wanted) {
    shuffle(random, numbers, count, wanted, sizeof *numbers);
}

static void shorts_in_plain_c(struct python_random *random, uint16_t *numbers, uint32_t count,
                              uint32_t wanted) {
    shuffle(random, numbers, count, wanted, sizeof *numbers);
}

static const struct partial_shuffle IN_PLAIN_C = {bytes_in_plain_c, shorts_in_plain_c};

#if defined __x86_64__

/* Shifts by any register, and leading zeros counted in one step. */
#define WITH_BITS __attribute__((target("bmi,bmi2,lzcnt")))

WITH_BITS static void bytes_with_bits(struct python_random *random, uint8_t *numbers,
                                      uint32_t count, uint32_t wanted) {
    shuffle(random, numbers, count, wanted, sizeof *numbers);
}

WITH_BITS static void shorts_with_bits(struct python_random *random, uint16_t *numbers,
                                       uint32_t count, uint32_t wanted) {
    shuffle(random, numbers, count, wanted, sizeof *numbers);
}

static const struct partial_shuffle BY_BITS = {bytes_with_bits, shorts_with_bits};

#endif

/* Slowest first. */
const struct partial_shuffle *partial_shuffle_variant(size_t index) {
    const struct partial_shuffle *variants[2] = {&IN_PLAIN_C};
    size_t count = 1;
#if defined __x86_64__
    /* Every processor with AVX2 has lzcnt, too, which clang cannot ask for. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2"))
        variants[count++] = &BY_BITS;
#endif
    return index < count ? variants[index] : NULL;
}

const struct partial_shuffle *partial_shuffle_best(void) {
    const struct partial_shuffle *best = &IN_PLAIN_C;
    for (size_t i = 1; partial_shuffle_variant(i) != NULL; i++)
        best = partial_shuffle_variant(i);
    return best;
}
