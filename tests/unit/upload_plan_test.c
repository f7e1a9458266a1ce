/* upload_plan and uploader: keys, order, how lists end, and the commit file's rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/s3/upload_plan.h"
#include "tools/s3/uploader.h"

static char folder[] = "/tmp/mlmprep-plan-XXXXXX";

/* What a plan emitted and refused, as text. */
static struct buffer seen;

static enum status emit(void *context, struct upload_item *item, struct error *error) {
    (void)context;
    enum status status =
        buffer_format(&seen, error, "%s%s;", item->target, item->commit ? "!" : "");
    upload_item_free(item);
    return status;
}

static void refuse(void *context, const char *path, const struct error *why) {
    struct error error;
    (void)context;
    assert_int_not_equal(why->status, STATUS_OK);
    assert_int_equal(buffer_format(&seen, &error, "-%s;", path), STATUS_OK);
}

/* Plans paths (NULL-terminated), then a list, and compares what came of it. */
static enum status plan(const char *const *paths, const char *list, const char *wanted) {
    struct upload_plan plan;
    struct s3_url url;
    struct error error = {.message = ""};
    enum status status = STATUS_OK;
    buffer_clear(&seen);
    assert_int_equal(s3_url_parse(&url, "s3://bucket/p", &error), STATUS_OK);
    upload_plan_init(&plan, &url, emit, refuse, NULL);
    for (; paths != NULL && *paths != NULL && status == STATUS_OK; paths++)
        status = upload_plan_add_path(&plan, *paths, &error);
    if (status == STATUS_OK && list != NULL) {
        struct byte_source source;
        byte_source_from_memory(&source, view_of_string(list), "a list");
        status = upload_plan_add_list(&plan, &source, &error);
        byte_source_release(&source);
    }
    if (status == STATUS_OK)
        status = upload_plan_finish(&plan, &error);
    upload_plan_release(&plan);
    s3_url_release(&url);
    assert_int_equal(buffer_append(&seen, "", 1, &error), STATUS_OK);
    assert_string_equal((const char *)seen.data, wanted);
    if (status != STATUS_OK)
        assert_true(error.message[0] != '\0');
    return status;
}

static void touch(const char *name) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
}

static int make_tree(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 1;
    mkdir("d", 0777);
    mkdir("d/a", 0777);
    mkdir("e", 0777);
    mkdir("d/empty", 0777);
    const char *const files[] = {
        "d/a/2", "d/a/10", "d/a-b", "d/dataset.json", "d/z", "d/.mlmprep-7-0.tmp", "e/1"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        touch(files[i]);
    return symlink("..", "e/up") != 0 || symlink("../d/a", "e/a") != 0 ||
           symlink("nothing", "e/broken") != 0 || mkfifo("e/pipe", 0666) != 0;
}

static int remove_tree(void **state) {
    (void)state;
    char command[128];
    buffer_release(&seen);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") != 0 || system(command) != 0;
}

static void folders_are_walked_in_the_order_of_keys(void **state) {
    (void)state;
    const char *const paths[] = {"d", NULL};
    assert_int_equal(plan(paths, NULL, "p/a-b;p/a/10;p/a/2;p/z;p/dataset.json!;"), STATUS_OK);
    const char *const slash[] = {"d/", "d/z", NULL};
    assert_int_equal(plan(slash, NULL, "p/a-b;p/a/10;p/a/2;p/z;p/z;p/dataset.json!;"), STATUS_OK);
}

static void links_are_followed_but_not_in_circles(void **state) {
    (void)state;
    const char *const paths[] = {"e", NULL};
    assert_int_equal(plan(paths, NULL,
                          "-e/broken;-e/pipe;p/1;p/a/10;p/a/2;"
                          "p/up/d/a-b;p/up/d/a/10;p/up/d/a/2;p/up/d/z;-e/up/e/;"
                          "p/up/d/dataset.json!;"),
                     STATUS_OK);
}

static void the_mark_decides_about_the_key(void **state) {
    (void)state;
    const char *const paths[] = {"d/./a/2", "./d/a/2", "d/a/2", "d/./a", "d/.//a/././2", NULL};
    assert_int_equal(plan(paths, NULL, "p/a/2;p/2;-d/a/2;p/a/10;p/a/2;-d/.//a/././2;"), STATUS_OK);
    const char *const upwards[] = {"d/a/./../z", "nowhere", "d/empty", NULL};
    assert_int_equal(plan(upwards, NULL, "-d/a/./../z;-nowhere;"), STATUS_OK);
}

static void two_sources_of_one_name_are_refused(void **state) {
    (void)state;
    const char *const paths[] = {"d/a/2", "e/a/2", "d/a/2", NULL};
    assert_int_equal(plan(paths, NULL, "p/2;-e/a/2;p/2;"), STATUS_OK);
    struct name_set set = {NULL, 0, 0};
    struct error error;
    bool clash;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 5000; i++) {
            char name[32];
            snprintf(name, sizeof name, "%d", i);
            assert_int_equal(name_set_add(&set, &clash, name, name, &error), STATUS_OK);
            assert_false(clash);
        }
    }
    assert_int_equal(set.count, 5000);
    assert_int_equal(name_set_add(&set, &clash, "17", "18", &error), STATUS_OK);
    assert_true(clash);
    name_set_release(&set);
}

static void a_stream_ends_with_the_commit_file(void **state) {
    (void)state;
    assert_int_equal(plan(NULL, "d/./a/2\nd/./dataset.json\n", "p/a/2;p/dataset.json!;"),
                     STATUS_OK);
    assert_int_equal(plan(NULL, "d/./a/2\n", "p/a/2;"), STATUS_CUT_SHORT);
    assert_int_equal(plan(NULL, "d/./a/2\nd/./dataset.json\nd/./z\n", "p/a/2;p/dataset.json!;p/z;"),
                     STATUS_CUT_SHORT);
    assert_int_equal(plan(NULL, "d/./a/2\nd/./dataset.json\nd/./z\nd/./dataset.json\n",
                          "p/a/2;p/dataset.json!;p/z;p/dataset.json!;"),
                     STATUS_OK);
}

static void a_list_cut_at_any_byte_is_noticed(void **state) {
    (void)state;
    static const char WHOLE[] = "d/./a/2\nd/./a/10\nd/./dataset.json\n";
    for (size_t length = 0; length < sizeof WHOLE - 2; length++) {
        char list[sizeof WHOLE] = "";
        memcpy(list, WHOLE, length);
        const char *wanted = length < 8 ? "" : length < 17 ? "p/a/2;" : "p/a/2;p/a/10;";
        assert_int_equal(plan(NULL, list, wanted), STATUS_CUT_SHORT);
    }
    /* Whole but for the last line feed: the name tells that nothing is missing. */
    assert_int_equal(plan(NULL, "d/./a/2\nd/./dataset.json", "p/a/2;p/dataset.json!;"), STATUS_OK);
}

static void plain_lists_may_end_anywhere_but_not_be_empty(void **state) {
    (void)state;
    assert_int_equal(plan(NULL, "d/a/2\n\nd/z", "p/2;p/z;"), STATUS_OK);
    assert_int_equal(plan(NULL, "d/a/2\nd", "p/2;"), STATUS_CUT_SHORT);
    assert_int_equal(plan(NULL, "d/dataset.json\nd/z\n", "p/z;p/dataset.json!;"), STATUS_OK);
    assert_int_equal(plan(NULL, "", ""), STATUS_CUT_SHORT);
    assert_int_equal(plan(NULL, "\n\n", ""), STATUS_CUT_SHORT);
}

static void the_producers_failure_is_passed_on(void **state) {
    (void)state;
    assert_int_equal(plan(NULL, "d/./a/2\n\x18no space\nd/./dataset.json\n", "p/a/2;"),
                     STATUS_UPSTREAM);
    assert_int_equal(plan(NULL, "d/./a/2\n\x18no space", "p/a/2;"), STATUS_UPSTREAM);
}

static void a_line_without_end_is_refused(void **state) {
    (void)state;
    char *list = malloc(40000);
    assert_non_null(list);
    memset(list, 'x', 39999);
    list[39999] = '\0';
    assert_int_equal(plan(NULL, list, ""), STATUS_NOT_OURS);
    free(list);
}

/* --- the uploader, with a target that is told what to do -------------------------------------- */

struct fake_target {
    struct upload_target base;
    atomic_int running, finished, early_commits, stops;
    int files; /* how many are finished before the commit file may start */
};

/* Paths tell what is to become of them: 'f' fails, 't' fails for now, 'h' is hopeless. */
static enum status fake_put(struct upload_target *base, unsigned worker,
                            struct upload_result *result, const struct upload_item *item,
                            struct error *error) {
    struct fake_target *target = (struct fake_target *)base;
    (void)worker;
    const struct timespec moment = {0, 2000000};
    atomic_fetch_add(&target->running, 1);
    if (item->commit && atomic_load(&target->finished) != target->files)
        atomic_fetch_add(&target->early_commits, 1);
    nanosleep(&moment, NULL);
    *result = (struct upload_result){.bytes = 10, .hopeless = item->path[0] == 'h'};
    atomic_fetch_add(&target->finished, 1);
    if (item->path[0] == 't')
        return error_set(error, STATUS_TEMPORARY, "for now");
    if (item->path[0] == 'f' || item->path[0] == 'h')
        return error_set(error, STATUS_FAILED, "for good");
    return STATUS_OK;
}

static void fake_stop(struct upload_target *base) {
    atomic_fetch_add(&((struct fake_target *)base)->stops, 1);
}

/* Uploads items of one letter each ('c' is a commit file). */
static enum status upload(struct fake_target *target, const char *letters,
                          struct uploader_totals *totals) {
    struct uploader uploader;
    struct error error;
    *target = (struct fake_target){.base = {fake_put, fake_stop}};
    target->files = (int)strcspn(letters, "c");
    assert_int_equal(uploader_start(&uploader, &target->base, 4, NULL, NULL, &error), STATUS_OK);
    for (; *letters != '\0'; letters++) {
        char path[2] = {*letters};
        struct upload_item *item = upload_item_new(path, path, *letters == 'c');
        assert_non_null(item);
        if (uploader_submit(&uploader, item, &error) != STATUS_OK)
            break;
    }
    return uploader_finish(&uploader, totals, &error);
}

static void the_commit_file_waits_for_all_before_it(void **state) {
    (void)state;
    struct fake_target target;
    struct uploader_totals totals;
    assert_int_equal(upload(&target, "ooooooooooooooooooooc", &totals), STATUS_OK);
    assert_int_equal(target.early_commits, 0);
    assert_int_equal(totals.done, 21);
    assert_int_equal(totals.bytes, 210);
}

static void the_commit_file_stays_away_after_a_failure(void **state) {
    (void)state;
    struct fake_target target;
    struct uploader_totals totals;
    assert_int_equal(upload(&target, "ofoc", &totals), STATUS_PARTIAL);
    assert_int_equal(target.finished, 3);
    assert_int_equal(totals.done, 2);
    assert_int_equal(totals.failed, 2);
    assert_int_equal(upload(&target, "foooooooc", &totals), STATUS_PARTIAL);
    assert_int_equal(target.finished, 8);
}

static void failures_for_now_are_told_apart(void **state) {
    (void)state;
    struct fake_target target;
    struct uploader_totals totals;
    assert_int_equal(upload(&target, "oto", &totals), STATUS_TEMPORARY);
    assert_int_equal(upload(&target, "otof", &totals), STATUS_PARTIAL);
}

static void a_hopeless_failure_stops_the_run(void **state) {
    (void)state;
    struct fake_target target;
    struct uploader_totals totals;
    char letters[402] = "h";
    memset(letters + 1, 'o', 400);
    assert_int_equal(upload(&target, letters, &totals), STATUS_FAILED);
    assert_true(totals.stopped);
    assert_int_equal(target.stops, 1);
    assert_int_equal(totals.failed, 1);
    assert_true(totals.done < 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_walked_in_the_order_of_keys),
        cmocka_unit_test(links_are_followed_but_not_in_circles),
        cmocka_unit_test(the_mark_decides_about_the_key),
        cmocka_unit_test(two_sources_of_one_name_are_refused),
        cmocka_unit_test(a_stream_ends_with_the_commit_file),
        cmocka_unit_test(a_list_cut_at_any_byte_is_noticed),
        cmocka_unit_test(plain_lists_may_end_anywhere_but_not_be_empty),
        cmocka_unit_test(the_producers_failure_is_passed_on),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(the_commit_file_waits_for_all_before_it),
        cmocka_unit_test(the_commit_file_stays_away_after_a_failure),
        cmocka_unit_test(failures_for_now_are_told_apart),
        cmocka_unit_test(a_hopeless_failure_stops_the_run),
    };
    return cmocka_run_group_tests_name("upload_plan", tests, make_tree, remove_tree);
}
