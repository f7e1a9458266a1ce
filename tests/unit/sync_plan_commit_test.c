/* Commit files of sync_plan, SageMaker's manifest, and how actions are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/plan_sample.h"
#include "tools/s3/sagemaker_manifest.h"
#include "tools/s3/sync_action_line.h"

static struct fake_bucket target, source;

static const char DATASET[] = "{\"shards\":[{\"file\":\"s/1\"},{\"file\":\"s/2\"}]}";

static int make_tree(void **state) {
    if (scratch_folder_make(state) != 0 || chdir(scratch_folder) != 0)
        return -1;
    mkdir("d", 0777);
    mkdir("d/s", 0777);
    scratch_write("d/s/1", "1");
    scratch_write("d/s/2", "2");
    scratch_write("d/s/extra", "extra");
    scratch_write("d/dataset.json", DATASET);
    return 0;
}

static int remove_tree(void **state) {
    return chdir("/") != 0 ? -1 : scratch_folder_remove(state);
}

static struct plan_sample to_bucket(const struct fake_object *objects) {
    fake_bucket_init(&target, "bucket", objects);
    struct plan_sample sample = {.to = "s3://bucket/p", .sources = {"d"}};
    sample.options.target = &target.reader;
    sample.options.max_delete = UINT64_MAX;
    return sample;
}

static void ranks_decide_about_the_order(void **state) {
    (void)state;
    struct commit_rules rules = {NULL, 0};
    struct error error;
    assert_int_equal(commit_rules_add(&rules, "*.idx", &error), STATUS_OK);
    assert_int_equal(commit_rules_add(&rules, "x/last*", &error), STATUS_OK);
    assert_int_equal(commit_rules_rank(&rules, "a/b.idx"), 1);
    assert_int_equal(commit_rules_rank(&rules, "x/last1"), 1);
    assert_int_equal(commit_rules_rank(&rules, "last1"), 0);
    assert_int_equal(commit_rules_rank(NULL, "a/b.idx"), 0);
    assert_int_equal(commit_rules_rank(NULL, "a/b.manifest"), 2);
    assert_int_equal(commit_rules_rank(NULL, "a/.manifest"), 0);
    assert_int_equal(commit_rules_rank(NULL, "a/dataset.json"), 3);
    assert_int_equal(commit_rules_rank(NULL, "_SUCCESS"), 4);
    assert_int_equal(commit_rules_rank(NULL, "_SUCCESS/x"), 0);
    commit_rules_release(&rules);
}

static void a_shard_that_changes_takes_its_list_away_first(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {{.key = "p/dataset.json", .content = DATASET},
                                                 {.key = "p/s/1", .content = "1"},
                                                 {.key = "p/s/2", .content = "x"},
                                                 {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS);
    plan_sample_expect(&sample, STATUS_OK,
                       "=p/s/1;xp/dataset.json#;^p/s/2;^p/s/extra;^p/dataset.json!;");
    assert_int_equal(target.reads, 1);
    sample.options.force = true;
    plan_sample_expect(&sample, STATUS_OK, "=p/s/1;^p/s/2;^p/s/extra;=p/dataset.json;");
    sample.options.force = false;
    sample.sources[0] = NULL;
    sample.list = "d/./s/2\nd/./dataset.json\n";
    plan_sample_expect(&sample, STATUS_OK, "xp/dataset.json#;^p/s/2;^p/dataset.json!;");
    sample.list = NULL;
    sample.sources[0] = "d/./s";
    plan_sample_expect(&sample, STATUS_OK, "=p/s/1;xp/dataset.json#;^p/s/2;^p/s/extra;~;");
}

static void what_no_list_names_leaves_it_alone(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {{.key = "p/dataset.json", .content = DATASET},
                                                 {.key = "p/s/1", .content = "1"},
                                                 {.key = "p/s/2", .content = "2"},
                                                 {.key = "p/s/extra", .content = "other"},
                                                 {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS);
    plan_sample_expect(&sample, STATUS_OK, "=p/s/1;=p/s/2;^p/s/extra;=p/dataset.json;");
    assert_int_equal(target.reads, 1);
    assert_int_equal(target.lists, 1);
}

static void nothing_is_read_when_nothing_changes(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {{.key = "p/dataset.json", .content = DATASET},
                                                 {.key = "p/s/1", .content = "1"},
                                                 {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS);
    plan_sample_expect(&sample, STATUS_OK, "=p/s/1;^p/s/2;^p/s/extra;=p/dataset.json;");
    assert_int_equal(target.reads, 0);
}

static void a_list_nobody_understands_names_everything(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {
        {.key = "p/dataset.json", .content = "{\"shards\""},
        {.key = "p/s/dataset.json", .content = DATASET},
        {.key = "p/s/extra", .content = "other"},
        {.key = "p/t/dataset.json", .content = "{}"},
        {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS);
    plan_sample_expect(&sample, STATUS_OK,
                       "^p/s/1;^p/s/2;xp/dataset.json#;^p/s/extra;^p/dataset.json!;");
}

static void commit_files_name_each_other(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {{.key = "p/_SUCCESS", .content = ""},
                                                 {.key = "p/dataset.json", .content = "{}"},
                                                 {.key = "p/s/1", .content = "1"},
                                                 {.key = "p/s/2", .content = "2"},
                                                 {.key = "p/s/a.manifest", .content = "[]"},
                                                 {.key = "p/s/extra", .content = "extra"},
                                                 {.key = NULL}};
    scratch_write("d/_SUCCESS", "");
    struct plan_sample sample = to_bucket(OBJECTS);
    plan_sample_expect(&sample, STATUS_OK,
                       "=p/s/1;=p/s/2;=p/s/extra;xp/_SUCCESS!#;^p/dataset.json!;^p/_SUCCESS!;");
    unlink("d/_SUCCESS");
}

static void deleting_a_shard_takes_its_list_away_first(void **state) {
    (void)state;
    static const struct fake_object OBJECTS[] = {
        {.key = "p/dataset.json", .content = "{\"shards\":[{\"file\":\"s/3\"}]}"},
        {.key = "p/s/3", .content = "3"},
        {.key = "p/t/_SUCCESS", .content = ""},
        {.key = "p/t/x", .content = ""},
        {.key = NULL}};
    struct plan_sample sample = to_bucket(OBJECTS);
    sample.options.delete_others = true;
    plan_sample_expect(&sample, STATUS_OK,
                       "^p/s/1;^p/s/2;^p/s/extra;xp/dataset.json!#;xp/t/_SUCCESS!#;xp/s/3!;"
                       "xp/t/x!;^p/dataset.json!;");
    sample.options.max_delete = 0;
    plan_sample_expect(&sample, STATUS_FAILED, "^p/s/1;^p/s/2;^p/s/extra;^p/dataset.json!;");
}

static void pulling_has_the_same_rule(void **state) {
    (void)state;
    static const struct fake_object FROM[] = {{.key = "q/dataset.json", .content = DATASET},
                                              {.key = "q/s/1", .content = "one"},
                                              {.key = "q/s/2", .content = "2"},
                                              {.key = NULL}};
    char to[PATH_MAX + 300];
    snprintf(to, sizeof to, "file://%s/d", scratch_folder);
    fake_bucket_init(&source, "from", FROM);
    struct plan_sample sample = {.to = to, .sources = {"s3://from/q"}};
    sample.options.source = &source.reader;
    plan_sample_expect(&sample, STATUS_OK, "xd/dataset.json#;vd/s/1;=d/s/2;vd/dataset.json!;");
}

static void sagemaker_gets_its_manifest(void **state) {
    (void)state;
    static const struct fake_object NOTHING[] = {{.key = NULL}};
    static const char TEXT[] =
        "[\n {\n  \"prefix\": \"s3://bucket/p/\"\n },\n \"s/1\",\n \"s/2\"\n]\n";
    struct plan_sample sample = to_bucket(NOTHING);
    sample.options.sagemaker_manifest = "train.json";
    plan_sample_expect(&sample, STATUS_OK,
                       "^p/s/1;^p/s/2;^p/s/extra;^p/dataset.json!;^p/train.json!;");
    assert_string_equal(sample.manifest, TEXT);
    free(sample.manifest);
    assert_int_equal(scratch_count(NULL), 1);
    const struct fake_object there[] = {
        {.key = "p/s/1", .content = "x"}, {.key = "p/train.json", .content = TEXT}, {.key = NULL}};
    sample = to_bucket(there);
    sample.options.sagemaker_manifest = "train.json";
    sample.options.delete_others = true;
    plan_sample_expect(&sample, STATUS_OK,
                       "xp/train.json#;^p/s/1;^p/s/2;^p/s/extra;^p/dataset.json!;^p/train.json!;");
    free(sample.manifest);
    sample = to_bucket(there);
    sample.options.sagemaker_manifest = "train.json";
    sample.sources[0] = "d/s/2";
    plan_sample_expect(&sample, STATUS_FAILED, "^p/2;");
    sample.to = "file:///nowhere";
    plan_sample_expect(&sample, STATUS_USAGE, "");
}

static void actions_are_one_line(void **state) {
    (void)state;
    struct buffer line = BUFFER_INIT;
    struct error error;
    struct sync_action *action = sync_action_new(SYNC_UPLOAD, "a\nb", "k\\", "new");
    assert_non_null(action);
    assert_int_equal(sync_action_line_append(&line, action, NULL, "bucket", &error), STATUS_OK);
    assert_string_equal((const char *)line.data, "upload a\\nb -> s3://bucket/k\\\\ (new)");
    sync_action_free(action);
    buffer_clear(&line);
    action = sync_action_new(SYNC_DELETE_FILE, NULL, "/x/\x1b", "not in the source");
    assert_non_null(action);
    assert_int_equal(sync_action_line_append(&line, action, "from", NULL, &error), STATUS_OK);
    assert_string_equal((const char *)line.data, "delete /x/\\x1b (not in the source)");
    sync_action_free(action);
    buffer_clear(&line);
    action = sync_action_new(SYNC_COPY_OBJECT, "a", "b", "changed: size");
    assert_non_null(action);
    assert_int_equal(sync_action_line_append(&line, action, "from", "to", &error), STATUS_OK);
    assert_string_equal((const char *)line.data, "copy s3://from/a -> s3://to/b (changed: size)");
    sync_action_free(action);
    buffer_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_decide_about_the_order),
        cmocka_unit_test(a_shard_that_changes_takes_its_list_away_first),
        cmocka_unit_test(what_no_list_names_leaves_it_alone),
        cmocka_unit_test(nothing_is_read_when_nothing_changes),
        cmocka_unit_test(a_list_nobody_understands_names_everything),
        cmocka_unit_test(commit_files_name_each_other),
        cmocka_unit_test(deleting_a_shard_takes_its_list_away_first),
        cmocka_unit_test(pulling_has_the_same_rule),
        cmocka_unit_test(sagemaker_gets_its_manifest),
        cmocka_unit_test(actions_are_one_line),
    };
    return cmocka_run_group_tests_name("sync_plan_commit", tests, make_tree, remove_tree);
}
