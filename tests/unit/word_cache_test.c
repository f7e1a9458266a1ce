/* word_cache: what is put is found; what has to give way; what does not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/word_cache.h"

static struct word_cache new_cache(void) {
    struct error error;
    struct word_cache cache;
    sample_require(word_cache_init(&cache, &error), &error);
    return cache;
}

static struct word_key key_of(const unsigned char *bytes, size_t size) {
    unsigned char padded[WORD_CACHE_KEY] = {0};
    memcpy(padded, bytes, size);
    return (struct word_key){load_le64(padded), load_le64(padded + 8)};
}

static void put(struct word_cache *cache, const unsigned char *bytes, size_t size,
                const uint32_t *ids, size_t count) {
    struct word_cache_value value;
    if (word_cache_pack(&value, ids, count))
        word_cache_put(cache, key_of(bytes, size), &value);
}

static size_t bucket_of(const unsigned char *bytes, size_t size) {
    struct word_key key = key_of(bytes, size);
    return word_cache_bucket_of(key.low, key.high);
}

/* The value of a word, or NULL. */
static const struct word_cache_value *find(const struct word_cache *cache,
                                           const unsigned char *bytes, size_t size) {
    struct word_key key = key_of(bytes, size);
    return word_cache_find(&cache->buckets[bucket_of(bytes, size)], &key);
}

static void assert_value(const struct word_cache_value *value, const uint32_t *ids, size_t count) {
    uint32_t found[WORD_CACHE_COPY];
    assert_non_null(value);
    word_cache_copy(value, found);
    assert_int_equal(value->count, count);
    assert_memory_equal(found, ids, count * sizeof *ids);
}

static void every_size_and_count(void **state) {
    (void)state;
    struct word_cache cache = new_cache();
    unsigned char bytes[WORD_CACHE_KEY];
    memset(bytes, 0xFE, sizeof bytes);
    for (size_t size = 1; size <= sizeof bytes; size++) {
        for (size_t count = 0; count <= WORD_CACHE_IDS; count++) {
            uint32_t ids[WORD_CACHE_IDS];
            bytes[0] = (unsigned char)(count + 1);
            for (size_t i = 0; i < count; i++)
                ids[i] = (uint32_t)(0xFFFFFF - size - 1000 * i);
            assert_null(find(&cache, bytes, size));
            put(&cache, bytes, size, ids, count);
            assert_value(find(&cache, bytes, size), ids, count);
        }
    }
    word_cache_release(&cache);
}

static void what_does_not_fit_is_not_entered(void **state) {
    (void)state;
    struct word_cache cache = new_cache();
    const unsigned char *bytes = (const unsigned char *)"abc";
    uint32_t ids[WORD_CACHE_IDS + 1] = {0};
    put(&cache, bytes, 3, ids, WORD_CACHE_IDS + 1);
    assert_null(find(&cache, bytes, 3));
    ids[0] = 0x1000000;
    put(&cache, bytes, 3, ids, 1);
    assert_null(find(&cache, bytes, 3));
    word_cache_release(&cache);
}

/* More words than there is room for: each is found right or not at all, the last put always. */
static void old_words_give_way(void **state) {
    (void)state;
    struct word_cache cache = new_cache();
    enum { WORDS = 500000 };
    size_t kept = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < WORDS; i++) {
            char word[WORD_CACHE_KEY];
            uint32_t ids[2] = {i, i + 1};
            size_t size =
                (size_t)snprintf(word, sizeof word, "%s%u", i % 64 == 0 ? "a longer " : "w", i);
            const unsigned char *bytes = (const unsigned char *)word;
            if (pass == 0)
                put(&cache, bytes, size, ids, 2);
            const struct word_cache_value *value = find(&cache, bytes, size);
            if (pass == 0 || value != NULL)
                assert_value(value, ids, 2);
            kept += pass == 1 && value != NULL;
        }
    }
    assert_in_range(kept, (size_t)1 << WORD_CACHE_BITS, (size_t)4 << WORD_CACHE_BITS);
    word_cache_release(&cache);
}

/* What comes often stays while rare words come and go, but not for ever. */
static void the_first_place_is_kept_for_a_while(void **state) {
    (void)state;
    struct word_cache cache = new_cache();
    const unsigned char *first = (const unsigned char *)"the";
    uint32_t id = 7;
    put(&cache, first, 3, &id, 1);
    size_t bucket = bucket_of(first, 3);
    size_t entered = 0;
    for (uint32_t i = 0; find(&cache, first, 3) != NULL && i < 1u << 28; i++) {
        unsigned char word[4] = {(unsigned char)(1 + i % 255), (unsigned char)(1 + i / 255 % 255),
                                 (unsigned char)(1 + i / 65025 % 255), 'x'};
        if (bucket_of(word, 4) != bucket)
            continue;
        put(&cache, word, 4, &id, 1);
        entered++;
    }
    assert_in_range(entered, 3, 1000);
    word_cache_release(&cache);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_and_count),
        cmocka_unit_test(what_does_not_fit_is_not_entered),
        cmocka_unit_test(old_words_give_way),
        cmocka_unit_test(the_first_place_is_kept_for_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
