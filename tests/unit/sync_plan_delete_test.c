/* Deletions of sync_plan: what goes, what stays, and when nothing may go at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/plan_sample.h"

static struct fake_bucket target, source;

static const struct fake_object OBJECTS[] = {{.key = "p", .content = "x"},
                                             {.key = "p/a", .content = "a"},
                                             {.key = "p/gone", .content = "x"},
                                             {.key = "p/sub/", .content = ""},
                                             {.key = "p/sub/gone", .content = "x"},
                                             {.key = "p2/gone", .content = "x"},
                                             {.key = NULL}};

static int make_tree(void **state) {
    if (scratch_folder_make(state) != 0 || chdir(scratch_folder) != 0)
        return -1;
    static const char *const FOLDERS[] = {"d", "d/sub", "e", "to", "to/sub"};
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        mkdir(FOLDERS[i], 0777);
    static const char *const FILES[] = {"d/a", "to/a", "to/gone", "to/sub/gone",
                                        "to/.mlmprep-1.tmp"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        scratch_write(FILES[i], "a");
    scratch_write("d/sub/dataset.json", "{}");
    return symlink("../d", "to/link") != 0 || symlink("nothing", "to/broken") != 0;
}

static int remove_tree(void **state) {
    return chdir("/") != 0 ? -1 : scratch_folder_remove(state);
}

static struct plan_sample delete_from_bucket(const char *path) {
    fake_bucket_init(&target, "bucket", OBJECTS);
    struct plan_sample sample = {.to = "s3://bucket/p", .sources = {path}};
    sample.options.target = &target.reader;
    sample.options.delete_others = true;
    sample.options.max_delete = UINT64_MAX;
    return sample;
}

static void what_no_source_has_goes(void **state) {
    (void)state;
    struct plan_sample sample = delete_from_bucket("d");
    plan_sample_expect(&sample, STATUS_OK, "=p/a;xp/gone!;xp/sub/gone!;^p/sub/dataset.json!;");
    assert_int_equal(target.lists, 1);
    sample.sources[0] = "d/./sub";
    plan_sample_expect(&sample, STATUS_OK, "xp/sub/gone!;^p/sub/dataset.json!;");
}

static void what_is_not_selected_stays(void **state) {
    (void)state;
    struct plan_sample sample = delete_from_bucket("d");
    struct selection selection = {NULL, 0};
    assert_int_equal(selection_add(&selection, false, "sub/*", &sample.error), STATUS_OK);
    sample.options.selection = &selection;
    plan_sample_expect(&sample, STATUS_OK, "=p/a;xp/gone!;");
    selection_release(&selection);
}

static void no_more_goes_than_is_allowed(void **state) {
    (void)state;
    struct plan_sample sample = delete_from_bucket("d");
    sample.options.max_delete = 1;
    plan_sample_expect(&sample, STATUS_FAILED, "=p/a;^p/sub/dataset.json!;");
    sample.options.max_delete = 2;
    plan_sample_expect(&sample, STATUS_OK, "=p/a;xp/gone!;xp/sub/gone!;^p/sub/dataset.json!;");
}

static void nothing_goes_on_doubt(void **state) {
    (void)state;
    struct plan_sample sample = delete_from_bucket("e");
    plan_sample_expect(&sample, STATUS_FAILED, "");
    sample.sources[0] = "nowhere";
    plan_sample_expect(&sample, STATUS_PARTIAL, "-nowhere;");
    sample.sources[0] = "d";
    sample.sources[1] = "nowhere";
    plan_sample_expect(&sample, STATUS_PARTIAL, "=p/a;-nowhere;^p/sub/dataset.json!;");
    sample.sources[1] = "e";
    plan_sample_expect(&sample, STATUS_FAILED, "=p/a;^p/sub/dataset.json!;");
    sample.sources[0] = "d/a";
    sample.sources[1] = NULL;
    plan_sample_expect(&sample, STATUS_FAILED, "=p/a;");
    sample.sources[0] = "d";
    target.denies_lists = true;
    plan_sample_expect(&sample, STATUS_FAILED, "~;^p/a;^p/sub/dataset.json!;");
    target.denies_lists = false;
    target.fails_lists = true;
    plan_sample_expect(&sample, STATUS_TEMPORARY, "");
    if (symlink("nothing", "d/broken") != 0)
        fail();
    sample = delete_from_bucket("d");
    plan_sample_expect(&sample, STATUS_PARTIAL, "-d/broken;=p/a;^p/sub/dataset.json!;");
    unlink("d/broken");
}

static void only_a_complete_list_can_delete(void **state) {
    (void)state;
    struct plan_sample sample = delete_from_bucket(NULL);
    sample.list = "d/a\n";
    plan_sample_expect(&sample, STATUS_FAILED, "=p/a;");
    sample.list = "d/./a\n";
    plan_sample_expect(&sample, STATUS_CUT_SHORT, "=p/a;");
    sample.list = "d/./a\nd/./sub/dataset.json\n";
    plan_sample_expect(&sample, STATUS_OK, "=p/a;^p/sub/dataset.json!;xp/sub/gone!;");
}

static void files_go_but_links_stay(void **state) {
    (void)state;
    char to[PATH_MAX + 300];
    snprintf(to, sizeof to, "file://%s/to", scratch_folder);
    struct plan_sample sample = {.to = to, .sources = {"d"}};
    sample.options.delete_others = true;
    sample.options.max_delete = 3;
    plan_sample_expect(&sample, STATUS_OK, "=to/a;xto/gone!;xto/sub/gone!;=>to/sub/dataset.json!;");
    snprintf(to, sizeof to, "file://%s/nothing-there", scratch_folder);
    plan_sample_expect(&sample, STATUS_OK, "=>nothing-there/a;=>nothing-there/sub/dataset.json!;");
}

static void objects_of_a_prefix_delete_as_folders_do(void **state) {
    (void)state;
    static const struct fake_object FROM[] = {{.key = "q/a", .content = "a"}, {.key = NULL}};
    struct plan_sample sample = delete_from_bucket("s3://from/q");
    fake_bucket_init(&source, "from", FROM);
    sample.options.source = &source.reader;
    plan_sample_expect(&sample, STATUS_OK, "=p/a;xp/gone!;xp/sub/gone!;");
    sample.sources[0] = "s3://from/q/a";
    plan_sample_expect(&sample, STATUS_FAILED, "=p/a;");
    sample.sources[0] = "s3://from/nothing";
    plan_sample_expect(&sample, STATUS_FAILED, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_source_has_goes),
        cmocka_unit_test(what_is_not_selected_stays),
        cmocka_unit_test(no_more_goes_than_is_allowed),
        cmocka_unit_test(nothing_goes_on_doubt),
        cmocka_unit_test(only_a_complete_list_can_delete),
        cmocka_unit_test(files_go_but_links_stay),
        cmocka_unit_test(objects_of_a_prefix_delete_as_folders_do),
    };
    return cmocka_run_group_tests_name("sync_plan_delete", tests, make_tree, remove_tree);
}
