/*
 * What atomic_file does to folders: clean-up behind killed processes, making folders, removing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "formats/base/atomic_file.h"
#include "tests/unit/scratch_folder.h"

static struct error error;

/* A child that creates a temporary file, tells so, and waits to be killed. */
static pid_t child_with_an_open_file(void) {
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        struct atomic_file file;
        if (atomic_file_prepare(&file, scratch_path("a"), &error) != STATUS_OK ||
            atomic_file_create(&file, &error) != STATUS_OK || write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    char byte;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void clean(unsigned wanted) {
    unsigned removed = 99;
    assert_int_equal(atomic_file_clean(scratch_folder, &removed, &error), STATUS_OK);
    assert_int_equal(removed, wanted);
}

static void cleaning_leaves_what_a_live_process_holds(void **state) {
    (void)state;
    pid_t child = child_with_an_open_file();
    assert_int_equal(scratch_count(NULL), 1);
    clean(0);
    assert_int_equal(scratch_count(NULL), 1);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(scratch_count(NULL), 1);
    clean(1);
    assert_int_equal(scratch_count(NULL), 0);

    /* Its own open files, too. */
    struct atomic_file file;
    assert_int_equal(atomic_file_prepare(&file, scratch_path("a"), &error), STATUS_OK);
    assert_int_equal(atomic_file_create(&file, &error), STATUS_OK);
    clean(0);
    assert_int_equal(atomic_file_publish(&file, &error), STATUS_OK);
    assert_true(scratch_exists(scratch_path("a")));
}

static void cleaning_touches_no_other_names(void **state) {
    (void)state;
    static const char *const KEPT[] = {"a_training_0.hdf5", ".mlmprep-1-1", "mlmprep-1-1.tmp",
                                       ".mlmprep.tmp",      ".x.tmp",       "dataset.json",
                                       "x.mlmprep-1.tmp"};
    static const size_t COUNT = sizeof KEPT / sizeof KEPT[0];
    for (size_t i = 0; i < COUNT; i++)
        scratch_write(KEPT[i], "x");
    scratch_write(".mlmprep-1-1.tmp", "x");
    scratch_write(".mlmprep-7-0123456789abcdef.tmp", "");
    assert_int_equal(symlink("dataset.json", scratch_path(".mlmprep-link.tmp")), 0);
    assert_int_equal(mkdir(scratch_path(".mlmprep-folder.tmp"), 0777), 0);
    clean(2);
    assert_int_equal(scratch_count(NULL), COUNT + 2);
    for (size_t i = 0; i < COUNT; i++)
        assert_string_equal(scratch_read(KEPT[i]), "x");
    clean(0);
    assert_int_equal(atomic_file_clean(scratch_folder, NULL, &error), STATUS_OK);
}

static void cleaning_asks_for_a_folder(void **state) {
    (void)state;
    unsigned removed = 99;
    assert_int_equal(atomic_file_clean(scratch_path("none"), &removed, &error), STATUS_OK);
    assert_int_equal(removed, 0);
    scratch_write("file", "x");
    assert_int_equal(atomic_file_clean(scratch_path("file"), NULL, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot read the folder '"));
}

/* A file that has just been made looks like an orphan until its lock is taken. */
static void cleaning_while_files_are_made_breaks_none(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        for (;;) {
            if (atomic_file_clean(scratch_folder, NULL, &error) != STATUS_OK)
                _exit(1);
        }
    }
    for (int i = 0; i < 3000; i++) {
        struct atomic_file file;
        assert_int_equal(atomic_file_prepare(&file, scratch_path("a"), &error), STATUS_OK);
        assert_int_equal(atomic_file_create(&file, &error), STATUS_OK);
        struct stat info;
        for (int look = 0; look < 5; look++) {
            assert_int_equal(fstat(file.descriptor, &info), 0);
            assert_int_equal(info.st_nlink, 1);
        }
        atomic_file_abandon(&file);
    }
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(scratch_count(NULL), 0);
}

static void folders_are_made_with_those_above(void **state) {
    (void)state;
    const char *deep = scratch_path("a/b//c/./d/");
    for (int round = 0; round < 2; round++)
        assert_int_equal(atomic_file_make_folders(deep, &error), STATUS_OK);
    struct stat info;
    assert_int_equal(stat(scratch_path("a/b/c/d"), &info), 0);
    assert_true(S_ISDIR(info.st_mode));
    assert_int_equal(atomic_file_make_folders("/", &error), STATUS_OK);
    assert_int_equal(atomic_file_make_folders(".", &error), STATUS_OK);
    assert_int_equal(symlink("a", scratch_path("link")), 0);
    assert_int_equal(atomic_file_make_folders(scratch_path("link/e"), &error), STATUS_OK);
    assert_true(scratch_exists(scratch_path("a/e")));

    assert_int_equal(chdir(scratch_folder), 0);
    assert_int_equal(atomic_file_make_folders("relative/f", &error), STATUS_OK);
    assert_true(scratch_exists(scratch_path("relative/f")));
    assert_int_equal(chdir("/"), 0);
}

static void a_file_in_the_way_of_a_folder_is_told(void **state) {
    (void)state;
    scratch_write("file", "x");
    const char *const ways[] = {scratch_path("file"), scratch_path("file/"),
                                scratch_path("file/a")};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(atomic_file_make_folders(ways[i], &error), STATUS_FAILED);
        assert_non_null(strstr(error.message, "cannot create the folder '"));
        assert_non_null(strstr(error.message, "Not a directory"));
    }
    assert_string_equal(scratch_read("file"), "x");
}

static void removing_what_is_not_there_is_fine(void **state) {
    (void)state;
    scratch_write("a", "x");
    assert_int_equal(atomic_file_remove(scratch_path("a"), &error), STATUS_OK);
    assert_int_equal(scratch_count(NULL), 0);
    assert_int_equal(atomic_file_remove(scratch_path("a"), &error), STATUS_OK);
    assert_int_equal(mkdir(scratch_path("b"), 0777), 0);
    assert_int_equal(atomic_file_remove(scratch_path("b"), &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot remove '"));
}

static void a_move_replaces_or_keeps(void **state) {
    (void)state;
    bool taken = true;
    char to[PATH_MAX];
    strcpy(to, scratch_path("to"));
    scratch_write("from", "1");
    assert_int_equal(atomic_file_move(scratch_path("from"), to, ATOMIC_FILE_KEEP, &taken, &error),
                     STATUS_OK);
    assert_false(taken);
    assert_string_equal(scratch_read("to"), "1");
    scratch_write("from", "2");
    assert_int_equal(atomic_file_move(scratch_path("from"), to, ATOMIC_FILE_KEEP, &taken, &error),
                     STATUS_OK);
    assert_true(taken);
    assert_string_equal(scratch_read("to"), "1");
    assert_string_equal(scratch_read("from"), "2");
    assert_int_equal(atomic_file_move(scratch_path("from"), to, ATOMIC_FILE_REPLACE, NULL, &error),
                     STATUS_OK);
    assert_string_equal(scratch_read("to"), "2");
    assert_false(scratch_exists(scratch_path("from")));
    assert_int_equal(atomic_file_move(scratch_path("from"), to, ATOMIC_FILE_REPLACE, NULL, &error),
                     STATUS_FAILED);
    assert_int_equal(atomic_file_move(scratch_path("from"), scratch_path("new"), ATOMIC_FILE_KEEP,
                                      &taken, &error),
                     STATUS_FAILED);
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(cleaning_leaves_what_a_live_process_holds),
        IN_FOLDER(cleaning_touches_no_other_names),
        IN_FOLDER(cleaning_asks_for_a_folder),
        IN_FOLDER(cleaning_while_files_are_made_breaks_none),
        IN_FOLDER(folders_are_made_with_those_above),
        IN_FOLDER(a_file_in_the_way_of_a_folder_is_told),
        IN_FOLDER(a_move_replaces_or_keeps),
        IN_FOLDER(removing_what_is_not_there_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
