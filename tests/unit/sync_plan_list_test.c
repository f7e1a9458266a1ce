/* Lists of sync_plan: how they may end, and where their dataset.json goes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/plan_sample.h"

static struct fake_bucket target;

static const struct fake_object NOTHING[] = {{.key = NULL}};

static int make_tree(void **state) {
    if (scratch_folder_make(state) != 0 || chdir(scratch_folder) != 0)
        return -1;
    mkdir("d", 0777);
    mkdir("d/a", 0777);
    static const char *const FILES[] = {"d/a/2", "d/a/10", "d/dataset.json", "d/z", "d/_SUCCESS"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        scratch_write(FILES[i], FILES[i]);
    return 0;
}

static int remove_tree(void **state) {
    return chdir("/") != 0 ? -1 : scratch_folder_remove(state);
}

static void plan(const char *list, enum status status, const char *wanted) {
    struct plan_sample sample = {.to = "s3://bucket/p", .list = list};
    fake_bucket_init(&target, "bucket", NOTHING);
    sample.options.target = &target.reader;
    plan_sample_expect(&sample, status, wanted);
}

static void a_stream_ends_with_the_commit_file(void **state) {
    (void)state;
    plan("d/./a/2\nd/./dataset.json\n", STATUS_OK, "^p/a/2;^p/dataset.json!;");
    plan("d/./a/2\n", STATUS_CUT_SHORT, "^p/a/2;");
    plan("d/./a/2\nd/./dataset.json\nd/./z\n", STATUS_CUT_SHORT, "^p/a/2;^p/dataset.json!;^p/z;");
    plan("d/./a/2\nd/./dataset.json\nd/./z\nd/a/./10\nd/a/../a/./2\nd/./dataset.json\n", STATUS_OK,
         "^p/a/2;^p/dataset.json!;^p/z;^p/10;^p/2;^p/dataset.json!;");
}

static void a_list_cut_at_any_byte_is_noticed(void **state) {
    (void)state;
    static const char WHOLE[] = "d/./a/2\nd/./a/10\nd/./dataset.json\n";
    for (size_t length = 0; length < sizeof WHOLE - 2; length++) {
        char list[sizeof WHOLE] = "";
        memcpy(list, WHOLE, length);
        plan(list, STATUS_CUT_SHORT, length < 8 ? "" : length < 17 ? "^p/a/2;" : "^p/a/2;^p/a/10;");
    }
    /* Whole but for the last line feed: the name tells that nothing is missing. */
    plan("d/./a/2\nd/./dataset.json", STATUS_OK, "^p/a/2;^p/dataset.json!;");
}

static void plain_lists_may_end_anywhere_but_not_be_empty(void **state) {
    (void)state;
    plan("d/a/2\n\nd/z", STATUS_OK, "^p/2;^p/z;");
    plan("d/a/2\nd", STATUS_CUT_SHORT, "^p/2;");
    plan("d/dataset.json\nd/_SUCCESS\nd/z\n", STATUS_OK, "^p/z;^p/dataset.json!;^p/_SUCCESS!;");
    plan("", STATUS_CUT_SHORT, "");
    plan("\n\n", STATUS_CUT_SHORT, "");
}

static void the_producers_failure_is_passed_on(void **state) {
    (void)state;
    plan("d/./a/2\n\x18no space\nd/./dataset.json\n", STATUS_UPSTREAM, "^p/a/2;");
    plan("d/./a/2\n\x18no space", STATUS_UPSTREAM, "^p/a/2;");
}

static void a_line_without_end_is_refused(void **state) {
    (void)state;
    char *list = malloc(40000);
    assert_non_null(list);
    memset(list, 'x', 39999);
    list[39999] = '\0';
    plan(list, STATUS_NOT_OURS, "");
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_ends_with_the_commit_file),
        cmocka_unit_test(a_list_cut_at_any_byte_is_noticed),
        cmocka_unit_test(plain_lists_may_end_anywhere_but_not_be_empty),
        cmocka_unit_test(the_producers_failure_is_passed_on),
        cmocka_unit_test(a_line_without_end_is_refused),
    };
    return cmocka_run_group_tests_name("sync_plan_list", tests, make_tree, remove_tree);
}
