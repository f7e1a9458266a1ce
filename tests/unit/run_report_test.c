#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "formats/base/version.h"
#include "tests/unit/scratch_folder.h"
#include "tools/cli/run_report.h"

static struct error error;

static void counts_keep_the_order_of_their_first_setting(void **state) {
    (void)state;
    struct run_report report;
    char line[512];
    run_report_init(&report);
    run_report_set(&report, "documents", 1);
    run_report_set(&report, "tokens", 5678);
    run_report_set(&report, "documents", 1234567);
    run_report_line(&report, line, sizeof line);
    static const char BEGINNING[] = "1,234,567 documents, 5,678 tokens, 0.0 s, ";
    assert_memory_equal(line, BEGINNING, sizeof BEGINNING - 1);
    assert_non_null(strstr(line, "MiB at most"));
}

static void a_report_is_json(void **state) {
    (void)state;
    struct run_report report;
    run_report_init(&report);
    run_report_set(&report, "tokens", UINT64_C(1) << 60);
    run_report_set(&report, "rows", 0);
    assert_int_equal(run_report_write(&report, scratch_path("r"), "mkmlm", 3, &error), STATUS_OK);
    json_error_t fault;
    json_t *root = json_loads(scratch_read("r"), 0, &fault);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "tool")), "mkmlm");
    assert_string_equal(json_string_value(json_object_get(root, "version")), MLMPREP_VERSION);
    assert_int_equal(json_integer_value(json_object_get(root, "exit_code")), 3);
    json_t *counts = json_object_get(root, "counts");
    assert_int_equal(json_object_size(counts), 2);
    assert_true(json_integer_value(json_object_get(counts, "tokens")) == INT64_C(1) << 60);
    assert_true(json_is_integer(json_object_get(counts, "rows")));
    static const char *const SECONDS[] = {"wall_seconds", "user_seconds", "system_seconds"};
    for (size_t i = 0; i < 3; i++) {
        const json_t *seconds = json_object_get(root, SECONDS[i]);
        assert_true(json_is_real(seconds));
        assert_true(json_real_value(seconds) >= 0 && json_real_value(seconds) < 60);
    }
    json_int_t memory = json_integer_value(json_object_get(root, "peak_memory_bytes"));
    assert_true(memory > 500000 && memory % 1024 == 0);
    assert_true(memory <= (json_int_t)run_report_peak_memory());
    json_decref(root);
}

static void a_report_that_cannot_be_written_is_told(void **state) {
    (void)state;
    struct run_report report;
    run_report_init(&report);
    assert_int_equal(run_report_write(&report, scratch_path("none/r"), "t", 0, &error),
                     STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot write the report '"));
    assert_non_null(strstr(error.message, "No such file or directory"));
    if (!scratch_exists("/dev/full"))
        return;
    assert_int_equal(run_report_write(&report, "/dev/full", "t", 0, &error), STATUS_FAILED);
    assert_string_equal(error.message, "cannot write the report '/dev/full': No space left on "
                                       "device; free some space and run again");
}

static void too_many_counts_are_dropped(void **state) {
    (void)state;
    static const char *const NAMES[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                        "s", "t", "u", "v", "w", "x", "y", "z"};
    struct run_report report;
    run_report_init(&report);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        run_report_set(&report, NAMES[i], UINT64_MAX);
    assert_int_equal(report.count, RUN_REPORT_COUNTS);
    run_report_set(&report, "a", 7);
    assert_int_equal(report.counts[0].value, 7);
    /* Nor does a short line overrun. */
    for (size_t size = 1; size < 600; size++) {
        char line[601];
        memset(line, '#', sizeof line);
        run_report_line(&report, line, size);
        assert_true(strlen(line) < size);
        assert_int_equal(line[size], '#');
    }
}

static void the_clock_runs(void **state) {
    (void)state;
    struct run_report report;
    run_report_init(&report);
    double before = run_report_seconds(&report);
    usleep(20000);
    double after = run_report_seconds(&report);
    assert_true(before >= 0 && after - before >= 0.02 && after < 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_keep_the_order_of_their_first_setting),
        cmocka_unit_test(a_report_is_json),
        cmocka_unit_test(a_report_that_cannot_be_written_is_told),
        cmocka_unit_test(too_many_counts_are_dropped),
        cmocka_unit_test(the_clock_runs),
    };
    return cmocka_run_group_tests(tests, scratch_folder_make, scratch_folder_remove);
}
