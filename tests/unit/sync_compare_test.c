/* sync_compare and multipart_etag: what decides, what it costs, and what must not be believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>

#include "tests/unit/fake_bucket.h"
#include "tests/unit/scratch_folder.h"
#include "tools/s3/multipart_etag.h"
#include "tools/s3/sync_compare.h"

/* MD5 of the MD5s of "hello " and "world", and their number. */
static char parts_etag[MULTIPART_ETAG_SIZE];
static char wrong_parts[MULTIPART_ETAG_SIZE];

static const struct fake_object OBJECTS[] = {
    {.key = "ours", .content = "hello world", .etag = "x", .has_sha256 = true},
    {.key = "ours-other", .content = "hello_world", .etag = "x", .has_sha256 = true},
    {.key = "plain", .content = "hello world"},
    {.key = "plain-other", .content = "hello_world"},
    {.key = "kms",
     .content = "hello world",
     .etag = "00000000000000000000000000000000",
     .encrypted = true},
    {.key = "parts", .content = "hello world", .etag = parts_etag, .part_size = 6},
    {.key = "parts-other", .content = "hello world", .etag = wrong_parts, .part_size = 6},
    {.key = "parts-untold", .content = "hello world", .etag = wrong_parts},
    {.key = "strange", .content = "hello world", .etag = "no-md5-at-all"},
    {.key = "none", .content = "hello world", .etag = ""},
    {.key = NULL},
};

static struct fake_bucket bucket;
static struct sync_cache cache;

/* Compares the file "f" with an object; "=" or "!" and the reason. */
static const char *against(const char *key, enum sync_compare_mode mode, bool from_file) {
    static char text[80];
    char path[PATH_MAX + 300], etag[SYNC_ACTION_ETAG_SIZE];
    const struct sync_compare compare = {mode, &cache};
    const struct fake_object *object = fake_find(&bucket, key);
    struct error error;
    bool equal;
    const char *reason;
    strcpy(path, scratch_path("f"));
    struct sync_content file = {.path = path};
    assert_true(file_state_look(&file.state, path));
    file.size = file.state.size;
    fake_etag(object, etag);
    struct sync_content other = {
        .reader = &bucket.reader, .key = key, .etag = etag, .size = strlen(object->content)};
    assert_int_equal(sync_compare_contents(&compare, &equal, &reason, from_file ? &file : &other,
                                           from_file ? &other : &file, &error),
                     STATUS_OK);
    snprintf(text, sizeof text, "%s%s", equal ? "=" : "!", reason);
    return text;
}

static int start(void **state) {
    struct error error;
    if (scratch_folder_make(state) != 0)
        return -1;
    scratch_write("f", "hello world");
    int descriptor = open(scratch_path("f"), O_RDONLY);
    if (descriptor < 0 ||
        multipart_etag_of_file(parts_etag, descriptor, "f", 11, 6, &error) != STATUS_OK)
        return -1;
    close(descriptor);
    strcpy(wrong_parts, parts_etag);
    wrong_parts[0] = wrong_parts[0] == '0' ? '1' : '0';
    return 0;
}

static int fresh(void **state) {
    struct error error;
    (void)state;
    fake_bucket_init(&bucket, "bucket", OBJECTS);
    return sync_cache_open(&cache, NULL, &error) == STATUS_OK ? 0 : -1;
}

static int drop(void **state) {
    (void)state;
    sync_cache_release(&cache);
    return 0;
}

static void our_own_hash_decides(void **state) {
    (void)state;
    assert_string_equal(against("ours", SYNC_COMPARE_CONTENT, true), "=unchanged");
    assert_int_equal(bucket.heads, 1);
    assert_string_equal(against("ours-other", SYNC_COMPARE_CONTENT, true), "!changed: content");
    assert_int_equal(bucket.heads, 2);
    assert_string_equal(against("ours", SYNC_COMPARE_CONTENT, false), "=unchanged");
    assert_string_equal(against("ours-other", SYNC_COMPARE_CONTENT, false), "!changed: content");
    /* Known by now, whichever way round. */
    assert_int_equal(bucket.heads, 2);
    assert_int_equal(bucket.hashes, 0);
}

static void an_md5_decides_where_there_is_no_hash(void **state) {
    (void)state;
    assert_string_equal(against("plain", SYNC_COMPARE_CONTENT, true), "=unchanged");
    assert_string_equal(against("plain-other", SYNC_COMPARE_CONTENT, true), "!changed: content");
    assert_int_equal(bucket.heads, 2);
    /* What was equal once needs no HEAD again. */
    assert_string_equal(against("plain", SYNC_COMPARE_CONTENT, true), "=unchanged");
    assert_int_equal(bucket.heads, 2);
}

static void parts_are_recomputed(void **state) {
    (void)state;
    assert_string_equal(against("parts", SYNC_COMPARE_CONTENT, true), "=unchanged");
    assert_string_equal(against("parts-other", SYNC_COMPARE_CONTENT, true), "!changed: content");
    assert_int_equal(bucket.part_sizes, 2);
    assert_string_equal(against("parts-untold", SYNC_COMPARE_CONTENT, true),
                        "!changed: cannot be compared");
    assert_int_equal(bucket.hashes, 0);
}

static void what_is_no_md5_is_not_compared_with_one(void **state) {
    (void)state;
    static const char *const KEYS[] = {"kms", "strange", "none", "parts-untold"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        assert_string_equal(against(KEYS[i], SYNC_COMPARE_CONTENT, true),
                            "!changed: cannot be compared");
        assert_int_equal(bucket.hashes, i);
        assert_string_equal(against(KEYS[i], SYNC_COMPARE_CHECKSUM, true), "=unchanged");
        assert_int_equal(bucket.hashes, i + 1);
    }
    /* Without permission for HEAD an MD5 can prove equality, but nothing else. */
    bucket.denies_heads = true;
    assert_string_equal(against("plain", SYNC_COMPARE_CONTENT, true), "=unchanged");
    assert_string_equal(against("plain-other", SYNC_COMPARE_CONTENT, true),
                        "!changed: cannot be compared");
    assert_string_equal(against("ours-other", SYNC_COMPARE_CONTENT, true),
                        "!changed: cannot be compared");
}

static void sizes_come_first_and_may_be_all(void **state) {
    (void)state;
    assert_string_equal(against("ours-other", SYNC_COMPARE_SIZE, true), "=unchanged");
    scratch_write("f", "longer than before");
    assert_string_equal(against("ours", SYNC_COMPARE_SIZE, true), "!changed: size");
    assert_string_equal(against("ours", SYNC_COMPARE_CHECKSUM, true), "!changed: size");
    assert_int_equal(bucket.heads, 0);
    scratch_write("f", "hello world");
}

static void two_objects_are_compared(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *wanted;
    } CASES[] = {
        {"plain", "plain", "=unchanged"},
        {"ours", "ours-other", "=unchanged"},
        {"plain", "plain-other", "!changed: cannot be compared"},
        {"ours", "plain", "!changed: cannot be compared"},
        {"kms", "strange", "!changed: cannot be compared"},
    };
    const struct sync_compare compare = {SYNC_COMPARE_CONTENT, &cache};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char etags[2][SYNC_ACTION_ETAG_SIZE], text[80];
        struct error error;
        bool equal;
        const char *reason;
        fake_etag(fake_find(&bucket, CASES[i].a), etags[0]);
        fake_etag(fake_find(&bucket, CASES[i].b), etags[1]);
        struct sync_content a = {
            .reader = &bucket.reader, .key = CASES[i].a, .size = 11, .etag = etags[0]};
        struct sync_content b = {
            .reader = &bucket.reader, .key = CASES[i].b, .size = 11, .etag = etags[1]};
        assert_int_equal(sync_compare_contents(&compare, &equal, &reason, &a, &b, &error),
                         STATUS_OK);
        snprintf(text, sizeof text, "%s%s", equal ? "=" : "!", reason);
        assert_string_equal(text, CASES[i].wanted);
    }
}

static void etags_are_told_apart(void **state) {
    (void)state;
    uint64_t sizes[4];
    assert_true(multipart_etag_is_md5("0123456789abcdef0123456789ABCDEF"));
    assert_false(multipart_etag_is_md5("0123456789abcdef0123456789abcdeg"));
    assert_false(multipart_etag_is_md5("0123456789abcdef0123456789abcdef-1"));
    assert_int_equal(multipart_etag_parts("0123456789abcdef0123456789abcdef-12"), 12);
    assert_int_equal(multipart_etag_parts("0123456789abcdef0123456789abcdef-"), 0);
    assert_int_equal(multipart_etag_parts("0123456789abcdef0123456789abcdef-1x"), 0);
    assert_int_equal(multipart_etag_parts("0123456789abcdef0123456789abcdef"), 0);
    assert_true(multipart_etag_fits(0, 8, 1));
    assert_true(multipart_etag_fits(17, 8, 3));
    assert_false(multipart_etag_fits(16, 8, 3));
    assert_false(multipart_etag_fits(16, 0, 3));
    assert_int_equal(multipart_etag_guess(sizes, (uint64_t)100 << 20, 13), 1);
    assert_int_equal(sizes[0], 8 << 20);
    assert_int_equal(multipart_etag_guess(sizes, 100, 7), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(our_own_hash_decides, fresh, drop),
        cmocka_unit_test_setup_teardown(an_md5_decides_where_there_is_no_hash, fresh, drop),
        cmocka_unit_test_setup_teardown(parts_are_recomputed, fresh, drop),
        cmocka_unit_test_setup_teardown(what_is_no_md5_is_not_compared_with_one, fresh, drop),
        cmocka_unit_test_setup_teardown(sizes_come_first_and_may_be_all, fresh, drop),
        cmocka_unit_test_setup_teardown(two_objects_are_compared, fresh, drop),
        cmocka_unit_test(etags_are_told_apart),
    };
    return cmocka_run_group_tests_name("sync_compare", tests, start, scratch_folder_remove);
}
