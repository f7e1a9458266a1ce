/* task_census, folder_state, folder_report: what they make of markers, life signs and notes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/unit/stage_folder.h"
#include "tools/prep/failure_note.h"
#include "tools/prep/folder_report.h"
#include "tools/prep/folder_state.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/task_inputs.h"
#include "tools/prep/task_look.h"

static struct task_census census;

static void take(void) {
    task_census_release(&census);
    assert_int_equal(
        task_census_take(&census, scratch_folder, &stage_plan, MARKER_CHECK_SIZES, &stage_error),
        STATUS_OK);
    assert_int_equal(census.count, 2);
}

static int make_folder(void **state) {
    census = (struct task_census){0};
    if (stage_folder_make(state) != 0)
        return -1;
    stage_plan.phases[1] = 2;
    stage_plan.phase_count = 2;
    return 0;
}

static int drop_folder(void **state) {
    task_census_release(&census);
    return stage_folder_remove(state);
}

/* Makes a shard of 3 + phase bytes, and its marker, which tells of `seconds`. */
static void make_shard(size_t task, unsigned phase, double seconds) {
    struct task_inputs inputs;
    struct task_marker marker;
    char *name = NULL, file[64];
    assert_int_equal(task_inputs_read(&inputs, scratch_folder, &stage_plan, &stage_error),
                     STATUS_OK);
    task_marker_init(&marker);
    assert_int_equal(task_inputs_key(marker.key, &inputs, &stage_plan, task, phase, &stage_error),
                     STATUS_OK);
    snprintf(file, sizeof file, "shards/%zu.%u", task, phase);
    scratch_write(file, phase == 1 ? "abcd" : "abcde");
    assert_int_equal(task_marker_add_file(&marker, scratch_folder, file, &stage_error), STATUS_OK);
    json_decref(marker.details);
    marker.details =
        json_pack("{s:s, s:s, s:f, s:{s:i}, s:[{s:s, s:f, s:{s:{s:i, s:i}}}]}", "host", "h",
                  "started", phase == 1 ? "2030-01-01T00:00:00Z" : "2030-01-01T00:01:00.500Z",
                  "seconds", seconds, "manifest", "rows", 7, "tools", "name", "wpiece",
                  "processor_seconds", 0.5, "report", "counts", "tokens", 11, "bytes", 4);
    assert_non_null(marker.details);
    assert_int_equal(task_look_marker_name(&name, task, phase, &stage_error), STATUS_OK);
    assert_int_equal(task_marker_write(&marker, scratch_folder, name, &stage_error), STATUS_OK);
    free(name);
    task_marker_release(&marker);
    task_inputs_release(&inputs);
}

static void without_text_all_is_missing(void **state) {
    (void)state;
    take();
    assert_false(census.text);
    assert_false(census.ready);
    assert_int_equal(census.states[TASK_STATE_MISSING], 2);
    stages_were_done();
    take();
    assert_true(census.text);
    assert_true(census.ready);
    assert_int_equal(census.tasks[0].text_bytes, 4);
    remove(scratch_path("state/vocab.json"));
    take();
    assert_true(census.text);
    assert_false(census.ready);
    assert_int_equal(census.tasks[1].text_bytes, 4);
}

static void a_task_is_done_when_all_its_phases_are(void **state) {
    (void)state;
    struct disk_made made = {0};
    stages_were_done();
    make_shard(1, 1, 2);
    take();
    assert_int_equal(census.tasks[1].state, TASK_STATE_MISSING);
    assert_true(census.tasks[1].made[0]);
    assert_int_equal(census.tasks[1].shard_bytes, 4);
    task_census_disk(&census, &made);
    assert_true(made.text);
    assert_int_equal(made.text_left[0], 4);
    assert_int_equal(made.text_left[1], 8);
    assert_true(task_census_left(&census, 1) == 4 && task_census_left(&census, 0) == 8);
    make_shard(1, 2, 3);
    take();
    assert_int_equal(census.tasks[1].state, TASK_STATE_DONE);
    assert_int_equal(census.tasks[1].shard_bytes, 9);
    assert_true(census.tasks[1].seconds > 4.99 && census.tasks[1].seconds < 5.01);
    size_t *tasks, count;
    assert_int_equal(task_census_list(&census, 1U << TASK_STATE_MISSING | 1U << TASK_STATE_DONE,
                                      &tasks, &count, &stage_error),
                     STATUS_OK);
    assert_int_equal(count, 2);
    assert_int_equal(tasks[1], 1);
    free(tasks);
    /* A key of other parameters says nothing. */
    assert_int_equal(run_words_add(&stage_plan.options[RUN_MKMLM], "--some", &stage_error),
                     STATUS_OK);
    take();
    assert_int_equal(census.states[TASK_STATE_MISSING], 2);
}

static void life_comes_before_a_failure_and_work_before_both(void **state) {
    (void)state;
    struct life_sign sign;
    stages_were_done();
    assert_int_equal(
        failure_note_add(scratch_folder, "task-00000", "no moon", 3, "log/x", &stage_error),
        STATUS_OK);
    take();
    assert_int_equal(census.tasks[0].state, TASK_STATE_FAILED);
    assert_string_equal(census.tasks[0].sentence, "no moon");
    assert_string_equal(census.tasks[0].log, "log/x");
    assert_int_equal(census.tasks[0].exit_code, 3);
    assert_int_equal(census.tasks[0].attempts, 1);
    /* Whoever tells of a failure finds a sentence, if not a good one. */
    assert_int_equal(failure_note_add(scratch_folder, "task-00000", "", 1, "", &stage_error),
                     STATUS_OK);
    take();
    assert_string_equal(census.tasks[0].sentence, "");
    assert_null(census.tasks[0].log);
    assert_int_equal(life_sign_start(&sign, scratch_folder, "task-00000", &stage_error), STATUS_OK);
    take();
    assert_int_equal(census.tasks[0].state, TASK_STATE_RUNNING);
    assert_int_equal(census.tasks[0].process, getpid());
    assert_null(census.tasks[0].sentence);
    make_shard(0, 1, 2);
    make_shard(0, 2, 2);
    take();
    assert_int_equal(census.tasks[0].state, TASK_STATE_DONE);
    life_sign_end(&sign);
    /* What is no note of ours is passed over. */
    scratch_write("state/task-00001.failed", "{\"sentence\": 7}");
    scratch_write("state/task-00001.running", "");
    scratch_write("state/task-7", "");
    scratch_write("state/task-00001.phase1.json", "");
    take();
    assert_int_equal(census.tasks[1].state, TASK_STATE_MISSING);
}

static void a_rate_needs_work_that_is_done_and_work_that_runs(void **state) {
    (void)state;
    struct life_sign sign;
    struct folder_state now;
    stages_were_done();
    make_shard(0, 1, 2);
    make_shard(0, 2, 2);
    assert_int_equal(folder_state_read(&now, scratch_folder, &stage_plan, &stage_error), STATUS_OK);
    assert_false(now.has_rate);
    assert_int_equal(now.stages[FOLDER_FETCH], STAGE_STATE_NONE);
    assert_int_equal(now.stages[FOLDER_TEXT], STAGE_STATE_DONE);
    assert_int_equal(now.stages[FOLDER_TASKS], STAGE_STATE_MISSING);
    assert_int_equal(now.text_bytes, 8);
    assert_int_equal(now.shard_bytes, 9);
    folder_state_release(&now);
    assert_int_equal(life_sign_start(&sign, scratch_folder, "task-00001", &stage_error), STATUS_OK);
    assert_int_equal(folder_state_read(&now, scratch_folder, &stage_plan, &stage_error), STATUS_OK);
    assert_true(now.has_rate);
    /* 4 bytes of text in two phases took 4 seconds. */
    assert_true(now.bytes_per_second > 0.99 && now.bytes_per_second < 1.01);
    assert_true(now.seconds_left <= 4.01);
    assert_int_equal(now.stages[FOLDER_TASKS], STAGE_STATE_RUNNING);
    folder_state_release(&now);
    life_sign_end(&sign);
}

static void the_report_adds_up(void **state) {
    (void)state;
    json_t *report = NULL;
    stages_were_done();
    make_shard(0, 1, 3);
    make_shard(0, 2, 2.5);
    make_shard(1, 1, 5);
    assert_int_equal(folder_report_make(&report, scratch_folder, &stage_plan, &stage_error),
                     STATUS_OK);
    json_t *wanted = json_loads(
        "{\"tasks\": {\"all\": 2, \"done\": 1},"
        " \"counts\": {\"documents\": 0, \"sentences\": 0, \"tokens\": 22, \"unknown\": 0,"
        "  \"malformed\": 0, \"text_bytes\": 8},"
        " \"phases\": [{\"phase\": 1, \"shards\": 2, \"rows\": 14, \"bytes\": 8},"
        "  {\"phase\": 2, \"shards\": 1, \"rows\": 7, \"bytes\": 5}]}",
        0, NULL);
    assert_non_null(wanted);
    const char *name;
    json_t *value;
    json_object_foreach(wanted, name, value)
        assert_true(json_equal(json_object_get(report, name), value));
    json_t *stages = json_object_get(report, "stages");
    json_t *tasks = json_array_get(stages, json_array_size(stages) - 1);
    assert_string_equal(json_string_value(json_object_get(tasks, "name")), "tasks");
    /* Five seconds of phase 1, and 2.5 of phase 2 a minute later. */
    double seconds = json_real_value(json_object_get(tasks, "seconds"));
    assert_true(seconds > 7.49 && seconds < 7.51);
    json_t *slowest = json_array_get(json_object_get(report, "slowest_tasks"), 0);
    assert_int_equal(json_integer_value(json_object_get(slowest, "task")), 1);
    assert_int_equal(json_array_size(json_object_get(report, "slowest_tasks")), 3);
    json_decref(wanted);
    json_decref(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(without_text_all_is_missing, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(a_task_is_done_when_all_its_phases_are, make_folder,
                                        drop_folder),
        cmocka_unit_test_setup_teardown(life_comes_before_a_failure_and_work_before_both,
                                        make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(a_rate_needs_work_that_is_done_and_work_that_runs,
                                        make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(the_report_adds_up, make_folder, drop_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
