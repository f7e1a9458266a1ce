#include "tokenizer/word_cache.h"

#include <stdlib.h>

#include "formats/base/large_pages.h"

_Static_assert(sizeof(struct word_cache_bucket) == 64, "a bucket is one line of the cache");

/*
 * Every so many entries one is moved to the first place. Never would be best for a text that stays
 * the same (5 to 10 in 100 fewer words are looked up in vain than first in, first out); this
 * forgets the language of yesterday within a few hundred thousand new words.
 */
#define MOVE_EVERY 32

enum status word_cache_init(struct word_cache *cache, struct error *error) {
    void *memory;
    void *aligned =
        large_pages_allocate(&memory, sizeof(struct word_cache_bucket) << WORD_CACHE_BITS);
    if (aligned == NULL)
        return error_no_memory(error, "the word cache");
    *cache = (struct word_cache){.memory = memory, .buckets = aligned};
    struct word_key none = WORD_KEY_NONE;
    struct word_cache_bucket *bucket = &cache->buckets[word_cache_bucket_of(none.low, none.high)];
    bucket->keys[0] = bucket->keys[1] = (struct word_key){UINT64_MAX, UINT64_MAX}; /* not UTF-8 */
    return STATUS_OK;
}

void word_cache_release(struct word_cache *cache) {
    free(cache->memory);
    *cache = (struct word_cache){.buckets = NULL};
}

bool word_cache_pack(struct word_cache_value *value, const uint32_t *ids, size_t count) {
    uint32_t all = 0;
    if (count > WORD_CACHE_IDS)
        return false;
    for (size_t i = 0; i < count; i++) {
        all |= ids[i];
        store_le32(value->ids + i * WORD_CACHE_ID_BYTES, ids[i]); /* the count is set after it */
    }
    value->count = (unsigned char)count;
    return all <= 0xFFFFFF;
}

void word_cache_put(struct word_cache *cache, struct word_key key,
                    const struct word_cache_value *value) {
    struct word_cache_bucket *bucket = &cache->buckets[word_cache_bucket_of(key.low, key.high)];
    if (word_cache_find(bucket, &key) != NULL)
        return;
    size_t place = bucket->keys[0].low != 0;
    if (place == 1 && ++cache->entered % MOVE_EVERY == 0) {
        bucket->keys[0] = bucket->keys[1];
        bucket->values[0] = bucket->values[1];
    }
    bucket->keys[place] = key;
    bucket->values[place] = *value;
}
