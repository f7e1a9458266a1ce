/*
 * word_cache - the ids of stretches of text met before, in a table of fixed size.
 *
 * Keys are raw bytes between white space, up to 31 of them; what they become is up to 7 ids. A
 * slot is one line of the processor's cache. Two slots make a bucket; a new entry takes the first
 * place and moves the one there to the second, so the table never grows, and text made to collide
 * only costs the time of not having a cache.
 *
 * Thread rule: one thread at a time per cache.
 */
#ifndef TOKENIZER_WORD_CACHE_H
#define TOKENIZER_WORD_CACHE_H

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/base/status.h"

#define WORD_CACHE_KEY_SIZE 31
#define WORD_CACHE_IDS      7

/* Numbers that word_cache_copy writes, however many count: it is one move of fixed size. */
#define WORD_CACHE_COPY (WORD_CACHE_IDS + 1)

/*
 * 65,536 buckets of two, 8 MiB. On 37 MB of English text 89 in 100 stretches are found, with 2 MiB
 * 82; one in fourteen is met for the first time there, and cannot be.
 */
#define WORD_CACHE_BUCKET_BITS 16

/* Bytes, zeros after them, and the size in the last byte: so two keys are equal or not as a whole.
 */
struct word_key {
    uint64_t parts[4];
};

struct word_cache_slot {
    struct word_key key;              /* all zero in an empty slot: no key has size 0 */
    uint32_t ids[WORD_CACHE_IDS + 1]; /* and last, how many of them count */
};

struct word_cache {
    struct word_cache_slot *slots; /* owned; buckets of two */
};

MUST_USE enum status word_cache_init(struct word_cache *cache, struct error *error);
void word_cache_release(struct word_cache *cache);

extern const unsigned char word_key_masks[2 * sizeof(struct word_key)];

/*
 * The key of 1 to WORD_CACHE_KEY_SIZE bytes; `readable` says how many bytes from the first on may
 * be read, and is at least `size`.
 */
static inline struct word_key word_key_make(const unsigned char *bytes, size_t size,
                                            size_t readable) {
    struct word_key key = {{0, 0, 0, 0}};
    if (readable >= sizeof key) {
        struct word_key mask;
        memcpy(&key, bytes, sizeof key);
        memcpy(&mask, word_key_masks + sizeof key - size, sizeof mask);
        for (size_t i = 0; i < 4; i++)
            key.parts[i] &= mask.parts[i];
    } else {
        memcpy(&key, bytes, size);
    }
    /* Not by a store to the byte: reading the part again would wait for that. */
    key.parts[3] |= htole64((uint64_t)size << 56);
    return key;
}

static inline struct word_cache_slot *word_cache_bucket(const struct word_cache *cache,
                                                        const struct word_key *key) {
    /* Odd constants with well mixed bits (the fractions of the golden ratio, e, pi and root 2). */
    uint64_t hash = key->parts[0] * 0x9E3779B97F4A7C15u ^ key->parts[1] * 0xB7E151628AED2A6Bu ^
                    key->parts[2] * 0x243F6A8885A308D3u ^ key->parts[3] * 0x6A09E667F3BCC909u;
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15u;
    return cache->slots + 2 * (hash >> (64 - WORD_CACHE_BUCKET_BITS));
}

static inline int word_key_equal(const struct word_key *a, const struct word_key *b) {
    return ((a->parts[0] ^ b->parts[0]) | (a->parts[1] ^ b->parts[1]) |
            (a->parts[2] ^ b->parts[2]) | (a->parts[3] ^ b->parts[3])) == 0;
}

/* The key's slot in its bucket, or NULL. */
static inline const struct word_cache_slot *word_cache_find(const struct word_cache_slot *bucket,
                                                            const struct word_key *key) {
    if (word_key_equal(&bucket[0].key, key))
        return &bucket[0];
    return word_key_equal(&bucket[1].key, key) ? &bucket[1] : NULL;
}

/* Copies the ids to a place with room for WORD_CACHE_COPY; returns how many count. */
static inline size_t word_cache_copy(const struct word_cache_slot *slot, uint32_t *ids) {
    memcpy(ids, slot->ids, sizeof slot->ids);
    return slot->ids[WORD_CACHE_IDS];
}

/* Enters 1 to WORD_CACHE_IDS ids under a key that is not there. */
void word_cache_put(struct word_cache_slot *bucket, const struct word_key *key, const uint32_t *ids,
                    size_t count);

#endif
