/*
 * word_cache - the ids of words met before, in a table of fixed size.
 *
 * A key is the raw bytes of a word, with ASCII letters in lower case if the tokenizer folds them;
 * what the word becomes is up to WORD_CACHE_IDS ids of 24 bits. A bucket, two entries, is one line
 * of the processor's cache. A new entry takes the second place of its bucket, and now and then
 * moves the one there to the first: so frequent words, which come early, stay, though not for ever.
 * The table never grows, and text made to collide only costs the time of not having a cache. Longer
 * words, and those of more ids, are not entered: to cut them anew is no slower than to look up more
 * memory (measured on 19 languages, where they are a quarter of what is not found).
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

#define WORD_CACHE_KEY      16 /* bytes of a key, at most */
#define WORD_CACHE_IDS      5
#define WORD_CACHE_ID_BYTES 3

/* Ids that word_cache_copy writes, however many count: a move of fixed size. */
#define WORD_CACHE_COPY 8

/*
 * 131,072 buckets, 8 MiB. On 37 MB of English 97.2 of 100 words are found, and 99.1 the second
 * time; with 4 MiB 96.7 and 97.9; 2.6 are met for the first time.
 */
#define WORD_CACHE_BITS 17

/* The bytes, little-endian, then zeros; no byte of a key is zero, so the size needs no place. */
struct word_key {
    uint64_t low;
    uint64_t high;
};

/*
 * The key of words that have none is zero. No word has it, and its bucket has no empty place, which
 * would have it too.
 */
#define WORD_KEY_NONE ((struct word_key){0, 0})

/* Ids of 24 bits, little-endian, and how many of them count. */
struct word_cache_value {
    unsigned char ids[WORD_CACHE_IDS * WORD_CACHE_ID_BYTES];
    unsigned char count;
};

struct word_cache_bucket {
    struct word_key keys[2]; /* zero where empty: no key is */
    struct word_cache_value values[2];
};

struct word_cache {
    void *memory;                      /* owned */
    struct word_cache_bucket *buckets; /* in it */
    unsigned entered;                  /* counts entries */
};

MUST_USE enum status word_cache_init(struct word_cache *cache, struct error *error);
void word_cache_release(struct word_cache *cache);

#define WORD_CACHE_HASH      0x9E3779B97F4A7C15u
#define WORD_CACHE_HASH_HIGH 0xB7E151628AED2A6Bu

/* The number of a key's bucket. */
static inline size_t word_cache_bucket_of(uint64_t low, uint64_t high) {
    /* The upper half is zero for most words, and so is its product. */
    return (low ^ high * WORD_CACHE_HASH_HIGH) * WORD_CACHE_HASH >> (64 - WORD_CACHE_BITS);
}

static inline bool word_key_equal(const struct word_key *a, const struct word_key *b) {
    return ((a->low ^ b->low) | (a->high ^ b->high)) == 0;
}

/* The key's value in its bucket, or NULL. */
static inline const struct word_cache_value *word_cache_find(const struct word_cache_bucket *bucket,
                                                             const struct word_key *key) {
    if (word_key_equal(&bucket->keys[0], key))
        return &bucket->values[0];
    return word_key_equal(&bucket->keys[1], key) ? &bucket->values[1] : NULL;
}

/* Writes the ids of a value to a place with room for WORD_CACHE_COPY; value->count of them count.
 */
static inline void word_cache_copy(const struct word_cache_value *value, uint32_t *ids) {
    /* The last load of four bytes takes the count along, which the mask drops. */
    for (size_t i = 0; i < WORD_CACHE_IDS; i++)
        ids[i] = load_le32(value->ids + i * WORD_CACHE_ID_BYTES) & 0xFFFFFF;
}

/* Packs ids into a value; false, and no use made of it, if they have no room. */
bool word_cache_pack(struct word_cache_value *value, const uint32_t *ids, size_t count);

/* Enters what a word with a key becomes, unless the cache has it. */
void word_cache_put(struct word_cache *cache, struct word_key key,
                    const struct word_cache_value *value);

#endif
