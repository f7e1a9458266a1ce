/* task_look and task_inputs: what a task's key is over, and what of it is done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/stage_folder.h"
#include "tools/prep/task_look.h"

static struct task_inputs inputs;

static void read_inputs(void) {
    task_inputs_release(&inputs);
    assert_int_equal(task_inputs_read(&inputs, scratch_folder, &stage_plan, &stage_error),
                     STATUS_OK);
}

static int make_inputs(void **state) {
    if (stage_folder_make(state) != 0 || stages_were_done())
        return -1;
    inputs = (struct task_inputs){0};
    read_inputs();
    return inputs.complete ? 0 : -1;
}

static int drop_inputs(void **state) {
    task_inputs_release(&inputs);
    return stage_folder_remove(state);
}

/* The key of a task as things are now, until the next call. */
static const char *key_now(size_t task, unsigned phase) {
    static char key[RUN_PLAN_SHA256];
    assert_int_equal(task_inputs_key(key, &inputs, &stage_plan, task, phase, &stage_error),
                     STATUS_OK);
    return key;
}

static void a_key_is_over_all_that_matters(void **state) {
    (void)state;
    static const enum run_tool TOOLS[] = {RUN_WPIECE, RUN_MKMLM, RUN_H5PACK};
    char key[RUN_PLAN_SHA256];
    strcpy(key, key_now(0, 1));
    assert_string_equal(key_now(0, 1), key);
    assert_string_not_equal(key_now(1, 1), key);
    assert_string_not_equal(key_now(0, 2), key);
    for (size_t i = 0; i < 3; i++) {
        struct run_words *words = &stage_plan.options[TOOLS[i]];
        assert_int_equal(run_words_add(words, "--some", &stage_error), STATUS_OK);
        assert_string_not_equal(key_now(0, 1), key);
        run_words_release(words);
        assert_string_equal(key_now(0, 1), key);
    }
    inputs.vocabulary_sha256[5] ^= 1;
    assert_string_not_equal(key_now(0, 1), key);
    inputs.vocabulary_sha256[5] ^= 1;
    inputs.text.files[0].sha256[5] ^= 1;
    assert_string_not_equal(key_now(0, 1), key);
    inputs.text.files[0].sha256[5] ^= 1;
    stage_plan.version[0]++;
    assert_string_not_equal(key_now(0, 1), key);
    stage_plan.version[0]--;
    stage_plan.sources[0].name[strlen("w_training_")]++;
    assert_string_not_equal(key_now(0, 1), key);
    stage_plan.sources[0].name[strlen("w_training_")]--;
    /* What other tools do, and where shards go, changes none. */
    assert_int_equal(run_words_add(&stage_plan.options[RUN_S3SYNC], "--some", &stage_error),
                     STATUS_OK);
    stage_plan.bucket = strdup("s3://bucket");
    assert_string_equal(key_now(0, 1), key);
}

static void nothing_is_made_without_text_and_vocabulary(void **state) {
    (void)state;
    struct task_look look;
    remove(scratch_path("state/vocab.json"));
    read_inputs();
    assert_false(inputs.complete);
    assert_int_equal(task_inputs_need(&inputs, scratch_folder, &stage_error), STATUS_FAILED);
    assert_int_equal(task_look_at(&look, scratch_folder, &stage_plan, &inputs, 0,
                                  MARKER_CHECK_SIZES, &stage_error),
                     STATUS_OK);
    assert_false(look.all_made || look.done);
    task_look_release(&look);
}

/* Publishes a marker with a key for a file that is there. */
static void mark(const char *name, const char *key, const char *file) {
    struct task_marker marker;
    task_marker_init(&marker);
    strcpy(marker.key, key);
    assert_int_equal(task_marker_add_file(&marker, scratch_folder, file, &stage_error), STATUS_OK);
    assert_int_equal(task_marker_write(&marker, scratch_folder, name, &stage_error), STATUS_OK);
    task_marker_release(&marker);
}

static struct task_look look_at(enum marker_check check) {
    struct task_look look;
    assert_int_equal(
        task_look_at(&look, scratch_folder, &stage_plan, &inputs, 0, check, &stage_error),
        STATUS_OK);
    return look;
}

/* m: made in phase 1, 2; e: a shard is even; u: uploaded; d: done. */
static const char *looks(enum marker_check check) {
    static char text[8];
    struct task_look look = look_at(check);
    snprintf(text, sizeof text, "%s%s%s%s%s", look.made[0] ? "1" : "", look.made[1] ? "2" : "",
             look.even ? "e" : "", look.uploaded ? "u" : "", look.done ? "d" : "");
    task_look_release(&look);
    return text;
}

static void a_task_is_made_by_marker_or_even_marker(void **state) {
    (void)state;
    stage_plan.phase_count = 2;
    stage_plan.phases[1] = 2;
    assert_string_equal(looks(MARKER_CHECK_SIZES), "u");
    scratch_write("shards/1", "one");
    scratch_write("shards/2", "two");
    mark("task-00000.phase1", key_now(0, 1), "shards/1");
    assert_string_equal(looks(MARKER_CHECK_SIZES), "1u");
    mark("task-00000.phase2", key_now(0, 1), "shards/2");
    assert_string_equal(looks(MARKER_CHECK_SIZES), "1u");
    mark("task-00000.phase2", key_now(0, 2), "shards/2");
    assert_string_equal(looks(MARKER_CHECK_HASHES), "12ud");
    scratch_write("shards/1", "ONE");
    assert_string_equal(looks(MARKER_CHECK_SIZES), "12ud");
    assert_string_equal(looks(MARKER_CHECK_HASHES), "2u");
    mark("task-00000.phase1.even", key_now(0, 1), "shards/1");
    assert_string_equal(looks(MARKER_CHECK_HASHES), "12eud");
    scratch_write("shards/1", "one");
    assert_string_equal(looks(MARKER_CHECK_HASHES), "12ud");
    scratch_write("shards/1", "ones");
    assert_string_equal(looks(MARKER_CHECK_SIZES), "2u");
}

static void a_task_is_uploaded_by_its_marker(void **state) {
    (void)state;
    char key[RUN_PLAN_SHA256];
    scratch_write("shards/1", "one");
    mark("task-00000.phase1", key_now(0, 1), "shards/1");
    stage_plan.bucket = strdup("s3://bucket");
    stage_plan.upload = RUN_UPLOAD_EACH;
    assert_string_equal(looks(MARKER_CHECK_HASHES), "1");
    struct task_look look = look_at(MARKER_CHECK_HASHES);
    assert_int_equal(task_look_upload_key(key, &look, &stage_plan, &stage_error), STATUS_OK);
    task_look_release(&look);
    mark("task-00000.uploaded", key, "shards/1");
    assert_string_equal(looks(MARKER_CHECK_HASHES), "1ud");
    stage_plan.bucket[6] ^= 1;
    assert_string_equal(looks(MARKER_CHECK_HASHES), "1");
    stage_plan.even = RUN_EVEN_TRIM;
    assert_string_equal(looks(MARKER_CHECK_HASHES), "1ud");
    stage_plan.even = RUN_EVEN_NO;
    stage_plan.upload = RUN_UPLOAD_FINISH;
    assert_string_equal(looks(MARKER_CHECK_HASHES), "1ud");
    stage_plan.upload = RUN_UPLOAD_EACH;
    /* A shard that was made equal is no longer the task's to upload. */
    scratch_write("shards/1", "uno!");
    mark("task-00000.phase1.even", key_now(0, 1), "shards/1");
    assert_string_equal(looks(MARKER_CHECK_HASHES), "1eud");
}

int main(void) {
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_inputs, drop_inputs)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_key_is_over_all_that_matters),
        IN_FOLDER(nothing_is_made_without_text_and_vocabulary),
        IN_FOLDER(a_task_is_made_by_marker_or_even_marker),
        IN_FOLDER(a_task_is_uploaded_by_its_marker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
