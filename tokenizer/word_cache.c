#include "tokenizer/word_cache.h"

#include <stdlib.h>
#include <sys/mman.h>

_Static_assert(sizeof(struct word_cache_bucket) == 64, "a bucket is one line of the cache");
_Static_assert(sizeof(struct word_cache_long_entry) == 128, "a long entry is two lines");

/* The size of a large page on x86-64 and AArch64. */
static const size_t HUGE_PAGE = (size_t)2 << 20;

/*
 * Every so many entries one is moved to the first place. Never would be best for a text that stays
 * the same (237 thousand words looked up in vain in 37 MB of English; first in, first out: 256
 * thousand); this forgets the language of yesterday within a few hundred thousand new words.
 */
#define MOVE_EVERY 32

static const size_t SHORT_SIZE = sizeof(struct word_cache_bucket) << WORD_CACHE_SHORT_BITS;
static const size_t LONG_SIZE = sizeof(struct word_cache_long_entry) << (WORD_CACHE_LONG_BITS + 1);

enum status word_cache_init(struct word_cache *cache, struct error *error) {
    size_t size = SHORT_SIZE + LONG_SIZE;
    /* Zeros straight from the system: pages that are never needed are never touched. */
    unsigned char *memory = calloc(1, size + HUGE_PAGE);
    if (memory == NULL)
        return error_no_memory(error, "the word cache");
    unsigned char *aligned = memory + (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE);
    /* A hint: with large pages most look-ups need no walk through the page tables. */
    (void)madvise(aligned, size, MADV_HUGEPAGE);
    *cache = (struct word_cache){
        .memory = memory,
        .buckets = (struct word_cache_bucket *)(void *)aligned,
        .long_entries = (struct word_cache_long_entry *)(void *)(aligned + SHORT_SIZE),
    };
    struct word_key none = WORD_KEY_NONE;
    struct word_cache_bucket *bucket = &cache->buckets[word_cache_bucket_of(none.low, none.high)];
    bucket->keys[0] = bucket->keys[1] = (struct word_key){UINT64_MAX, UINT64_MAX}; /* not UTF-8 */
    return STATUS_OK;
}

void word_cache_release(struct word_cache *cache) {
    free(cache->memory);
    *cache = (struct word_cache){.buckets = NULL};
}

static struct word_cache_long_entry *long_bucket(const struct word_cache *cache,
                                                 const unsigned char key[WORD_CACHE_LONG_KEY]) {
    uint64_t hash = 0;
    for (size_t i = 0; i < WORD_CACHE_LONG_KEY; i += 8) {
        hash = (hash ^ load_le64(key + i)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    hash *= 0xB7E151628AED2A6Bu;
    return cache->long_entries + 2 * (hash >> (64 - WORD_CACHE_LONG_BITS));
}

bool word_cache_find_long(const struct word_cache *cache, const unsigned char *bytes, size_t size,
                          uint32_t *ids, size_t *count) {
    unsigned char key[WORD_CACHE_LONG_KEY] = {0};
    memcpy(key, bytes, size);
    const struct word_cache_long_entry *entry = long_bucket(cache, key);
    for (size_t way = 0; way < 2; way++, entry++) {
        if (memcmp(entry->key, key, sizeof key) != 0)
            continue;
        /* As with short ones, what lies behind the last id is there to be read. */
        for (size_t i = 0; i < entry->count; i++)
            ids[i] = load_le32(entry->ids + i * WORD_CACHE_ID_BYTES) & 0xFFFFFF;
        *count = entry->count;
        return true;
    }
    return false;
}

static void pack(unsigned char *packed, const uint32_t *ids, size_t count) {
    for (size_t i = 0; i < count; i++, packed += WORD_CACHE_ID_BYTES) {
        packed[0] = (unsigned char)ids[i];
        packed[1] = (unsigned char)(ids[i] >> 8);
        packed[2] = (unsigned char)(ids[i] >> 16);
    }
}

static void put_short(struct word_cache *cache, struct word_key key, const uint32_t *ids,
                      size_t count) {
    struct word_cache_bucket *bucket = &cache->buckets[word_cache_bucket_of(key.low, key.high)];
    if (word_cache_find(bucket, &key) != NULL)
        return; /* only its long entry had to give way */
    size_t place = bucket->keys[0].low != 0;
    if (place == 1 && ++cache->entered % MOVE_EVERY == 0) {
        bucket->keys[0] = bucket->keys[1];
        bucket->values[0] = bucket->values[1];
    }
    bucket->keys[place] = key;
    bool fits = count <= WORD_CACHE_SHORT_IDS;
    bucket->values[place].count = (unsigned char)(fits ? count : WORD_CACHE_ASK_LONG);
    if (fits)
        pack(bucket->values[place].ids, ids, count);
}

static void put_long(struct word_cache *cache, const unsigned char *bytes, size_t size,
                     const uint32_t *ids, size_t count) {
    unsigned char key[WORD_CACHE_LONG_KEY] = {0};
    memcpy(key, bytes, size);
    struct word_cache_long_entry *entry = long_bucket(cache, key);
    if (memcmp(entry[0].key, key, sizeof key) == 0)
        return; /* only its short entry had to give way */
    entry[1] = entry[0];
    memcpy(entry[0].key, key, sizeof key);
    pack(entry[0].ids, ids, count);
    entry[0].count = (unsigned char)count;
}

static bool ids_fit(const uint32_t *ids, size_t count) {
    uint32_t all = 0;
    for (size_t i = 0; i < count; i++)
        all |= ids[i];
    return all <= 0xFFFFFF;
}

void word_cache_put(struct word_cache *cache, const unsigned char *bytes, size_t size,
                    const uint32_t *ids, size_t count) {
    if (size > WORD_CACHE_LONG_KEY || count > WORD_CACHE_LONG_IDS || !ids_fit(ids, count))
        return;
    if (size > WORD_CACHE_SHORT_KEY || count > WORD_CACHE_SHORT_IDS)
        put_long(cache, bytes, size, ids, count);
    if (size > WORD_CACHE_SHORT_KEY)
        return;
    unsigned char padded[WORD_CACHE_SHORT_KEY] = {0};
    memcpy(padded, bytes, size);
    put_short(cache, (struct word_key){load_le64(padded), load_le64(padded + 8)}, ids, count);
}

bool word_cache_put_short(struct word_cache *cache, struct word_key key, const uint32_t *ids,
                          size_t count) {
    if (count > WORD_CACHE_SHORT_IDS || !ids_fit(ids, count))
        return false;
    put_short(cache, key, ids, count);
    return true;
}
