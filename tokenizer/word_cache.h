/*
 * word_cache - the ids of words met before, in two tables of fixed size.
 *
 * A key is the raw bytes of a word, with ASCII letters in lower case if the tokenizer folds them;
 * what the word becomes is up to WORD_CACHE_SHORT_IDS or WORD_CACHE_LONG_IDS ids of 24 bits. Nearly
 * all words are short, and their bucket, two entries, is one line of the processor's cache. A new
 * entry takes the second place of its bucket, and now and then moves the one there to the first: so
 * frequent words, which come early, stay, though not for ever. The tables never grow, and text made
 * to collide only costs the time of not having a cache.
 *
 * Thread rule: one thread at a time per cache.
 */
#ifndef TOKENIZER_WORD_CACHE_H
#define TOKENIZER_WORD_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/base/endian.h"
#include "formats/base/status.h"

#define WORD_CACHE_SHORT_KEY 16 /* bytes of a short key, at most */
#define WORD_CACHE_LONG_KEY  32
#define WORD_CACHE_SHORT_IDS 5
#define WORD_CACHE_LONG_IDS  31
#define WORD_CACHE_ID_BYTES  3

/* Ids that word_cache_copy_short writes, however many count: a move of fixed size. */
#define WORD_CACHE_COPY 8

/* Instead of a number of ids in a short entry that says only that there is a long one. */
#define WORD_CACHE_ASK_LONG 0x40u

/*
 * Short: 131,072 buckets, 8 MiB. On 37 MB of English 97.2 of 100 words are found, and 99.1 the
 * second time; with 4 MiB 96.7 and 97.9; 2.6 are met for the first time. Long: 4,096 buckets, 1
 * MiB, for one word in 2,000 there and one in 20 of other languages.
 */
#ifndef WORD_CACHE_SHORT_BITS
#define WORD_CACHE_SHORT_BITS 17
#endif
#define WORD_CACHE_LONG_BITS 12

/* The bytes, little-endian, then zeros; no byte of a key is zero, so the size needs no place. */
struct word_key {
    uint64_t low;
    uint64_t high;
};

/*
 * The key of words that have no short one is zero. No word has it, and its bucket has no empty
 * place, which would have it too.
 */
#define WORD_KEY_NONE ((struct word_key){0, 0})

/* Ids of 24 bits, little-endian, and how many of them count (or WORD_CACHE_ASK_LONG). */
struct word_cache_value {
    unsigned char ids[WORD_CACHE_SHORT_IDS * WORD_CACHE_ID_BYTES];
    unsigned char count;
};

/*
 * An entry of a word with more ids says so: ask for it as a long key. No word is found to be equal
 * to it, since its key lacks the first byte, which is the first one of its value instead.
 */
struct word_cache_bucket {
    struct word_key keys[2]; /* zero where empty: no key is */
    struct word_cache_value values[2];
};

/* The same of up to WORD_CACHE_LONG_KEY bytes; the first two parts are the short key. */
struct word_long_key {
    uint64_t parts[4];
};

struct word_cache_long_entry {
    struct word_long_key key; /* zero where empty */
    unsigned char ids[WORD_CACHE_LONG_IDS * WORD_CACHE_ID_BYTES];
    unsigned char count;
    unsigned char unused[2];
};

struct word_cache {
    void *memory; /* owned; the next two lie in it */
    struct word_cache_bucket *buckets;
    struct word_cache_long_entry *long_entries; /* buckets of two */
    unsigned entered;                           /* counts entries */
};

MUST_USE enum status word_cache_init(struct word_cache *cache, struct error *error);
void word_cache_release(struct word_cache *cache);

#define WORD_CACHE_HASH      0x9E3779B97F4A7C15u
#define WORD_CACHE_HASH_HIGH 0xB7E151628AED2A6Bu

/* The number of a key's bucket. */
static inline size_t word_cache_bucket_of(uint64_t low, uint64_t high) {
    /* The upper half is zero for most words, and so is its product. */
    return (low ^ high * WORD_CACHE_HASH_HIGH) * WORD_CACHE_HASH >> (64 - WORD_CACHE_SHORT_BITS);
}

static inline bool word_key_equal(const struct word_key *a, const struct word_key *b) {
    return ((a->low ^ b->low) | (a->high ^ b->high)) == 0;
}

/* The bucket that a value lies in, or any of its bytes: one line of the cache. */
static inline const struct word_cache_bucket *
word_cache_bucket_of_value(const struct word_cache_value *value) {
    return (const struct word_cache_bucket *)(const void *)((const char *)value -
                                                            ((uintptr_t)value & 63));
}

/* The key's value in its bucket, or NULL. */
static inline const struct word_cache_value *word_cache_find(const struct word_cache_bucket *bucket,
                                                             const struct word_key *key) {
    if (word_key_equal(&bucket->keys[0], key))
        return &bucket->values[0];
    return word_key_equal(&bucket->keys[1], key) ? &bucket->values[1] : NULL;
}

/* Whether the bucket says that the key is to be asked for as a long one. */
static inline bool word_cache_asks_long(const struct word_cache_bucket *bucket,
                                        const struct word_key *key) {
    struct word_key rest = {key->low & ~(uint64_t)0xFF, key->high};
    bool asks = false;
    for (size_t i = 0; i < 2; i++)
        asks = asks || (word_key_equal(&bucket->keys[i], &rest) &&
                        bucket->values[i].ids[0] == (key->low & 0xFF));
    return asks;
}

/* Writes the ids of a value to a place with room for WORD_CACHE_COPY; value->count of them count.
 */
static inline void word_cache_copy_short(const struct word_cache_value *value, uint32_t *ids) {
    /* The last load of four bytes takes the count along, which the mask drops. */
    for (size_t i = 0; i < WORD_CACHE_SHORT_IDS; i++)
        ids[i] = load_le32(value->ids + i * WORD_CACHE_ID_BYTES) & 0xFFFFFF;
}

/*
 * Writes the ids of a word that is in the long table to a place with room for WORD_CACHE_LONG_IDS;
 * returns true, and how many in *count.
 */
bool word_cache_find_long(const struct word_cache *cache, const struct word_long_key *key,
                          uint32_t *ids, size_t *count);

/* Asks for what word_cache_find_long will need. */
void word_cache_prefetch_long(const struct word_cache *cache, const struct word_long_key *key);

/* Enters what a word becomes, as a short or long key or both, unless that is more than entries
 * hold.
 */
void word_cache_put(struct word_cache *cache, const struct word_long_key *key, const uint32_t *ids,
                    size_t count);

#endif
