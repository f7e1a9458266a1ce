/* known_file: what a file holds, and whether it is still that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/known_file.h"

static struct error error;

/* SHA-256 of "one\n". */
static const char ONE[] = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806";

static bool still(const struct known_file *file) {
    bool same;
    assert_int_equal(known_file_still(file, scratch_path("file"), &same, NULL, &error), STATUS_OK);
    return same;
}

static void content_counts_and_not_its_time(void **state) {
    (void)state;
    struct known_file file;
    const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    scratch_write("file", "one\n");
    assert_int_equal(known_file_read(&file, scratch_path("file"), NULL, &error), STATUS_OK);
    assert_true(known_file_is(&file, 4, ONE));
    assert_false(known_file_is(&file, 5, ONE));
    assert_false(known_file_is(&file, 4, ""));
    assert_true(still(&file));
    assert_int_equal(utimensat(AT_FDCWD, scratch_path("file"), old, 0), 0);
    assert_true(still(&file));
    scratch_write("other", "one\n");
    assert_int_equal(rename(scratch_path("other"), scratch_path("file")), 0);
    assert_true(still(&file));
    scratch_write("file", "One\n");
    assert_false(still(&file));
    scratch_write("file", "one\n\n");
    assert_false(still(&file));
}

static void what_is_not_there_is_told(void **state) {
    (void)state;
    struct known_file file;
    bool same;
    assert_int_equal(known_file_read(&file, scratch_path("none"), NULL, &error), STATUS_FAILED);
    assert_int_equal(known_file_read(&file, scratch_folder, NULL, &error), STATUS_FAILED);
    scratch_write("file", "one\n");
    assert_int_equal(known_file_read(&file, scratch_path("file"), NULL, &error), STATUS_OK);
    remove(scratch_path("file"));
    assert_int_equal(known_file_still(&file, scratch_path("file"), &same, NULL, &error),
                     STATUS_FAILED);
}

static void reading_stops_when_told_to(void **state) {
    (void)state;
    struct known_file file;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    struct stop_signal stop = {.descriptor = ends[0]};
    scratch_write("file", "one\n");
    assert_int_equal(known_file_read(&file, scratch_path("file"), &stop, &error), STATUS_OK);
    assert_int_equal(write(ends[1], "\x0f", 1), 1);
    assert_int_equal(known_file_read(&file, scratch_path("file"), &stop, &error), STATUS_TEMPORARY);
    assert_int_equal(stop.number, 15);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(content_counts_and_not_its_time),
        IN_FOLDER(what_is_not_there_is_told),
        IN_FOLDER(reading_stops_when_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
