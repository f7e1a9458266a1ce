/* word_cache: what is put is found, long or short; what has to give way; what does not fit. */
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

static struct word_long_key key_of(const unsigned char *bytes, size_t size) {
    unsigned char padded[WORD_CACHE_LONG_KEY] = {0};
    struct word_long_key key;
    memcpy(padded, bytes, size);
    for (size_t i = 0; i < 4; i++)
        key.parts[i] = load_le64(padded + 8 * i);
    return key;
}

static void put(struct word_cache *cache, const unsigned char *bytes, size_t size,
                const uint32_t *ids, size_t count) {
    struct word_long_key key = key_of(bytes, size);
    word_cache_put(cache, &key, ids, count);
}

static size_t bucket_of(const unsigned char *bytes, size_t size) {
    struct word_long_key key = key_of(bytes, size);
    return word_cache_bucket_of(key.parts[0], key.parts[1]);
}

/* The value of a short key, or NULL. */
static const struct word_cache_value *find_short(const struct word_cache *cache,
                                                 const unsigned char *bytes, size_t size) {
    struct word_long_key whole = key_of(bytes, size);
    struct word_key key = {whole.parts[0], whole.parts[1]};
    return word_cache_find(&cache->buckets[bucket_of(bytes, size)], &key);
}

/* As whoever asks the cache does: first as a short key, then as a long one. */
static bool find(const struct word_cache *cache, const unsigned char *bytes, size_t size,
                 uint32_t *ids, size_t *count) {
    struct word_long_key key = key_of(bytes, size);
    if (size <= WORD_CACHE_SHORT_KEY) {
        const struct word_cache_value *value = find_short(cache, bytes, size);
        if (value != NULL) {
            word_cache_copy_short(value, ids);
            *count = value->count;
            return true;
        }
        struct word_key first = {key.parts[0], key.parts[1]};
        if (!word_cache_asks_long(&cache->buckets[bucket_of(bytes, size)], &first))
            return false;
    }
    return word_cache_find_long(cache, &key, ids, count);
}

static void every_size_and_count(void **state) {
    (void)state;
    struct word_cache cache = new_cache();
    unsigned char bytes[WORD_CACHE_LONG_KEY];
    memset(bytes, 0xFE, sizeof bytes);
    for (size_t size = 1; size <= sizeof bytes; size++) {
        for (size_t count = 0; count <= WORD_CACHE_LONG_IDS; count++) {
            uint32_t ids[WORD_CACHE_LONG_IDS], found[WORD_CACHE_LONG_IDS + WORD_CACHE_COPY];
            size_t found_count = 99;
            bytes[0] = (unsigned char)(count + 1);
            for (size_t i = 0; i < count; i++)
                ids[i] = (uint32_t)(0xFFFFFF - size - 1000 * i);
            assert_false(find(&cache, bytes, size, found, &found_count));
            put(&cache, bytes, size, ids, count);
            assert_true(find(&cache, bytes, size, found, &found_count));
            assert_int_equal(found_count, count);
            assert_memory_equal(found, ids, count * sizeof *ids);
        }
    }
    word_cache_release(&cache);
}

static void what_does_not_fit_is_not_entered(void **state) {
    (void)state;
    struct word_cache cache = new_cache();
    unsigned char bytes[WORD_CACHE_LONG_KEY] = "abc";
    uint32_t ids[WORD_CACHE_LONG_IDS + 1] = {0};
    uint32_t found[WORD_CACHE_LONG_IDS];
    size_t count;
    put(&cache, bytes, 3, ids, WORD_CACHE_LONG_IDS + 1);
    assert_false(find(&cache, bytes, 3, found, &count));
    ids[0] = 0x1000000;
    put(&cache, bytes, 3, ids, 1);
    assert_false(find(&cache, bytes, 3, found, &count));
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
            char word[WORD_CACHE_LONG_KEY];
            uint32_t ids[2] = {i, i + 1}, found[WORD_CACHE_LONG_IDS];
            size_t count, size = (size_t)snprintf(word, sizeof word, "%s%u",
                                                  i % 64 == 0 ? "a long one of them " : "w", i);
            const unsigned char *bytes = (const unsigned char *)word;
            if (pass == 0) {
                put(&cache, bytes, size, ids, 2);
                assert_true(find(&cache, bytes, size, found, &count));
            } else if (!find(&cache, bytes, size, found, &count)) {
                continue;
            }
            kept += pass;
            assert_int_equal(count, 2);
            assert_memory_equal(found, ids, sizeof ids);
        }
    }
    assert_in_range(kept, (size_t)1 << WORD_CACHE_SHORT_BITS, (size_t)4 << WORD_CACHE_SHORT_BITS);
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
    for (uint32_t i = 0; find_short(&cache, first, 3) != NULL && i < 1u << 28; i++) {
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
