/* life_sign, failure_note: who works on something, since when; why it failed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/failure_note.h"
#include "tools/prep/file_clock.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/utc_time.h"

static struct error error;
static struct life_sign_info info;

static int make_run_folder(void **state) {
    unsetenv("SLURM_ARRAY_JOB_ID");
    unsetenv("SLURM_JOB_ID");
    unsetenv("AWS_BATCH_JOB_ID");
    if (scratch_folder_make(state) != 0)
        return -1;
    return run_folder_make(scratch_folder, &error) == STATUS_OK ? 0 : -1;
}

static time_t now_in_folder(void) {
    return file_clock_now(scratch_path("state"));
}

static enum life_sign_state look(void) {
    return life_sign_look(&info, scratch_folder, "x", now_in_folder());
}

static void set_age(const char *name, time_t seconds) {
    struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, scratch_path(name), times, 0), 0);
}

static void a_process_shows_that_it_lives(void **state) {
    (void)state;
    struct life_sign sign;
    assert_int_equal(look(), LIFE_SIGN_NONE);
    setenv("SLURM_JOB_ID", "4711", 1);
    assert_int_equal(life_sign_start(&sign, scratch_folder, "x", &error), STATUS_OK);
    unsetenv("SLURM_JOB_ID");
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    assert_int_equal(info.process.process, getpid());
    assert_string_equal(info.job, "4711");
    assert_true(info.process.began > 0);
    assert_true(time(NULL) - info.started < 600);
    set_age("state/x.running", LIFE_SIGN_DEAD + 5);
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    life_sign_touch(&sign); /* too early to do anything */
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    sign.touched -= LIFE_SIGN_TOUCHED;
    life_sign_touch(&sign);
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    life_sign_clean(scratch_folder, "x", now_in_folder());
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    life_sign_end(&sign);
    life_sign_end(&sign);
    life_sign_touch(&sign);
    assert_int_equal(look(), LIFE_SIGN_NONE);
}

/* A child that leaves its life sign behind. */
static void leave_sign(void) {
    pid_t child = fork();
    if (child == 0) {
        struct life_sign sign;
        _exit(life_sign_start(&sign, scratch_folder, "x", &error) == STATUS_OK ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_process_that_is_gone_is_known(void **state) {
    (void)state;
    leave_sign();
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    life_sign_clean(scratch_folder, "x", now_in_folder());
    assert_int_equal(look(), LIFE_SIGN_NONE);
}

static void the_later_of_two_has_it(void **state) {
    (void)state;
    struct life_sign first, second;
    assert_int_equal(life_sign_start(&first, scratch_folder, "x", &error), STATUS_OK);
    assert_int_equal(life_sign_start(&second, scratch_folder, "x", &error), STATUS_OK);
    first.touched -= LIFE_SIGN_TOUCHED;
    life_sign_touch(&first);
    life_sign_end(&first);
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    life_sign_end(&second);
    assert_int_equal(look(), LIFE_SIGN_NONE);
    /* One that is gone takes it away from nobody. */
    assert_int_equal(life_sign_start(&first, scratch_folder, "x", &error), STATUS_OK);
    leave_sign();
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    first.touched -= LIFE_SIGN_TOUCHED;
    life_sign_touch(&first);
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    assert_int_equal(info.process.process, getpid());
    life_sign_end(&first);
    assert_int_equal(look(), LIFE_SIGN_NONE);
}

static void another_machines_process_is_judged_by_time(void **state) {
    (void)state;
    static const char FORM[] =
        "{\"format\":\"mlmprep running 1\",\"host\":\"node\",\"place\":\"%s\",\"process\":%ld,"
        "\"began\":%d,\"job\":\"\",\"started\":\"2026-01-02T03:04:05Z\"}";
    char text[1000];
    struct process_identity self;
    process_identity_self(&self);
    snprintf(text, sizeof text, FORM, "elsewhere", 2000000000L, 5);
    scratch_write("state/x.running", text);
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    assert_string_equal(info.process.host, "node");
    assert_int_equal(info.started, 1767323045);
    set_age("state/x.running", LIFE_SIGN_DEAD + 5);
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    /* Of this place, but gone; or its number is another process's now. */
    if (self.place[0] == '\0')
        skip();
    snprintf(text, sizeof text, FORM, self.place, 2000000000L, 5);
    scratch_write("state/x.running", text);
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    snprintf(text, sizeof text, FORM, self.place, (long)getpid(), 1);
    scratch_write("state/x.running", text);
    assert_int_equal(look(), LIFE_SIGN_STOPPED);
    snprintf(text, sizeof text, FORM, self.place, (long)getpid(), 0);
    scratch_write("state/x.running", text);
    assert_int_equal(look(), LIFE_SIGN_ALIVE);
    /* What is not whole says nothing. */
    for (size_t length = 0; length < strlen(text); length++)
        assert_false(life_sign_parse(&info, (struct view){(unsigned char *)text, length}));
    assert_true(life_sign_parse(&info, view_of_string(text)));
    scratch_write("state/x.running", "{}");
    assert_int_equal(look(), LIFE_SIGN_NONE);
    life_sign_clean(scratch_folder, "x", now_in_folder());
    assert_false(scratch_exists(scratch_path("state/x.running")));
}

static void failures_are_counted(void **state) {
    (void)state;
    struct failure_note note;
    assert_false(failure_note_read(&note, scratch_folder, "x"));
    assert_int_equal(failure_note_add(scratch_folder, "x", "it \xff rains", 1, "log/x", &error),
                     STATUS_OK);
    assert_int_equal(
        failure_note_add(scratch_folder, "x", "it pours \xc3\xa4", 75, "log/x", &error), STATUS_OK);
    assert_true(failure_note_read(&note, scratch_folder, "x"));
    assert_string_equal(note.sentence, "it pours \xc3\xa4");
    assert_int_equal(note.exit_code, 75);
    assert_int_equal(note.attempts, 2);
    assert_string_equal(note.log, "log/x");
    assert_true(note.host[0] != '\0');
    assert_true(time(NULL) - note.when < 600);
    const char *text = scratch_read("state/x.failed");
    for (size_t length = 0; length + 1 < strlen(text); length++)
        assert_false(failure_note_parse(&note, (struct view){(const unsigned char *)text, length}));
    scratch_write("state/x.failed", "{\"attempts\": 4}");
    assert_false(failure_note_read(&note, scratch_folder, "x"));
    assert_int_equal(failure_note_add(scratch_folder, "x", "again", 1, "log/x", &error), STATUS_OK);
    assert_true(failure_note_read(&note, scratch_folder, "x"));
    assert_int_equal(note.attempts, 1);
    assert_int_equal(failure_note_remove(scratch_folder, "x", &error), STATUS_OK);
    assert_int_equal(failure_note_remove(scratch_folder, "x", &error), STATUS_OK);
    assert_false(failure_note_read(&note, scratch_folder, "x"));
}

static void times_are_read_back(void **state) {
    (void)state;
    char text[UTC_TIME_SIZE];
    time_t when = 0;
    utc_time_text(text, 1767323045);
    assert_string_equal(text, "2026-01-02T03:04:05Z");
    assert_true(utc_time_parse(&when, text));
    assert_int_equal(when, 1767323045);
    static const char *const NONE[] = {"", "2026-01-02", "2026-02-30T00:00:00Z",
                                       "2026-01-02T03:04:05Zz", "2026-01-02T03:04:05+01:00"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_false(utc_time_parse(&when, NONE[i]));
    /* Nothing is left of asking the file server for its time. */
    assert_true(file_clock_now(scratch_path("work")) > 0);
    assert_true(file_clock_now("/no/such/folder") > 0);
    assert_int_equal(rmdir(scratch_path("work")), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_shows_that_it_lives),
        cmocka_unit_test(a_process_that_is_gone_is_known),
        cmocka_unit_test(the_later_of_two_has_it),
        cmocka_unit_test(another_machines_process_is_judged_by_time),
        cmocka_unit_test(failures_are_counted),
        cmocka_unit_test(times_are_read_back),
    };
    return cmocka_run_group_tests(tests, make_run_folder, scratch_folder_remove);
}
