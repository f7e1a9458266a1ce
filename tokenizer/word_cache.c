#include "tokenizer/word_cache.h"

#include <stdlib.h>
#include <sys/mman.h>

#define FF8   0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF
#define ZERO8 0, 0, 0, 0, 0, 0, 0, 0

/* 32 bytes read from 32 - n on are n times 0xFF, then zeros. */
const unsigned char word_key_masks[2 * sizeof(struct word_key)] = {FF8,   FF8,   FF8,   FF8,
                                                                   ZERO8, ZERO8, ZERO8, ZERO8};

/* The size of a large page on x86-64 and AArch64; the cache's is a multiple of it. */
static const size_t HUGE_PAGE = (size_t)2 << 20;

enum status word_cache_init(struct word_cache *cache, struct error *error) {
    size_t size = ((size_t)2 << WORD_CACHE_BUCKET_BITS) * sizeof *cache->slots;
    cache->slots = aligned_alloc(HUGE_PAGE, size);
    if (cache->slots == NULL)
        return error_no_memory(error, "the word cache");
    /* A hint: with large pages most look-ups need no walk through the page tables. */
    (void)madvise(cache->slots, size, MADV_HUGEPAGE);
    memset(cache->slots, 0, size);
    return STATUS_OK;
}

void word_cache_release(struct word_cache *cache) {
    free(cache->slots);
    cache->slots = NULL;
}

void word_cache_put(struct word_cache_slot *bucket, const struct word_key *key, const uint32_t *ids,
                    size_t count) {
    bucket[1] = bucket[0];
    bucket[0].key = *key;
    memcpy(bucket[0].ids, ids, count * sizeof *ids);
    bucket[0].ids[WORD_CACHE_IDS] = (uint32_t)count;
}
