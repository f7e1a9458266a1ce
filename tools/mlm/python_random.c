#include "tools/mlm/python_random.h"

#include <string.h>

void python_random_init(struct python_random *random, const struct random_seed *seed) {
    mersenne_twister_seed(random->state, seed->words, seed->count);
    random->make_block = mersenne_twister_best();
    random->next = random->end = 0;
}

void python_random_refill(struct python_random *random) {
    size_t left = random->end - random->next;
    memmove(random->outputs, random->outputs + random->next, left * sizeof *random->outputs);
    random->next = 0;
    random->end = left;
    for (; random->end + MERSENNE_TWISTER_BLOCK <= PYTHON_RANDOM_ROOM;
         random->end += MERSENNE_TWISTER_BLOCK)
        random->make_block(random->state, random->outputs + random->end);
}

/*
 * Draws that are made before their swaps: enough to let a processor fetch what many swaps need at
 * the same time, when the numbers are more than its caches hold.
 */
enum { DRAWS = 256 };

/*
 * Draws below `bound`, bound - 1, ... for `count` bounds of the same number of bits. Whether an
 * output is taken or rejected is as good as a coin toss, so no branch depends on it: each is put
 * down, and put down over again while the bound stays.
 */
static void draw(struct python_random *random, uint32_t draws[DRAWS], uint32_t bound,
                 uint32_t count) {
    unsigned shift = python_random_shift(bound);
    uint32_t made = 0;
    while (made < count) {
        const uint32_t *outputs = python_random_reserve(random, 1);
        size_t there = random->end - random->next;
        size_t used = 0;
        while (used < there && made < count) {
            uint32_t value = outputs[used++] >> shift;
            draws[made] = value;
            made += value < bound - made;
        }
        random->next += used;
    }
}

void python_random_shuffle(struct python_random *random, uint32_t *numbers, uint32_t count) {
    uint32_t draws[DRAWS];
    uint32_t bound = count;
    while (bound > 1) {
        uint32_t below = 0x80000000U >> python_random_shift(bound);
        below = below > 2 ? below : 2; /* randbelow(1) is not drawn */
        uint32_t made = bound - below + 1 < DRAWS ? bound - below + 1 : DRAWS;
        draw(random, draws, bound, made);
        for (uint32_t i = 0; i < made; i++, bound--) {
            uint32_t moved = numbers[bound - 1];
            numbers[bound - 1] = numbers[draws[i]];
            numbers[draws[i]] = moved;
        }
    }
}
