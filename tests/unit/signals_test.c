/*
 * What a process that uses signals.h does when it is told to stop; each case is a child.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/unit/scratch_folder.h"
#include "tools/cli/signals.h"

static int ready[2];

/* Tells the parent that everything is prepared. */
static void tell(void) {
    if (write(ready[1], "x", 1) != 1)
        _exit(99);
}

static void wait_for_ever(void) {
    tell();
    for (;;)
        pause();
}

/*
 * Runs a child until it tells it is ready; gives its process number, and what it tells later at
 * *told.
 */
static pid_t start_listening(void (*body)(void), int *told) {
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        alarm(60);
        body();
        _exit(0);
    }
    close(ready[1]);
    char byte;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    *told = ready[0];
    return child;
}

static pid_t start(void (*body)(void)) {
    int told;
    pid_t child = start_listening(body, &told);
    close(told);
    return child;
}

/* The signal that ended the child, or minus its exit code. */
static int end_of(pid_t child) {
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void register_two_files(void) {
    signals_install();
    if (signals_remember(strdup(scratch_path("a"))) != 0 ||
        signals_remember(strdup(scratch_path("b"))) != 1)
        _exit(98);
    scratch_write("a", "x");
    scratch_write("b", "x");
    scratch_write("c", "x");
    /* One that was never made, and one that was forgotten. */
    signals_remember(strdup(scratch_path("d")));
    signals_forget(1);
    wait_for_ever();
}

static void deadly_signals_remove_files_and_kill(void **state) {
    (void)state;
    static const int DEADLY[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    for (size_t i = 0; i < sizeof DEADLY / sizeof DEADLY[0]; i++) {
        pid_t child = start(register_two_files);
        assert_int_equal(scratch_count(NULL), 3);
        kill(child, DEADLY[i]);
        assert_int_equal(end_of(child), DEADLY[i]);
        assert_false(scratch_exists(scratch_path("a")));
        assert_string_equal(scratch_read("b"), "x");
        assert_string_equal(scratch_read("c"), "x");
    }
}

static void ignore_and_register(void) {
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    register_two_files();
}

/* As nohup, and a shell's background jobs, have it. */
static void ignored_signals_stay_ignored(void **state) {
    (void)state;
    pid_t child = start(ignore_and_register);
    kill(child, SIGHUP);
    kill(child, SIGINT);
    /* Time to die of it. */
    usleep(100000);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    assert_int_equal(scratch_count(NULL), 3);
    kill(child, SIGTERM);
    assert_int_equal(end_of(child), SIGTERM);
    assert_int_equal(scratch_count(NULL), 2);
}

static void *work(void *argument) {
    (void)argument;
    for (volatile unsigned i = 0;; i++)
        ;
    return NULL;
}

static void work_in_threads(void) {
    pthread_t thread;
    signals_install();
    signals_remember(strdup(scratch_path("a")));
    scratch_write("a", "x");
    for (int i = 0; i < 3; i++) {
        if (pthread_create(&thread, NULL, work, NULL) != 0)
            _exit(97);
    }
    wait_for_ever();
}

static void threads_die_with_the_tool(void **state) {
    (void)state;
    pid_t child = start(work_in_threads);
    kill(child, SIGTERM);
    assert_int_equal(end_of(child), SIGTERM);
    assert_int_equal(scratch_count(NULL), 0);
}

static void write_where_nobody_reads(void) {
    int ends[2];
    signals_install();
    if (pipe(ends) != 0 || close(ends[0]) != 0)
        _exit(96);
    if (write(ends[1], "x", 1) != -1 || errno != EPIPE)
        _exit(95);
    struct rlimit limit = {0, 0};
    FILE *file = fopen(scratch_path("a"), "w");
    if (file == NULL || setrlimit(RLIMIT_FSIZE, &limit) != 0 || write(fileno(file), "x", 1) != -1 ||
        errno != EFBIG)
        _exit(94);
    tell();
    _exit(7);
}

static void broken_pipes_and_size_limits_are_errors_of_write(void **state) {
    (void)state;
    assert_int_equal(end_of(start(write_where_nobody_reads)), -7);
}

static void die_on_purpose(void) {
    sigset_t all;
    signals_install();
    scratch_write("a", "x");
    signals_remember(strdup(scratch_path("a")));
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    tell();
    signals_die_by(SIGPIPE);
}

static void dying_by_a_signal_cleans_up_too(void **state) {
    (void)state;
    assert_int_equal(end_of(start(die_on_purpose)), SIGPIPE);
    assert_int_equal(scratch_count(NULL), 0);
}

static void slots_are_limited_and_used_again(void **state) {
    (void)state;
    for (int i = 0; i < SIGNALS_SLOTS; i++)
        assert_int_equal(signals_remember("none"), i);
    assert_int_equal(signals_remember("none"), -1);
    signals_forget(-1);
    signals_forget(17);
    signals_forget(5);
    assert_int_equal(signals_remember("none"), 5);
    assert_int_equal(signals_remember("none"), 17);
    assert_int_equal(signals_remember("none"), -1);
    for (int i = 0; i < SIGNALS_SLOTS; i++)
        signals_forget(i);
}

/* Tells of every signal it is told of, as long as it lives. */
static void divert_to_parent(void) {
    signals_install();
    signals_divert(ready[1]);
    wait_for_ever();
}

static void a_diverted_signal_ends_nothing_but_twice_the_same_does(void **state) {
    (void)state;
    unsigned char byte;
    int told;
    pid_t child = start_listening(divert_to_parent, &told);
    kill(child, SIGINT);
    assert_int_equal(read(told, &byte, 1), 1);
    assert_int_equal(byte, SIGINT);
    /* Whoever has started it passes on what a terminal has told everybody. */
    kill(child, SIGTERM);
    usleep(100000);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    kill(child, SIGTERM);
    assert_int_equal(end_of(child), SIGTERM);
    assert_int_equal(read(told, &byte, 1), 0);
    close(told);
}

static void create_once_told(void) {
    int ends[2];
    unsigned char number;
    signals_install();
    if (pipe(ends) != 0)
        _exit(96);
    signals_divert(ends[1]);
    signals_remember(strdup(scratch_path("late")));
    tell();
    while (read(ends[0], &number, 1) != 1)
        continue;
    scratch_write("late", "x");
    signals_die_by(number);
}

/* It was registered, but not there yet, when the signal came. */
static void a_file_that_comes_late_is_removed_too(void **state) {
    (void)state;
    pid_t child = start(create_once_told);
    kill(child, SIGTERM);
    assert_int_equal(end_of(child), SIGTERM);
    assert_false(scratch_exists(scratch_path("late")));
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(deadly_signals_remove_files_and_kill),
        IN_FOLDER(ignored_signals_stay_ignored),
        IN_FOLDER(threads_die_with_the_tool),
        IN_FOLDER(broken_pipes_and_size_limits_are_errors_of_write),
        IN_FOLDER(dying_by_a_signal_cleans_up_too),
        cmocka_unit_test(slots_are_limited_and_used_again),
        IN_FOLDER(a_file_that_comes_late_is_removed_too),
        cmocka_unit_test(a_diverted_signal_ends_nothing_but_twice_the_same_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
