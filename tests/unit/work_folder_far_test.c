/* work_folder_clean where the locks of other hosts are not seen: told by process, or by time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/lock_file.h"
#include "tools/prep/run_folder.h"

#define lock_file_is_seen_by_all(descriptor) ((void)(descriptor), false)
#include "tools/prep/work_folder_clean.c"
#undef lock_file_is_seen_by_all

static struct error error;

static int make_run_folder(void **state) {
    if (scratch_folder_make(state) != 0)
        return -1;
    return run_folder_make(scratch_folder, &error) == STATUS_OK ? 0 : -1;
}

static void make_old(const char *name) {
    struct timespec old[2] = {{time(NULL) - WORK_FOLDER_DEAD - 100, 0},
                              {time(NULL) - WORK_FOLDER_DEAD - 100, 0}};
    assert_int_equal(utimensat(AT_FDCWD, scratch_path(name), old, 0), 0);
}

/* A folder with a file, and a lock that nobody holds, which says this. */
static void make_left(const char *holder, bool old_lock, bool old_content) {
    scratch_write("work/1-a.lock", holder);
    if (access(scratch_path("work/1-a"), F_OK) != 0)
        assert_int_equal(mkdir(scratch_path("work/1-a"), 0777), 0);
    scratch_write("work/1-a/file", "x");
    make_old("work/1-a");
    if (old_content)
        make_old("work/1-a/file");
    if (old_lock)
        make_old("work/1-a.lock");
}

/* Whether it is there after a clean-up; both parts or none. */
static bool stays(void) {
    assert_int_equal(work_folder_clean(scratch_folder, &error), STATUS_OK);
    bool there = scratch_exists(scratch_path("work/1-a/file"));
    assert_int_equal(scratch_exists(scratch_path("work/1-a.lock")), there);
    assert_int_equal(scratch_exists(scratch_path("work/1-a")), there);
    return there;
}

static const char *identity(const char *place, long process) {
    static char text[400];
    snprintf(text, sizeof text, "{\"host\":\"node\",\"place\":\"%s\",\"process\":%ld,\"began\":0}",
             place, process);
    return text;
}

static void of_another_host_time_tells(void **state) {
    (void)state;
    static const char *const HOLDERS[] = {"", "{}", NULL};
    for (size_t i = 0; i < sizeof HOLDERS / sizeof *HOLDERS; i++) {
        const char *holder = HOLDERS[i] == NULL ? identity("elsewhere", 2) : HOLDERS[i];
        make_left(holder, false, false);
        assert_true(stays());
        make_left(holder, true, false);
        assert_true(stays());
        make_left(holder, false, true);
        assert_true(stays());
        make_left(holder, true, true);
        assert_false(stays());
    }
}

static void of_this_host_the_process_tells(void **state) {
    (void)state;
    struct process_identity self;
    process_identity_self(&self);
    if (self.place[0] == '\0')
        skip();
    make_left(identity(self.place, getpid()), true, true);
    assert_true(stays());
    make_left(identity(self.place, 2000000000), false, false);
    assert_false(stays());
}

static void a_lock_that_is_held_is_enough(void **state) {
    (void)state;
    struct work_folder work;
    char path[PATH_MAX];
    assert_int_equal(work_folder_make(&work, scratch_folder, &error), STATUS_OK);
    snprintf(path, sizeof path, "%s", work.path);
    lseek(work.descriptor, 0, SEEK_SET);
    assert_int_equal(ftruncate(work.descriptor, 0), 0);
    struct timespec old[2] = {{1, 0}, {1, 0}};
    assert_int_equal(utimensat(AT_FDCWD, work.path, old, 0), 0);
    assert_int_equal(utimensat(AT_FDCWD, work.lock, old, 0), 0);
    assert_int_equal(work_folder_clean(scratch_folder, &error), STATUS_OK);
    assert_true(scratch_exists(path));
    work_folder_remove(&work);
    assert_false(scratch_exists(path));
}

static void old_temporaries_go(void **state) {
    (void)state;
    static const char OLD[] = "state/.mlmprep-1-00000000000000aa.tmp";
    static const char YOUNG[] = "state/.mlmprep-2-00000000000000aa.tmp";
    static const char OTHER[] = "state/.other";
    scratch_write(OLD, "x");
    scratch_write(YOUNG, "x");
    scratch_write(OTHER, "x");
    make_old(OLD);
    make_old(OTHER);
    assert_int_equal(work_folder_clean(scratch_folder, &error), STATUS_OK);
    assert_false(scratch_exists(scratch_path(OLD)));
    assert_true(scratch_exists(scratch_path(YOUNG)));
    assert_true(scratch_exists(scratch_path(OTHER)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_another_host_time_tells),
        cmocka_unit_test(of_this_host_the_process_tells),
        cmocka_unit_test(a_lock_that_is_held_is_enough),
        cmocka_unit_test(old_temporaries_go),
    };
    return cmocka_run_group_tests(tests, make_run_folder, scratch_folder_remove);
}
