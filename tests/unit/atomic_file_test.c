#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "formats/base/atomic_file.h"
#include "tests/unit/scratch_folder.h"

static struct error error;

/* Prepares and creates a file and writes a text into it. */
static void start(struct atomic_file *file, const char *name, const char *text) {
    assert_int_equal(atomic_file_prepare(file, scratch_path(name), &error), STATUS_OK);
    assert_int_equal(atomic_file_create(file, &error), STATUS_OK);
    assert_int_equal(write(file->descriptor, text, strlen(text)), strlen(text));
}

static void nothing_is_visible_before_publication(void **state) {
    (void)state;
    static const char NAME[] = "wiki_training_0.hdf5";
    struct atomic_file file;
    assert_int_equal(atomic_file_prepare(&file, scratch_path(NAME), &error), STATUS_OK);
    assert_int_equal(scratch_count(NULL), 0);
    assert_int_equal(atomic_file_create(&file, &error), STATUS_OK);
    assert_int_equal(write(file.descriptor, "new", 3), 3);
    char name[NAME_MAX + 1] = "";
    assert_int_equal(scratch_count(name), 1);
    assert_int_equal(name[0], '.');
    assert_null(strstr(name, "training"));
    assert_null(strstr(name, "hdf5"));
    assert_string_equal(strrchr(file.temporary, '/') + 1, name);
    assert_true(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC);
    assert_int_equal(atomic_file_sync(&file, &error), STATUS_OK);
    assert_false(scratch_exists(scratch_path(NAME)));

    int descriptor = file.descriptor;
    assert_int_equal(atomic_file_publish(&file, &error), STATUS_OK);
    assert_string_equal(scratch_read(NAME), "new");
    assert_int_equal(scratch_count(NULL), 1);
    assert_int_equal(fcntl(descriptor, F_GETFD), -1);
    assert_int_equal(file.descriptor, -1);
    struct stat info;
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat(scratch_path(NAME), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0666 & ~mask);
    atomic_file_abandon(&file);
    assert_string_equal(scratch_read(NAME), "new");
}

static void a_device_or_pipe_is_not_replaced(void **state) {
    (void)state;
    struct atomic_file file;
    struct stat info;
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    assert_int_equal(atomic_file_prepare(&file, scratch_path("pipe"), &error), STATUS_OK);
    assert_int_equal(atomic_file_create(&file, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "pipe' is a device, pipe or socket"));
    atomic_file_abandon(&file);
    assert_int_equal(stat(scratch_path("pipe"), &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(scratch_count(NULL), 1);
}

static void an_older_file_stays_whole_until_it_is_replaced(void **state) {
    (void)state;
    scratch_write("a", "old");
    struct atomic_file file;
    start(&file, "a", "new");
    assert_string_equal(scratch_read("a"), "old");
    atomic_file_abandon(&file);
    assert_string_equal(scratch_read("a"), "old");
    assert_int_equal(scratch_count(NULL), 1);
    start(&file, "a", "new");
    assert_int_equal(atomic_file_publish(&file, &error), STATUS_OK);
    assert_string_equal(scratch_read("a"), "new");
    assert_int_equal(scratch_count(NULL), 1);
}

static void abandoning_is_harmless_at_any_stage(void **state) {
    (void)state;
    struct atomic_file file = {0};
    atomic_file_abandon(&file);
    /* A zeroed file has descriptor 0, which is not its own. */
    assert_int_not_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
    assert_int_equal(atomic_file_prepare(&file, scratch_path("a"), &error), STATUS_OK);
    scratch_write("a", "old");
    atomic_file_abandon(&file);
    atomic_file_abandon(&file);
    assert_string_equal(scratch_read("a"), "old");
    start(&file, "a", "new");
    atomic_file_abandon(&file);
    atomic_file_abandon(&file);
    assert_int_equal(scratch_count(NULL), 1);
}

static void a_temporary_name_is_nobody_elses(void **state) {
    (void)state;
    struct atomic_file first, second;
    start(&first, "a", "1");
    start(&second, "a", "2");
    assert_string_not_equal(first.temporary, second.temporary);
    assert_int_equal(atomic_file_publish(&second, &error), STATUS_OK);
    assert_string_equal(scratch_read("a"), "2");
    assert_int_equal(atomic_file_publish(&first, &error), STATUS_OK);
    assert_string_equal(scratch_read("a"), "1");

    /* Were it ever taken, the other file would not be cut to nothing. */
    assert_int_equal(atomic_file_prepare(&first, scratch_path("a"), &error), STATUS_OK);
    scratch_write(strrchr(first.temporary, '/') + 1, "not ours");
    assert_int_equal(atomic_file_create(&first, &error), STATUS_FAILED);
    assert_string_equal(scratch_read(strrchr(first.temporary, '/') + 1), "not ours");
    atomic_file_abandon(&first);
    assert_int_equal(scratch_count(NULL), 2);
}

static void failures_leave_nothing(void **state) {
    (void)state;
    struct atomic_file file;
    assert_int_equal(atomic_file_prepare(&file, scratch_path("none/a"), &error), STATUS_OK);
    assert_int_equal(atomic_file_create(&file, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot create '"));
    assert_non_null(strstr(error.message, "No such file or directory"));
    atomic_file_abandon(&file);

    /* A folder has the name. */
    assert_int_equal(mkdir(scratch_path("a"), 0777), 0);
    start(&file, "a", "new");
    assert_int_equal(atomic_file_publish(&file, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot give a finished file its name '"));
    assert_int_equal(scratch_count(NULL), 1);

    /* Somebody removed the temporary file. */
    start(&file, "b", "new");
    assert_int_equal(unlink(file.temporary), 0);
    assert_int_equal(atomic_file_publish(&file, &error), STATUS_FAILED);
    assert_int_equal(scratch_count(NULL), 1);
}

/* In a child: may files not grow, writing fails, and abandoning leaves nothing. */
static void a_full_disk_leaves_nothing(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {10, 10};
        struct atomic_file file;
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0 ||
            atomic_file_prepare(&file, scratch_path("a"), &error) != STATUS_OK ||
            atomic_file_create(&file, &error) != STATUS_OK)
            _exit(1);
        if (write(file.descriptor, "0123456789abcdef", 16) != 10 ||
            write(file.descriptor, "abcdef", 6) != -1 || errno != EFBIG)
            _exit(2);
        atomic_file_abandon(&file);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(scratch_count(NULL), 0);
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(nothing_is_visible_before_publication),
        IN_FOLDER(a_device_or_pipe_is_not_replaced),
        IN_FOLDER(an_older_file_stays_whole_until_it_is_replaced),
        IN_FOLDER(abandoning_is_harmless_at_any_stage),
        IN_FOLDER(a_temporary_name_is_nobody_elses),
        IN_FOLDER(failures_leave_nothing),
        IN_FOLDER(a_full_disk_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
