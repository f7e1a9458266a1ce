/* run_folder, work_folder: who may work where, and what is taken away of those that were killed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "formats/base/atomic_file.h"
#include "tests/unit/scratch_folder.h"
#include "tools/prep/folder_tree.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/lock_file.h"
#include "tools/prep/run_folder.h"

static struct error error;

static int make_run_folder(void **state) {
    if (scratch_folder_make(state) != 0)
        return -1;
    return run_folder_make(scratch_folder, &error) == STATUS_OK ? 0 : -1;
}

static void clean(void) {
    assert_int_equal(work_folder_clean(scratch_folder, &error), STATUS_OK);
}

static void one_process_has_the_lock(void **state) {
    (void)state;
    int first, second;
    assert_int_equal(run_folder_lock(scratch_folder, &first, &error), STATUS_OK);
    assert_int_equal(run_folder_lock(scratch_folder, &second, &error), STATUS_TEMPORARY);
    char process[40];
    snprintf(process, sizeof process, "by process %ld of host", (long)getpid());
    assert_non_null(strstr(error.message, process));
    assert_int_equal(second, -1);
    assert_true((fcntl(first, F_GETFD) & FD_CLOEXEC) != 0);
    assert_int_equal(ftruncate(first, 0), 0);
    assert_int_equal(run_folder_lock(scratch_folder, &second, &error), STATUS_TEMPORARY);
    assert_non_null(strstr(error.message, "another process"));
    close(first);
    assert_int_equal(run_folder_lock(scratch_folder, &second, &error), STATUS_OK);
    close(second);
    assert_int_equal(run_folder_lock("/no/such/folder", &second, &error), STATUS_FAILED);
}

static void what_lives_stays(void **state) {
    (void)state;
    struct work_folder work, other;
    char inner[PATH_MAX];
    assert_int_equal(work_folder_make(&work, scratch_folder, &error), STATUS_OK);
    assert_int_equal(work_folder_make(&other, scratch_folder, &error), STATUS_OK);
    assert_string_not_equal(work.path, other.path);
    snprintf(inner, sizeof inner, "%s/folder", work.path);
    assert_int_equal(mkdir(inner, 0777), 0);
    clean();
    assert_true(scratch_exists(inner));
    work_folder_touch(&work);
    work_folder_remove(&work);
    assert_false(scratch_exists(inner));
    work_folder_remove(&work);
    work_folder_touch(&work);
    assert_true(scratch_exists(other.path));
    work_folder_remove(&other);
    /* Empty but for what may be there: nothing. */
    assert_int_equal(rmdir(scratch_path("work")), 0);
    assert_int_equal(work_folder_make(&work, scratch_folder, &error), STATUS_FAILED);
    assert_int_equal(mkdir(scratch_path("work"), 0777), 0);
}

/* A process that is killed in the middle of its work. */
static void kill_one_at_work(void) {
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct work_folder work;
        struct atomic_file file;
        struct life_sign sign;
        bool made = work_folder_make(&work, scratch_folder, &error) == STATUS_OK &&
                    chdir(work.path) == 0 && mkdir("a", 0777) == 0 && mkdir("a/b", 0777) == 0 &&
                    symlink("/", "a/b/link") == 0 && close(creat("a/b/file", 0666)) == 0 &&
                    atomic_file_prepare(&file, scratch_path("state/x"), &error) == STATUS_OK &&
                    atomic_file_create(&file, &error) == STATUS_OK &&
                    life_sign_start(&sign, scratch_folder, "x", &error) == STATUS_OK;
        if (!made || write(ends[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ends[0], &byte, 1), 1);
    clean();
    assert_int_not_equal(rmdir(scratch_path("work")), 0);
    assert_true(scratch_exists(scratch_path("state/x.running")));
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
}

static void what_the_dead_leave_is_taken_away(void **state) {
    (void)state;
    kill_one_at_work();
    scratch_write("state/task.json", "{}");
    assert_int_equal(mkdir(scratch_path("shards/hdf5"), 0777), 0);
    assert_int_equal(mkdir(scratch_path("shards/hdf5/wiki"), 0777), 0);
    scratch_write("shards/hdf5/wiki/.mlmprep-1-00000000000000aa.tmp", "left");
    scratch_write("shards/hdf5/wiki/.hidden", "somebody else's");
    clean();
    assert_int_equal(rmdir(scratch_path("work")), 0);
    assert_int_equal(mkdir(scratch_path("work"), 0777), 0);
    assert_true(scratch_exists(scratch_path("state/task.json")));
    assert_int_equal(remove(scratch_path("state/task.json")), 0);
    assert_int_equal(rmdir(scratch_path("state")), 0);
    assert_int_equal(mkdir(scratch_path("state"), 0777), 0);
    assert_int_equal(remove(scratch_path("shards/hdf5/wiki/.hidden")), 0);
    assert_int_equal(rmdir(scratch_path("shards/hdf5/wiki")), 0);
}

static void a_folder_without_lock_goes_with_time(void **state) {
    (void)state;
    struct timespec old[2] = {{time(NULL) - 2 * WORK_FOLDER_DEAD, 0},
                              {time(NULL) - 2 * WORK_FOLDER_DEAD, 0}};
    assert_int_equal(mkdir(scratch_path("work/1-2"), 0777), 0);
    scratch_write("work/1-2/file", "x");
    clean();
    assert_true(scratch_exists(scratch_path("work/1-2/file")));
    assert_int_equal(utimensat(AT_FDCWD, scratch_path("work/1-2"), old, 0), 0);
    clean();
    assert_true(scratch_exists(scratch_path("work/1-2/file")));
    assert_int_equal(utimensat(AT_FDCWD, scratch_path("work/1-2/file"), old, 0), 0);
    clean();
    assert_false(scratch_exists(scratch_path("work/1-2")));
}

static void locks_are_read(void **state) {
    (void)state;
    struct process_identity holder, self;
    process_identity_self(&self);
    int descriptor = open(scratch_path("lock"), O_RDWR | O_CREAT | O_TRUNC, 0666);
    assert_false(lock_file_read(descriptor, &holder));
    lock_file_sign(descriptor);
    assert_true(lock_file_read(descriptor, &holder));
    assert_string_equal(holder.host, self.host);
    assert_int_equal(holder.process, getpid());
    assert_false(process_identity_is_gone(&holder));
    close(descriptor);
    assert_false(lock_file_parse(&holder, view_of_string("{\"host\":1}")));
    assert_false(lock_file_is_seen_by_all(-1));
}

static void trees_are_removed(void **state) {
    (void)state;
    assert_int_equal(mkdir(scratch_path("tree"), 0777), 0);
    assert_int_equal(mkdir(scratch_path("tree/in"), 0777), 0);
    scratch_write("tree/in/file", "x");
    scratch_write("outside", "x");
    assert_int_equal(symlink(scratch_path("outside"), scratch_path("tree/in/link")), 0);
    assert_true(folder_tree_newest(scratch_path("tree")) > 0);
    folder_tree_remove(scratch_path("tree"));
    assert_false(scratch_exists(scratch_path("tree")));
    assert_true(scratch_exists(scratch_path("outside")));
    folder_tree_remove(scratch_path("tree"));
    assert_int_equal(folder_tree_newest(scratch_path("tree")), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_process_has_the_lock),
        cmocka_unit_test(what_lives_stays),
        cmocka_unit_test(what_the_dead_leave_is_taken_away),
        cmocka_unit_test(a_folder_without_lock_goes_with_time),
        cmocka_unit_test(locks_are_read),
        cmocka_unit_test(trees_are_removed),
    };
    return cmocka_run_group_tests(tests, make_run_folder, scratch_folder_remove);
}
