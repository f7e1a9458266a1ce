#include "tokenizer/word_cache.h"

#include <stdlib.h>

#include "formats/base/large_pages.h"

_Static_assert(sizeof(struct word_cache_bucket) == 64, "a bucket is one line of the cache");
_Static_assert(sizeof(struct word_cache_long_entry) == 128, "a long entry is two lines");

/*
 * Every so many entries one is moved to the first place. Never would be best for a text that stays
 * the same (5 to 10 in 100 fewer words are looked up in vain than first in, first out); this
 * forgets the language of yesterday within a few hundred thousand new words.
 */
#define MOVE_EVERY 32

static const size_t SHORT_SIZE = sizeof(struct word_cache_bucket) << WORD_CACHE_SHORT_BITS;
static const size_t LONG_SIZE = sizeof(struct word_cache_long_entry) << (WORD_CACHE_LONG_BITS + 1);

enum status word_cache_init(struct word_cache *cache, struct error *error) {
    void *memory;
    unsigned char *aligned = large_pages_allocate(&memory, SHORT_SIZE + LONG_SIZE);
    if (aligned == NULL)
        return error_no_memory(error, "the word cache");
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
                                                 const struct word_long_key *key) {
    uint64_t hash = (key->parts[0] ^ key->parts[1] * 0xB7E151628AED2A6Bu ^
                     key->parts[2] * 0x243F6A8885A308D3u ^ key->parts[3] * 0x6A09E667F3BCC909u) *
                    0x9E3779B97F4A7C15u;
    return cache->long_entries + 2 * (hash >> (64 - WORD_CACHE_LONG_BITS));
}

static bool long_key_equal(const struct word_long_key *a, const struct word_long_key *b) {
    uint64_t differ = 0;
    for (size_t i = 0; i < 4; i++)
        differ |= a->parts[i] ^ b->parts[i];
    return differ == 0;
}

void word_cache_prefetch_long(const struct word_cache *cache, const struct word_long_key *key) {
    const char *entries = (const char *)long_bucket(cache, key);
    for (size_t line = 0; line < 2 * sizeof(struct word_cache_long_entry); line += 64)
        __builtin_prefetch(entries + line);
}

bool word_cache_find_long(const struct word_cache *cache, const struct word_long_key *key,
                          uint32_t *ids, size_t *count) {
    const struct word_cache_long_entry *entry = long_bucket(cache, key);
    for (size_t way = 0; way < 2; way++, entry++) {
        if (!long_key_equal(&entry->key, key))
            continue;
        /* As with short ones, what lies behind the last id is there to be read. */
        for (size_t i = 0; i < entry->count; i++)
            ids[i] = load_le32(entry->ids + i * WORD_CACHE_ID_BYTES) & 0xFFFFFF;
        *count = entry->count;
        return true;
    }
    return false;
}

/* Writes a byte more than the ids take: that of the count, which is to be set after. */
static void pack(unsigned char *packed, const uint32_t *ids, size_t count) {
    for (size_t i = 0; i < count; i++)
        store_le32(packed + i * WORD_CACHE_ID_BYTES, ids[i]);
}

static void put_short(struct word_cache *cache, struct word_key key, const uint32_t *ids,
                      size_t count) {
    struct word_cache_bucket *bucket = &cache->buckets[word_cache_bucket_of(key.low, key.high)];
    bool fits = count <= WORD_CACHE_SHORT_IDS;
    if (fits ? word_cache_find(bucket, &key) != NULL : word_cache_asks_long(bucket, &key))
        return; /* only its long entry had to give way */
    size_t place = bucket->keys[0].low != 0;
    if (place == 1 && ++cache->entered % MOVE_EVERY == 0) {
        bucket->keys[0] = bucket->keys[1];
        bucket->values[0] = bucket->values[1];
    }
    struct word_cache_value *value = &bucket->values[place];
    bucket->keys[place] = key;
    if (fits) {
        pack(value->ids, ids, count);
        value->count = (unsigned char)count;
        return;
    }
    /* More ids than fit are of more than one byte, so the rest of the key is not zero. */
    bucket->keys[place].low &= ~(uint64_t)0xFF;
    value->ids[0] = (unsigned char)(key.low & 0xFF);
    value->count = WORD_CACHE_ASK_LONG;
}

static void put_long(struct word_cache *cache, const struct word_long_key *key, const uint32_t *ids,
                     size_t count) {
    struct word_cache_long_entry *entry = long_bucket(cache, key);
    if (long_key_equal(&entry[0].key, key) || long_key_equal(&entry[1].key, key))
        return; /* only its short entry had to give way */
    if (entry[0].key.parts[0] != 0 && ++cache->entered % MOVE_EVERY == 0)
        entry[0] = entry[1];
    entry += entry[0].key.parts[0] != 0;
    entry->key = *key;
    pack(entry->ids, ids, count);
    entry->count = (unsigned char)count;
}

static bool ids_fit(const uint32_t *ids, size_t count) {
    uint32_t all = 0;
    for (size_t i = 0; i < count; i++)
        all |= ids[i];
    return all <= 0xFFFFFF;
}

void word_cache_put(struct word_cache *cache, const struct word_long_key *key, const uint32_t *ids,
                    size_t count) {
    bool is_long = (key->parts[2] | key->parts[3]) != 0;
    if (count > WORD_CACHE_LONG_IDS || !ids_fit(ids, count))
        return;
    if (is_long || count > WORD_CACHE_SHORT_IDS)
        put_long(cache, key, ids, count);
    if (!is_long)
        put_short(cache, (struct word_key){key->parts[0], key->parts[1]}, ids, count);
}
