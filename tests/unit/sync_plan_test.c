/* sync_plan: what is sent where, in every direction, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/plan_sample.h"

static struct fake_bucket target, source;

static const struct fake_object NOTHING[] = {{.key = NULL}};

static int make_tree(void **state) {
    if (scratch_folder_make(state) != 0)
        return -1;
    static const char *const FOLDERS[] = {"d", "d/a", "d/empty", "e", "to", "to/sub"};
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        mkdir(scratch_path(FOLDERS[i]), 0777);
    static const char *const FILES[] = {"d/a/2", "d/a/10", "d/a-b",
                                        "d/z",   "e/1",    "d/.mlmprep-7.tmp"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        scratch_write(FILES[i], FILES[i]);
    scratch_write("to/same", "same");
    scratch_write("to/other", "other");
    return symlink("..", scratch_path("e/up")) != 0 ||
           symlink("nothing", scratch_path("e/broken")) != 0;
}

static struct plan_sample to_bucket(const struct fake_object *objects, const char *path) {
    fake_bucket_init(&target, "bucket", objects);
    struct plan_sample sample = {.to = "s3://bucket/p", .sources = {path}};
    sample.options.target = &target.reader;
    sample.options.max_delete = UINT64_MAX;
    return sample;
}

static void folders_go_up_in_the_order_of_keys(void **state) {
    (void)state;
    struct plan_sample sample = to_bucket(NOTHING, "d");
    plan_sample_expect(&sample, STATUS_OK, "^p/a-b;^p/a/10;^p/a/2;^p/z;");
    assert_string_equal(target.listed, "p/;");
    sample = to_bucket(NOTHING, "d/./a");
    plan_sample_expect(&sample, STATUS_OK, "^p/a/10;^p/a/2;");
    assert_string_equal(target.listed, "p/a/;");
}

static void what_is_there_already_is_not_sent(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {{.key = "p/a-b", .content = "d/a-b"},
                                                 {.key = "p/a/10", .content = "d/a/1x"},
                                                 {.key = "p/a/2", .content = "d/a/"},
                                                 {.key = "p2/z", .content = "d/z"},
                                                 {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS, "d");
    plan_sample_expect(&sample, STATUS_OK, "=p/a-b;^p/a/10;^p/a/2;^p/z;");
    assert_int_equal(target.lists, 1);
    sample.options.no_overwrite = true;
    plan_sample_expect(&sample, STATUS_OK, "=p/a-b;=p/a/10;=p/a/2;^p/z;");
    sample.options.delete_others = true;
    plan_sample_expect(&sample, STATUS_USAGE, "");
}

static void single_files_are_looked_up_alone(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {
        {.key = "p/2", .content = "d/a/2"}, {.key = "p/22", .content = ""}, {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS, "d/a/2");
    sample.sources[1] = "d/z";
    plan_sample_expect(&sample, STATUS_OK, "=p/2;^p/z;");
    assert_string_equal(target.listed, "p/2;p/z;");
    sample.to = "s3://bucket";
    sample.list = "nowhere/x\n";
    plan_sample_expect(&sample, STATUS_OK, "^2;^z;-nowhere/x;");
}

static void lists_ask_little(void **state) {
    (void)state;
    char list[3 * PATH_MAX + 100];
    struct plan_sample sample = to_bucket(NOTHING, NULL);
    snprintf(list, sizeof list, "%s/d/./a/2\n%s/d/./a/10\n%s/d/./z\n", scratch_folder,
             scratch_folder, scratch_folder);
    sample.list = list;
    plan_sample_expect(&sample, STATUS_CUT_SHORT, "^p/a/2;^p/a/10;^p/z;");
    assert_string_equal(target.listed, "p/;");
    fake_bucket_init(&target, "bucket", NOTHING);
    sample.to = "s3://bucket";
    plan_sample_expect(&sample, STATUS_CUT_SHORT, "^a/2;^a/10;^z;");
    assert_string_equal(target.listed, "a/;z;");
}

static void links_are_followed_but_not_in_circles(void **state) {
    (void)state;
    struct plan_sample sample = to_bucket(NOTHING, "e");
    plan_sample_expect(&sample, STATUS_OK,
                       "-e/broken;^p/1;^p/up/d/a-b;^p/up/d/a/10;^p/up/d/a/2;^p/up/d/z;-e/up/e/;"
                       "^p/up/to/other;^p/up/to/same;");
}

static void two_sources_of_one_name_are_refused(void **state) {
    (void)state;
    struct plan_sample sample = to_bucket(NOTHING, "d/a");
    sample.sources[1] = "e/up/d/a/2";
    plan_sample_expect(&sample, STATUS_OK, "^p/10;^p/2;-e/up/d/a/2;");
    sample.sources[1] = "d/a/./../z";
    plan_sample_expect(&sample, STATUS_OK, "^p/10;^p/2;-d/a/./../z;");
}

static void names_that_are_no_keys_are_refused(void **state) {
    (void)state;
    char longest[PATH_MAX] = "s3://bucket/";
    struct plan_sample sample = to_bucket(NOTHING, "odd");
    mkdir(scratch_path("odd"), 0777);
    scratch_write("odd/\xFF", "x");
    scratch_write("odd/n\nl", "x");
    plan_sample_expect(&sample, STATUS_OK, "^p/n\nl;-odd/\xFF;");
    memset(longest + 12, 'k', 1021);
    sample.to = longest;
    plan_sample_expect(&sample, STATUS_OK, "-odd/n\nl;-odd/\xFF;");
}

static void the_selection_is_about_relative_names(void **state) {
    (void)state;
    struct plan_sample sample = to_bucket(NOTHING, "d");
    struct selection selection = {NULL, 0};
    assert_int_equal(selection_add(&selection, false, "*", &sample.error), STATUS_OK);
    assert_int_equal(selection_add(&selection, true, "a/*", &sample.error), STATUS_OK);
    sample.options.selection = &selection;
    plan_sample_expect(&sample, STATUS_OK, "^p/a/10;^p/a/2;");
    selection_release(&selection);
}

static void pulling_stays_in_the_folder(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {{.key = "q/", .content = ""},
                                                 {.key = "q/../up", .content = "x"},
                                                 {.key = "q//x", .content = "x"},
                                                 {.key = "q/./x", .content = "x"},
                                                 {.key = "q/new", .content = "x"},
                                                 {.key = "q/odd/", .content = "x"},
                                                 {.key = "q/other", .content = "OTHER"},
                                                 {.key = "q/same", .content = "same"},
                                                 {.key = "q/sub/", .content = ""},
                                                 {.key = "q2/x", .content = "x"},
                                                 {.key = NULL}};
    char to[PATH_MAX + 300];
    fake_bucket_init(&source, "from", OBJECTS);
    snprintf(to, sizeof to, "file://%s/to", scratch_folder);
    struct plan_sample sample = {.to = to, .sources = {"s3://from/q"}};
    sample.options.source = &source.reader;
    plan_sample_expect(&sample, STATUS_OK,
                       "-q/../up;-q//x;-q/./x;vto/new;-q/odd/;vto/other;=to/same;");
    sample.sources[0] = "s3://from/q/new";
    plan_sample_expect(&sample, STATUS_OK, "vto/new;");
    sample.sources[0] = "s3://from/nothing";
    plan_sample_expect(&sample, STATUS_FAILED, "");
    source.denies_lists = true;
    plan_sample_expect(&sample, STATUS_FAILED, "");
}

static void objects_are_copied_with_their_keys_as_they_are(void **state) {
    (void)state;
    static const struct fake_object FROM[] = {{.key = "q//x", .content = "x"},
                                              {.key = "q/a", .content = "a"},
                                              {.key = "q/b", .content = "b"},
                                              {.key = "q/sub/", .content = ""},
                                              {.key = NULL}};
    static const struct fake_object TO[] = {
        {.key = "p/a", .content = "a"}, {.key = "p/b", .content = "B"}, {.key = NULL}};
    struct plan_sample sample = to_bucket(TO, "s3://from/q");
    fake_bucket_init(&source, "from", FROM);
    sample.options.source = &source.reader;
    plan_sample_expect(&sample, STATUS_OK, "=>p//x;=p/a;=>p/b;=>p/sub/;");
    assert_string_equal(target.listed, "p/;");
    source.reader.bucket = "bucket";
    sample.sources[0] = "s3://bucket/p/q";
    plan_sample_expect(&sample, STATUS_USAGE, "");
    sample.sources[0] = "s3://bucket";
    plan_sample_expect(&sample, STATUS_USAGE, "");
}

static void folders_are_not_copied_into_themselves(void **state) {
    (void)state;
    char to[PATH_MAX + 300];
    snprintf(to, sizeof to, "file://%s/d/new/deep", scratch_folder);
    struct plan_sample sample = {.to = to, .sources = {"d"}};
    plan_sample_expect(&sample, STATUS_USAGE, "");
    snprintf(to, sizeof to, "file://%s/d", scratch_folder);
    plan_sample_expect(&sample, STATUS_OK, "=d/a-b;=d/a/10;=d/a/2;=d/z;");
    snprintf(to, sizeof to, "file://%s/dd", scratch_folder);
    plan_sample_expect(&sample, STATUS_OK, "=>dd/a-b;=>dd/a/10;=>dd/a/2;=>dd/z;");
}

static void a_bucket_that_cannot_be_listed_gets_everything(void **state) {
    (void)state;
    struct plan_sample sample = to_bucket(NOTHING, "d/a");
    target.denies_lists = true;
    plan_sample_expect(&sample, STATUS_OK, "~;^p/10;^p/2;");
    target.denies_lists = false;
    target.fails_lists = true;
    plan_sample_expect(&sample, STATUS_TEMPORARY, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_go_up_in_the_order_of_keys),
        cmocka_unit_test(what_is_there_already_is_not_sent),
        cmocka_unit_test(single_files_are_looked_up_alone),
        cmocka_unit_test(lists_ask_little),
        cmocka_unit_test(links_are_followed_but_not_in_circles),
        cmocka_unit_test(two_sources_of_one_name_are_refused),
        cmocka_unit_test(names_that_are_no_keys_are_refused),
        cmocka_unit_test(the_selection_is_about_relative_names),
        cmocka_unit_test(pulling_stays_in_the_folder),
        cmocka_unit_test(objects_are_copied_with_their_keys_as_they_are),
        cmocka_unit_test(folders_are_not_copied_into_themselves),
        cmocka_unit_test(a_bucket_that_cannot_be_listed_gets_everything),
    };
    return cmocka_run_group_tests_name("sync_plan", tests, make_tree, scratch_folder_remove);
}
