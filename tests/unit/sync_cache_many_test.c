/* sync_cache: many hashes are kept, in bounded memory, until they are of no use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/scratch_folder.h"
#include "tools/s3/sync_cache.h"

#define HASH(digit)                                                                                \
    digit digit digit digit digit digit digit digit digit digit digit digit digit digit digit digit

static const char SHA_A[] = HASH("a0b1");
static const char SHA_B[] = HASH("0123");

static struct sync_cache open_cache(void) {
    struct sync_cache cache;
    struct error error;
    assert_int_equal(sync_cache_open(&cache, scratch_path("sub/cache"), &error), STATUS_OK);
    return cache;
}

static void close_cache(struct sync_cache *cache) {
    struct error error;
    assert_int_equal(sync_cache_save(cache, &error), STATUS_OK);
    sync_cache_release(cache);
}

static const struct file_state STATE = {1, 2, 3, {4, 5}, {6, 7}};

/* The bytes of the cache file; the caller frees. */
static unsigned char *file_bytes(size_t *size) {
    FILE *file = fopen(scratch_path("sub/cache"), "rb");
    assert_non_null(file);
    unsigned char *bytes = malloc(1 << 16);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 16, file);
    fclose(file);
    return bytes;
}

static void write_file(const unsigned char *bytes, size_t size) {
    FILE *file = fopen(scratch_path("sub/cache"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static struct file_state file_number(uint64_t number) {
    return (struct file_state){7, number, number, {1, 1}, {1, 1}};
}

/* `count` files from `first` on, whose hashes end in their numbers. */
static void remember_files(struct sync_cache *cache, uint64_t first, uint64_t count) {
    char hash[SHA256_HEX_SIZE];
    for (uint64_t i = first; i < first + count; i++) {
        struct file_state file = file_number(i);
        snprintf(hash, sizeof hash, "%064llx", (unsigned long long)i);
        sync_cache_remember_file(cache, &file, hash);
    }
}

/* How many of them are known; each by its own hash. */
static uint64_t count_known(struct sync_cache *cache, uint64_t first, uint64_t count) {
    char hash[SHA256_HEX_SIZE], got[SHA256_HEX_SIZE];
    uint64_t known = 0;
    for (uint64_t i = first; i < first + count; i++) {
        struct file_state file = file_number(i);
        snprintf(hash, sizeof hash, "%064llx", (unsigned long long)i);
        if (!sync_cache_lookup_file(cache, got, &file))
            continue;
        assert_string_equal(got, hash);
        known++;
    }
    return known;
}

static void remove_file(void) {
    remove(scratch_path("sub/cache"));
}

static void three_hundred_thousand_are_kept(void **state) {
    (void)state;
    const uint64_t many = 300000;
    remove_file();
    struct sync_cache cache = open_cache();
    remember_files(&cache, 0, many);
    assert_true(cache.table.run_count > 5);
    assert_true(cache.table.capacity <= 65536);
    assert_int_equal(count_known(&cache, 0, 1000), 1000);
    assert_int_equal(count_known(&cache, many - 1000, 2000), 1000);
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, many);
    assert_int_equal(count_known(&cache, 0, many), many);
    assert_int_equal(count_known(&cache, many, 1000), 0);
    /* What is known already changes nothing; what is new goes in between. */
    remember_files(&cache, 0, 1000);
    assert_false(cache.changed);
    remember_files(&cache, many, 10);
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, many + 10);
    assert_int_equal(count_known(&cache, many - 1000, 1010), 1010);
    close_cache(&cache);
}

static void the_last_hash_of_a_name_counts(void **state) {
    (void)state;
    char got[SHA256_HEX_SIZE];
    remove_file();
    for (int round = 0; round < 2; round++) {
        struct sync_cache cache = open_cache();
        sync_cache_remember_file(&cache, &STATE, SHA_A);
        remember_files(&cache, 0, 50000);
        sync_cache_remember_file(&cache, &STATE, SHA_B);
        remember_files(&cache, 50000 + (unsigned)round * 100000, 60000);
        assert_true(sync_cache_lookup_file(&cache, got, &STATE));
        assert_string_equal(got, SHA_B);
        close_cache(&cache);
        cache = open_cache();
        assert_true(sync_cache_lookup_file(&cache, got, &STATE));
        assert_string_equal(got, SHA_B);
        close_cache(&cache);
    }
}

static void the_longest_unused_go_first(void **state) {
    (void)state;
    remove_file();
    struct sync_cache cache = open_cache();
    const uint32_t today = cache.today;
    for (uint32_t i = 0; i < 4; i++) {
        cache.today = today - 90 + 30 * i; /* 90, 60, 30 and 0 days ago */
        remember_files(&cache, 1000 * i, 1000);
    }
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, 3000);
    assert_int_equal(count_known(&cache, 0, 1000), 0);
    /* One of those of 60 days ago is used: it is of today. */
    assert_int_equal(count_known(&cache, 1500, 1), 1);
    assert_true(cache.changed);
    cache.unused = 1200;
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(count_known(&cache, 1500, 1), 1);
    assert_int_equal(count_known(&cache, 1000, 1000), 201);
    assert_int_equal(count_known(&cache, 2000, 1000), 1000);
    assert_int_equal(count_known(&cache, 3000, 1000), 1000);
    cache.today = today + 60;
    remember_files(&cache, 4000, 1);
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(count_known(&cache, 1000, 3001), 2202);
    close_cache(&cache);
}

static void what_was_used_stays_without_limit(void **state) {
    (void)state;
    remove_file();
    struct sync_cache cache = open_cache();
    remember_files(&cache, 0, 3000);
    cache.unused = 10;
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, 3000);
    cache.today++;
    cache.unused = 10;
    remember_files(&cache, 3000, 20);
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, 30);
    close_cache(&cache);
}

static void two_runs_at_once_keep_both(void **state) {
    (void)state;
    remove_file();
    struct sync_cache cache = open_cache();
    remember_files(&cache, 0, 100);
    close_cache(&cache);
    struct sync_cache one = open_cache(), other = open_cache();
    remember_files(&one, 100, 100);
    remember_files(&other, 200, 100);
    close_cache(&one);
    assert_int_equal(count_known(&other, 0, 100), 100);
    close_cache(&other);
    cache = open_cache();
    assert_int_equal(count_known(&cache, 0, 300), 300);
    close_cache(&cache);
}

/* One page is no more; all others go on, and it is made good by the next that is saved. */
static void a_damaged_page_is_empty(void **state) {
    (void)state;
    size_t size;
    remove_file();
    struct sync_cache cache = open_cache();
    remember_files(&cache, 0, 780);
    close_cache(&cache);
    unsigned char *bytes = file_bytes(&size);
    bytes[4096 + 99] ^= 1;
    write_file(bytes, size);
    cache = open_cache();
    assert_int_equal(count_known(&cache, 0, 780), 702);
    remember_files(&cache, 0, 780);
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, 780);
    assert_int_equal(count_known(&cache, 0, 780), 780);
    /* Cut short by somebody while it is in use. */
    free(bytes);
    bytes = file_bytes(&size);
    sync_cache_pages_forget(&cache.pages);
    assert_int_equal(truncate(scratch_path("sub/cache"), 5000), 0);
    assert_int_equal(count_known(&cache, 0, 780), 78);
    sync_cache_release(&cache);
    free(bytes);
}

/* More than memory holds, and no room for it: the latest are known. */
static void without_a_file_the_latest_are_known(void **state) {
    (void)state;
    struct sync_cache cache;
    struct error error;
    assert_int_equal(sync_cache_open(&cache, NULL, &error), STATUS_OK);
    remember_files(&cache, 0, 60000);
    assert_true(cache.table.capacity <= 65536);
    assert_int_equal(count_known(&cache, 59000, 1000), 1000);
    sync_cache_release(&cache);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_hundred_thousand_are_kept),
        cmocka_unit_test(the_last_hash_of_a_name_counts),
        cmocka_unit_test(the_longest_unused_go_first),
        cmocka_unit_test(what_was_used_stays_without_limit),
        cmocka_unit_test(two_runs_at_once_keep_both),
        cmocka_unit_test(a_damaged_page_is_empty),
        cmocka_unit_test(without_a_file_the_latest_are_known),
    };
    return cmocka_run_group_tests_name("sync_cache_many", tests, scratch_folder_make,
                                       scratch_folder_remove);
}
