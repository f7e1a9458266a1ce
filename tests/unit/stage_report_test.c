/* stage_report: sums over the pieces of a stage. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "tools/prep/stage_report.h"

static void expect_near(double got, double wanted) {
    if (!(fabs(got - wanted) <= 0.001))
        fail_msg("%f, wanted %f", got, wanted);
}

/* Adds a piece with these details and a file of 100 bytes. */
static void add(struct stage_report *report, const char *details) {
    struct task_marker marker;
    struct error error;
    task_marker_init(&marker);
    json_t *parsed = json_loads(details, 0, NULL);
    assert_non_null(parsed);
    json_decref(marker.details);
    marker.details = parsed;
    char sha256[RUN_PLAN_SHA256] = "";
    memset(sha256, 'a', sizeof sha256 - 1);
    assert_int_equal(task_marker_add_known(&marker, "text/a.txt", 100, sha256, &error), STATUS_OK);
    assert_int_equal(stage_report_add(report, &marker, &error), STATUS_OK);
    task_marker_release(&marker);
}

static void time_is_that_in_which_something_was_made(void **state) {
    (void)state;
    static const struct {
        const char *begins[4];
        double seconds[4], wanted;
    } CASES[] = {
        {{"2030-01-01T00:00:00Z"}, {5}, 5},
        {{"2030-01-01T00:00:00Z", "2030-01-01T00:00:02Z"}, {5, 5}, 7},
        {{"2030-01-01T00:00:02Z", "2030-01-01T00:00:00Z"}, {1, 5}, 5},
        {{"2030-01-01T00:00:00.900Z", "2030-02-01T00:00:00Z"}, {5.5, 4.5}, 10},
        {{"2030-01-01T00:00:00.250Z", "2030-01-01T00:00:01.500Z"}, {1.5, 1}, 2.25},
        {{"2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "2030-01-01T00:00:09Z", "nonsense"},
         {1, 10, 2, 99},
         11},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct stage_report report;
        stage_report_init(&report, "tasks");
        for (size_t j = 0; j < 4 && CASES[i].begins[j] != NULL; j++) {
            char details[128];
            snprintf(details, sizeof details, "{\"started\": \"%s\", \"seconds\": %f}",
                     CASES[i].begins[j], CASES[i].seconds[j]);
            add(&report, details);
        }
        expect_near(stage_report_seconds(&report), CASES[i].wanted);
        expect_near(stage_report_seconds(&report), CASES[i].wanted);
        stage_report_release(&report);
    }
}

static const char TOOLS[] =
    "{\"tools\": [{\"name\": \"wpiece\", \"seconds\": 2.5, \"processor_seconds\": 2,"
    " \"peak_memory\": 1000, \"report\": {\"counts\": {\"tokens\": 77}}},"
    " {\"name\": \"mkmlm\", \"seconds\": 3, \"processor_seconds\": 1.5, \"peak_memory\": 5}]}";

static void tools_are_added_up(void **state) {
    (void)state;
    struct stage_report report;
    struct error error;
    json_t *object = NULL;
    stage_report_init(&report, "tasks");
    add(&report, TOOLS);
    add(&report, TOOLS);
    add(&report, "{\"tools\": [{\"name\": \"wpiece\", \"peak_memory\": 2000}, 7, {}]}");
    add(&report, "{}");
    assert_int_equal(stage_report_make(&object, &report, &error), STATUS_OK);
    json_t *wanted =
        json_loads("{\"name\": \"tasks\", \"pieces\": 4, \"seconds\": 0.0,"
                   " \"processor_seconds\": 7.0, \"files\": 4, \"bytes\": 400, \"tools\": ["
                   "{\"name\": \"wpiece\", \"runs\": 3, \"seconds\": 5.0,"
                   " \"processor_seconds\": 4.0, \"peak_memory_bytes\": 2000},"
                   "{\"name\": \"mkmlm\", \"runs\": 2, \"seconds\": 6.0,"
                   " \"processor_seconds\": 3.0, \"peak_memory_bytes\": 5}]}",
                   0, NULL);
    assert_non_null(wanted);
    assert_true(json_equal(object, wanted));
    json_decref(wanted);
    json_decref(object);
    stage_report_release(&report);
}

static void counts_of_a_tool_are_found(void **state) {
    (void)state;
    struct task_marker marker = {0};
    marker.details = json_loads(TOOLS, 0, NULL);
    assert_int_equal(stage_report_count(&marker, "wpiece", "tokens"), 77);
    assert_int_equal(stage_report_count(&marker, "wpiece", "rows"), 0);
    assert_int_equal(stage_report_count(&marker, "mkmlm", "tokens"), 0);
    assert_int_equal(stage_report_count(&marker, "h5pack", "tokens"), 0);
    json_decref(marker.details);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_that_in_which_something_was_made),
        cmocka_unit_test(tools_are_added_up),
        cmocka_unit_test(counts_of_a_tool_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
