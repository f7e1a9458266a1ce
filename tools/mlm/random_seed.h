/*
 * random_seed - the seed of a Python random stream, as the 32-bit words that CPython seeds with.
 *
 * Python's random.seed(integer) takes the absolute value and cuts it into 32-bit words, lowest
 * first; 0 is one word of 0 (CPython, Modules/_randommodule.c, random_seed).
 */
#ifndef TOOLS_MLM_RANDOM_SEED_H
#define TOOLS_MLM_RANDOM_SEED_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

/* More digits than any seed in use, and few enough to keep the words in a fixed array. */
#define RANDOM_SEED_DIGITS 1000
/* 32-bit words of the largest such number: 1000 * log2(10) bits are 3322, or 104 words. */
#define RANDOM_SEED_WORDS 104

struct random_seed {
    uint32_t words[RANDOM_SEED_WORDS]; /* lowest first; words[count - 1] is 0 only for seed 0 */
    size_t count;                      /* 1 to RANDOM_SEED_WORDS */
};

/*
 * Reads a whole decimal number with an optional sign, which is ignored as Python ignores it.
 * Anything else, and more than RANDOM_SEED_DIGITS digits, is STATUS_USAGE.
 */
MUST_USE enum status random_seed_from_text(struct random_seed *seed, const char *text,
                                           struct error *error);

/*
 * The seed of one shard when every shard has a stream of its own: the first eight bytes of
 * SHA-256("<seed>:<shard name>"), read as a little-endian integer. <seed> is `text` without sign
 * and leading zeros, so that equal seeds give equal streams. Fails as random_seed_from_text does.
 */
MUST_USE enum status random_seed_for_shard(struct random_seed *seed, const char *text,
                                           const char *shard_name, struct error *error);

#endif
