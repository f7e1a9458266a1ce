/* task_marker: written, read and held against files; damage of every kind is no marker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <sys/stat.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_key.h"
#include "tools/prep/task_marker.h"

static struct error error;

static const char KEY[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* SHA-256 of "one\n". */
static const char ONE[] = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806";

static int make_run_folder(void **state) {
    if (scratch_folder_make(state) != 0)
        return -1;
    return run_folder_make(scratch_folder, &error) == STATUS_OK ? 0 : -1;
}

static void make_marker(struct task_marker *marker) {
    scratch_write("text/one", "one\n");
    scratch_write("shards/two", "two\n");
    task_marker_init(marker);
    strcpy(marker->key, KEY);
    assert_int_equal(task_marker_add_file(marker, scratch_folder, "text/one", &error), STATUS_OK);
    assert_int_equal(task_marker_add_file(marker, scratch_folder, "shards/two", &error), STATUS_OK);
    marker->details = json_pack("{s:f, s:{s:[i, f]}}", "seconds", 1.5, "manifest", "list", 1, 0.15);
    assert_non_null(marker->details);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    struct task_marker marker, again;
    bool there;
    make_marker(&marker);
    assert_int_equal(task_marker_read(&again, &there, scratch_folder, "m", &error), STATUS_OK);
    assert_false(there);
    assert_int_equal(task_marker_write(&marker, scratch_folder, "m", &error), STATUS_OK);
    assert_int_equal(task_marker_read(&again, &there, scratch_folder, "m", &error), STATUS_OK);
    assert_true(there);
    assert_string_equal(again.key, KEY);
    assert_int_equal(again.file_count, 2);
    assert_string_equal(again.files[0].path, "text/one");
    assert_int_equal(again.files[0].bytes, 4);
    assert_string_equal(again.files[0].sha256, ONE);
    assert_true(json_equal(again.details, marker.details));
    task_marker_release(&again);
    task_marker_release(&again);
    task_marker_release(&marker);
}

static void a_marker_holds_as_long_as_its_files_do(void **state) {
    (void)state;
    struct task_marker marker;
    char other[] = "1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    make_marker(&marker);
    assert_true(task_marker_holds(&marker, scratch_folder, KEY, MARKER_CHECK_HASHES));
    assert_false(task_marker_holds(&marker, scratch_folder, other, MARKER_CHECK_SIZES));
    assert_false(task_marker_holds(&marker, scratch_folder, "", MARKER_CHECK_SIZES));
    scratch_write("shards/two", "TWO\n");
    assert_true(task_marker_holds(&marker, scratch_folder, KEY, MARKER_CHECK_SIZES));
    assert_false(task_marker_holds(&marker, scratch_folder, KEY, MARKER_CHECK_HASHES));
    scratch_write("shards/two", "two\n\n");
    assert_false(task_marker_holds(&marker, scratch_folder, KEY, MARKER_CHECK_SIZES));
    remove(scratch_path("shards/two"));
    assert_false(task_marker_holds(&marker, scratch_folder, KEY, MARKER_CHECK_SIZES));
    task_marker_release(&marker);
}

static void files_may_lie_elsewhere(void **state) {
    (void)state;
    struct task_marker marker;
    task_marker_init(&marker);
    strcpy(marker.key, KEY);
    scratch_write("elsewhere", "one\n");
    char path[PATH_MAX + 300];
    snprintf(path, sizeof path, "%s", scratch_path("elsewhere"));
    assert_int_equal(task_marker_add_file(&marker, "/no/folder", path, &error), STATUS_OK);
    assert_true(task_marker_holds(&marker, "/no/folder", KEY, MARKER_CHECK_HASHES));
    assert_string_equal(marker.files[0].sha256, ONE);
    assert_int_equal(task_marker_add_file(&marker, scratch_folder, "none", &error), STATUS_FAILED);
    assert_int_equal(task_marker_add_known(&marker, "x", 1, "short", &error), STATUS_FAILED);
    assert_int_equal(marker.file_count, 1);
    task_marker_release(&marker);
}

static void what_cannot_be_a_marker_is_not_written(void **state) {
    (void)state;
    struct task_marker marker;
    task_marker_init(&marker);
    assert_int_equal(task_marker_write(&marker, scratch_folder, "bad", &error), STATUS_FAILED);
    strcpy(marker.key, KEY);
    assert_int_equal(task_marker_add_known(&marker, "\xff", 1, ONE, &error), STATUS_OK);
    assert_int_equal(task_marker_write(&marker, scratch_folder, "bad", &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "not UTF-8"));
    assert_false(scratch_exists(scratch_path("state/bad.json")));
    task_marker_release(&marker);
}

static bool is_marker(const char *text, size_t size) {
    struct task_marker marker;
    bool whole = task_marker_parse(&marker, (struct view){(const unsigned char *)text, size});
    if (whole)
        task_marker_release(&marker);
    return whole;
}

static void damage_is_no_marker(void **state) {
    (void)state;
    struct task_marker marker;
    bool there;
    make_marker(&marker);
    assert_int_equal(task_marker_write(&marker, scratch_folder, "m", &error), STATUS_OK);
    task_marker_release(&marker);
    char text[8192];
    snprintf(text, sizeof text, "%s", scratch_read("state/m.json"));
    size_t size = strlen(text);
    assert_true(is_marker(text, size));
    /* Without the line's end it is whole. */
    for (size_t length = 0; length < size - 1; length++)
        assert_false(is_marker(text, length));
    static const char *const NONE[] = {
        "[]",
        "{}",
        "null",
        "{\"format\":\"mlmprep marker 2\",\"key\":\"KEY\",\"files\":[]}",
        "{\"format\":\"mlmprep marker 1\",\"key\":\"KE\",\"files\":[]}",
        "{\"format\":\"mlmprep marker 1\",\"key\":\"KEY\",\"files\":{}}",
        "{\"format\":\"mlmprep marker 1\",\"key\":\"KEY\",\"files\":[1]}",
        "{\"format\":\"mlmprep marker 1\",\"key\":\"KEY\",\"files\":[{\"path\":\"x\",\"bytes\":-1,"
        "\"sha256\":\"KEY\"}]}",
        "{\"format\":\"mlmprep marker 1\",\"key\":\"KEY\",\"files\":[{\"path\":\"\",\"bytes\":1,"
        "\"sha256\":\"KEY\"}]}",
        "{\"format\":\"mlmprep marker 1\",\"key\":\"KEY\",\"files\":[],\"details\":1}",
    };
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
        char whole[1000] = "";
        const char *at = NONE[i], *key;
        while ((key = strstr(at, "\"KEY\"")) != NULL) {
            snprintf(whole + strlen(whole), sizeof whole - strlen(whole), "%.*s\"%s\"",
                     (int)(key - at), at, KEY);
            at = key + 5;
        }
        strncat(whole, at, sizeof whole - strlen(whole) - 1);
        assert_false(is_marker(whole, strlen(whole)));
    }
    scratch_write("state/m.json", "");
    assert_int_equal(task_marker_read(&marker, &there, scratch_folder, "m", &error), STATUS_OK);
    assert_false(there);
    remove(scratch_path("state/m.json"));
    /* A folder of that name is none, either. */
    assert_int_equal(mkdir(scratch_path("state/m.json"), 0777), 0);
    assert_int_equal(task_marker_read(&marker, &there, scratch_folder, "m", &error), STATUS_OK);
    assert_false(there);
}

static void key_of(char hex[RUN_PLAN_SHA256], const char *const *parts) {
    struct task_key key;
    assert_int_equal(task_key_init(&key, &error), STATUS_OK);
    for (; *parts != NULL; parts++)
        task_key_add(&key, *parts);
    task_key_finish(&key, hex);
    assert_int_equal(strlen(hex), RUN_PLAN_SHA256 - 1);
}

static void no_two_lists_have_the_same_key(void **state) {
    (void)state;
    static const char *const LISTS[][4] = {
        {NULL},           {"", NULL},       {"", "", NULL},   {"ab", NULL},
        {"a", "b", NULL}, {"", "ab", NULL}, {"ab", "", NULL},
    };
    char keys[8][RUN_PLAN_SHA256];
    size_t count = sizeof LISTS / sizeof *LISTS;
    for (size_t i = 0; i < count; i++)
        key_of(keys[i], LISTS[i]);
    struct run_words words = {0};
    struct task_key key;
    assert_int_equal(run_words_split(&words, "a b", &error), STATUS_OK);
    assert_int_equal(task_key_init(&key, &error), STATUS_OK);
    task_key_add_words(&key, &words);
    task_key_finish(&key, keys[count++]);
    run_words_release(&words);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(keys[i], keys[j]);
    }
    /* A key stays what it is from version to version. */
    key_of(keys[0], (const char *const[]){"task", "0.1.0", NULL});
    assert_string_equal(keys[0],
                        "f9d64888850b5498fcb089c4e1e7fac7fda359905a6577f3a7c73273f1ea67bc");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_marker_holds_as_long_as_its_files_do),
        cmocka_unit_test(files_may_lie_elsewhere),
        cmocka_unit_test(what_cannot_be_a_marker_is_not_written),
        cmocka_unit_test(damage_is_no_marker),
        cmocka_unit_test(no_two_lists_have_the_same_key),
    };
    return cmocka_run_group_tests(tests, make_run_folder, scratch_folder_remove);
}
