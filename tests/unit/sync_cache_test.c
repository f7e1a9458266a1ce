/* sync_cache: what is remembered comes back, damage of every kind is an empty cache. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <utime.h>

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

static void what_is_remembered_comes_back(void **state) {
    (void)state;
    char got[SHA256_HEX_SIZE];
    struct sync_cache cache = open_cache();
    assert_false(sync_cache_lookup_file(&cache, got, &STATE));
    sync_cache_remember_file(&cache, &STATE, SHA_A);
    sync_cache_remember_object(&cache, "http://x", "b", "k\n", "e", 9, SHA_B);
    sync_cache_remember_object(&cache, "http://x", "b", "none", "", 9, SHA_B);
    sync_cache_remember_object(&cache, "http://x", "b", "none", "f", 9, "");
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, 2);
    assert_true(sync_cache_lookup_file(&cache, got, &STATE));
    assert_string_equal(got, SHA_A);
    assert_true(sync_cache_lookup_object(&cache, got, "http://x", "b", "k\n", "e", 9));
    assert_string_equal(got, SHA_B);
    struct file_state other = STATE;
    other.modified.tv_nsec++;
    assert_false(sync_cache_lookup_file(&cache, got, &other));
    other = STATE;
    other.changed.tv_nsec++;
    assert_false(sync_cache_lookup_file(&cache, got, &other));
    other = STATE;
    other.size++;
    assert_false(sync_cache_lookup_file(&cache, got, &other));
    assert_false(sync_cache_lookup_object(&cache, got, "http://y", "b", "k\n", "e", 9));
    assert_false(sync_cache_lookup_object(&cache, got, "http://x", "c", "k\n", "e", 9));
    assert_false(sync_cache_lookup_object(&cache, got, "http://x", "b", "k", "e", 9));
    assert_false(sync_cache_lookup_object(&cache, got, "http://x", "b", "k\n", "f", 9));
    assert_false(sync_cache_lookup_object(&cache, got, "http://x", "b", "k\n", "e", 8));
    close_cache(&cache);
}

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

/* Whether a cache of these bytes knows STATE; if so, by SHA_A. */
static bool knows_state(const unsigned char *bytes, size_t size) {
    char got[SHA256_HEX_SIZE];
    write_file(bytes, size);
    struct sync_cache cache = open_cache();
    bool known = sync_cache_lookup_file(&cache, got, &STATE);
    if (known)
        assert_string_equal(got, SHA_A);
    sync_cache_release(&cache);
    return known;
}

static void any_damage_is_an_empty_cache(void **state) {
    (void)state;
    size_t size;
    unsigned char *bytes = file_bytes(&size);
    assert_true(knows_state(bytes, size));
    for (size_t length = 0; length < size; length += length < 8 || length > size - 50 ? 1 : 13)
        assert_false(knows_state(bytes, length));
    for (size_t i = 0; i < size; i += i < 200 || i > size - 60 ? 1 : 11) {
        bytes[i] ^= 0x10;
        assert_false(knows_state(bytes, size));
        bytes[i] ^= 0x10;
    }
    write_file((const unsigned char *)"rubbish", 7);
    free(bytes);
    struct sync_cache cache = open_cache();
    assert_int_equal(cache.stored.count, 0);
    sync_cache_remember_file(&cache, &STATE, SHA_A);
    close_cache(&cache);
    cache = open_cache();
    assert_int_equal(cache.stored.count, 1);
    close_cache(&cache);
}

static void a_cache_that_is_not_kept_works_all_the_same(void **state) {
    (void)state;
    char got[SHA256_HEX_SIZE];
    struct sync_cache cache;
    struct error error;
    assert_int_equal(sync_cache_open(&cache, NULL, &error), STATUS_OK);
    sync_cache_remember_file(&cache, &STATE, SHA_A);
    assert_true(sync_cache_lookup_file(&cache, got, &STATE));
    close_cache(&cache);
    sync_cache_release(&cache);
    struct buffer path = BUFFER_INIT;
    assert_int_equal(sync_cache_append_default_path(&path, "/c", "/h", &error), STATUS_OK);
    assert_string_equal((const char *)path.data, "/c/mlmprep/s3sync.cache");
    buffer_clear(&path);
    assert_int_equal(sync_cache_append_default_path(&path, "relative", "/h", &error), STATUS_OK);
    assert_string_equal((const char *)path.data, "/h/.cache/mlmprep/s3sync.cache");
    buffer_clear(&path);
    assert_int_equal(sync_cache_append_default_path(&path, NULL, NULL, &error), STATUS_OK);
    assert_int_equal(path.size, 0);
    buffer_release(&path);
}

static void actions_teach_only_what_still_holds(void **state) {
    (void)state;
    char got[SHA256_HEX_SIZE];
    struct sync_cache cache;
    struct error error;
    scratch_write("file", "12345");
    char path[PATH_MAX + 300];
    strcpy(path, scratch_path("file"));
    assert_int_equal(sync_cache_open(&cache, NULL, &error), STATUS_OK);
    struct sync_action *action = sync_action_new(SYNC_UPLOAD, path, "key", "new");
    assert_non_null(action);
    action->has_state = file_state_look(&action->source_state, path);
    assert_true(action->has_state);
    struct sync_result result = {.bytes = 5};
    strcpy(result.sha256, SHA_A);
    strcpy(result.etag, "\"tag\"");
    sync_cache_learn(&cache, "http://x", "b", action, &result);
    assert_true(sync_cache_lookup_file(&cache, got, &action->source_state));
    assert_true(sync_cache_lookup_object(&cache, got, "http://x", "b", "key", "tag", 5));
    /* Touched since it was planned: nobody knows what was hashed. */
    const struct utimbuf times = {1000, 1000};
    struct sync_cache empty;
    assert_int_equal(sync_cache_open(&empty, NULL, &error), STATUS_OK);
    assert_int_equal(utime(path, &times), 0);
    sync_cache_learn(&empty, NULL, NULL, action, &result);
    assert_int_equal(empty.table.count, 0);
    sync_cache_release(&empty);
    sync_cache_release(&cache);
    sync_action_free(action);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_remembered_comes_back),
        cmocka_unit_test(any_damage_is_an_empty_cache),
        cmocka_unit_test(a_cache_that_is_not_kept_works_all_the_same),
        cmocka_unit_test(actions_teach_only_what_still_holds),
    };
    return cmocka_run_group_tests_name("sync_cache", tests, scratch_folder_make,
                                       scratch_folder_remove);
}
