/* remote_index: what is packed comes out as it went in; order, wider listings, marks, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/fake_bucket.h"
#include "tools/s3/remote_index.h"

static const char MD5[] = "0123456789abcdef0123456789abcdef";

static void add(struct remote_run *run, const char *key, const char *etag, uint64_t size) {
    struct error error;
    const struct s3_list_object object = {key, etag, size};
    assert_int_equal(remote_run_add(run, &object, &error), STATUS_OK);
}

static void expect(const struct remote_run *run, const char *key, const char *etag, uint64_t size) {
    struct remote_entry entry = {.number = 0};
    struct error error;
    bool found;
    assert_int_equal(remote_run_find(run, &entry, &found, key, &error), STATUS_OK);
    assert_int_equal(found, etag != NULL);
    if (etag != NULL) {
        assert_string_equal((const char *)entry.key.data, key);
        assert_string_equal(entry.etag, etag);
        assert_int_equal(entry.size, size);
    }
    remote_entry_release(&entry);
}

static void etags_come_out_as_they_went_in(void **state) {
    static const char *const ETAGS[] = {"",
                                        "x",
                                        "0123456789abcdef0123456789abcdef",
                                        "0123456789ABCDEF0123456789ABCDEF",
                                        "0123456789abcdef0123456789abcdef-1",
                                        "0123456789abcdef0123456789abcdef-10000",
                                        "0123456789abcdef0123456789abcdef-01",
                                        "0123456789abcdef0123456789abcdef-",
                                        "0123456789abcdef0123456789abcdef+7",
                                        "0123456789abcdef0123456789abcdef-99999999999",
                                        "0123456789abcdef0123456789abcdeg",
                                        "0123456789abcdef0123456789abcdef0"};
    struct remote_run run = {.count = 0};
    struct error error;
    char key[16];
    (void)state;
    for (int i = 0; i < 12; i++) {
        snprintf(key, sizeof key, "k%02d", i);
        add(&run, key, ETAGS[i], i == 3 ? INT64_MAX : (uint64_t)i * 100);
    }
    assert_int_equal(remote_run_end(&run, &error), STATUS_OK);
    for (int i = 0; i < 12; i++) {
        snprintf(key, sizeof key, "k%02d", i);
        expect(&run, key, ETAGS[i], i == 3 ? INT64_MAX : (uint64_t)i * 100);
    }
    expect(&run, "k", NULL, 0);
    expect(&run, "k00x", NULL, 0);
    expect(&run, "z", NULL, 0);
    remote_run_release(&run);
}

/* All of 0 to 199, in the order that a stride makes. */
static void any_order_will_do(void **state) {
    static const unsigned STRIDES[] = {1, 199, 7, 0};
    (void)state;
    for (size_t s = 0; STRIDES[s] != 0; s++) {
        struct remote_run run = {.count = 0};
        struct error error;
        char key[16];
        for (unsigned i = 0; i < 200; i++) {
            snprintf(key, sizeof key, "a/%03u", i * STRIDES[s] % 200);
            add(&run, key, MD5, i * STRIDES[s] % 200);
            add(&run, key, MD5, 1000); /* repeated, as at the edge of pages */
        }
        assert_int_equal(remote_run_end(&run, &error), STATUS_OK);
        assert_int_equal(run.count, 200);
        for (unsigned i = 0; i < 200; i++) {
            snprintf(key, sizeof key, "a/%03u", i);
            expect(&run, key, MD5, i);
        }
        expect(&run, "a/0005", NULL, 0);
        expect(&run, "a/0315", NULL, 0);
        remote_run_release(&run);
    }
}

static void a_million_objects_are_small(void **state) {
    struct remote_run run = {.count = 0};
    struct error error;
    char key[64];
    (void)state;
    for (unsigned i = 0; i < 100000; i++) {
        snprintf(key, sizeof key, "data/train/%04u/shard-%07u.hdf5", i / 1000, i);
        add(&run, key, MD5, 16000000 + i);
    }
    assert_int_equal(remote_run_end(&run, &error), STATUS_OK);
    assert_true(run.bytes.size + sizeof *run.blocks * run.block_capacity < (size_t)100000 * 32);
    expect(&run, "data/train/0077/shard-0077123.hdf5", MD5, 16077123);
    remote_run_release(&run);
}

/* The index of a bucket, as text: keys, "*" for those that are marked. */
static void expect_all(const struct remote_index *index, const char *wanted) {
    struct remote_cursor cursor = {.part = 0};
    struct remote_object object;
    struct error error;
    char text[256] = "";
    size_t length = 0;
    bool more = true;
    for (;;) {
        assert_int_equal(remote_index_next(index, &cursor, &more, &object, &error), STATUS_OK);
        if (!more)
            break;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s;", object.key,
                                   object.is_marked ? "*" : "");
    }
    remote_cursor_release(&cursor);
    assert_string_equal(text, wanted);
}

static void wider_listings_keep_what_was_marked(void **state) {
    static const struct fake_object OBJECTS[] = {{.key = "a/1", .content = "1"},
                                                 {.key = "a/2", .content = "2"},
                                                 {.key = "b", .content = "b"},
                                                 {.key = "b/1", .content = "3"},
                                                 {.key = NULL}};
    struct fake_bucket bucket;
    struct remote_index index;
    struct remote_object object;
    struct error error;
    bool found;
    (void)state;
    fake_bucket_init(&bucket, "bucket", OBJECTS);
    remote_index_init(&index, &bucket.reader);
    assert_int_equal(remote_index_cover(&index, "a/", &error), STATUS_OK);
    assert_int_equal(remote_index_ask(&index, "b", &error), STATUS_OK);
    assert_false(remote_index_covers(&index, "b"));
    assert_int_equal(remote_index_find(&index, &found, &object, "a/2", &error), STATUS_OK);
    assert_true(found && object.size == 1);
    assert_int_equal(remote_index_find(&index, &found, &object, "b", &error), STATUS_OK);
    assert_true(found);
    assert_int_equal(remote_index_find(&index, &found, &object, "b/1", &error), STATUS_OK);
    assert_false(found);
    expect_all(&index, "a/1;a/2*;b*;");
    assert_int_equal(remote_index_cover(&index, "", &error), STATUS_OK);
    expect_all(&index, "a/1;a/2*;b*;b/1;");
    assert_int_equal(remote_index_cover(&index, "a/", &error), STATUS_OK);
    assert_int_equal(bucket.lists, 3);
    remote_index_release(&index);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(etags_come_out_as_they_went_in),
        cmocka_unit_test(any_order_will_do),
        cmocka_unit_test(a_million_objects_are_small),
        cmocka_unit_test(wider_listings_keep_what_was_marked),
    };
    return cmocka_run_group_tests_name("remote_index", tests, NULL, NULL);
}
