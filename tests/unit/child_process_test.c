/* child_process: what a child starts with, how its end is told, and that it dies with its parent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/prep/child_process.h"

/* Starts a line of shell whose output goes to `output`, or nowhere. */
static struct child_process start_shell(const char *line, int output) {
    struct child_process child;
    struct error error = {.message = ""};
    char *const arguments[] = {"sh", "-c", (char *)(uintptr_t)line, NULL};
    enum status status = child_process_start(&child, "/bin/sh", arguments,
                                             (const int[]){-1, output, STDERR_FILENO}, &error);
    if (status != STATUS_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, STATUS_OK);
    return child;
}

static void wait_for(struct child_process *child) {
    while (!child_process_look(child))
        child_process_wait(&child, 1, NULL, 0, 1000);
}

/* Runs a line of shell; what it prints. */
static const char *output_of(const char *line) {
    static char text[1000];
    size_t size = 0;
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    struct child_process child = start_shell(line, ends[1]);
    close(ends[1]);
    ssize_t got;
    while ((got = read(ends[0], text + size, sizeof text - 1 - size)) > 0)
        size += (size_t)got;
    text[size] = '\0';
    close(ends[0]);
    wait_for(&child);
    assert_int_equal(child.wait_status, 0);
    return text;
}

static void tools_are_found(void **state) {
    (void)state;
    char *program;
    struct error error;
    assert_int_equal(child_process_find(&program, "sh", &error), STATUS_OK);
    assert_int_equal(access(program, X_OK), 0);
    free(program);
    /* Beside the program that runs: this test. */
    assert_int_equal(child_process_find(&program, "child_process_test", &error), STATUS_OK);
    free(program);
    assert_int_equal(child_process_find(&program, "no-such-tool", &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "'no-such-tool'"));
    assert_null(program);
}

/* The signals of a line of /proc/self/status. */
static uint64_t signals_of(const char *text, const char *label) {
    const char *line = strstr(text, label);
    assert_non_null(line);
    return strtoull(line + strlen(label), NULL, 16);
}

static void a_child_starts_clean(void **state) {
    (void)state;
    sigset_t all, before;
    sigfillset(&all);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    sigprocmask(SIG_BLOCK, &all, &before);
    const char *text = output_of("grep ^Sig /proc/self/status");
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGHUP, SIG_DFL);
    assert_int_equal(signals_of(text, "SigBlk:"), 0);
    /* What a user has ignored stays so (nohup). */
    uint64_t ignored = signals_of(text, "SigIgn:");
    assert_true((ignored >> (SIGHUP - 1) & 1) == 1);
    assert_true((ignored >> (SIGPIPE - 1) & 1) == 0);
    assert_true((ignored >> (SIGCHLD - 1) & 1) == 0);
}

static void streams_may_be_any_descriptors(void **state) {
    (void)state;
    /* Output and error crosswise, and the null device where there is none. */
    struct child_process child;
    struct error error;
    int ends[2];
    char text[20] = "";
    char *const arguments[] = {"sh", "-c", "cat; echo out; echo err >&2", NULL};
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(child_process_start(&child, "/bin/sh", arguments,
                                         (const int[]){-1, ends[1], ends[1]}, &error),
                     STATUS_OK);
    close(ends[1]);
    wait_for(&child);
    assert_int_equal(read(ends[0], text, sizeof text - 1), 8);
    assert_string_equal(text, "out\nerr\n");
    close(ends[0]);
}

static void what_cannot_be_started_is_told(void **state) {
    (void)state;
    struct child_process child;
    struct error error;
    char *const arguments[] = {"x", NULL};
    const int streams[3] = {-1, -1, -1};
    assert_int_equal(child_process_start(&child, "/no/such/program", arguments, streams, &error),
                     STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot start '/no/such/program': No such file"));
    assert_true(child_process_look(&child));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void the_end_is_judged(void **state) {
    (void)state;
    static const struct {
        const char *line, *said;
        enum status status;
        const char *sentence;
    } CASES[] = {
        {"exit 0", "", STATUS_OK, NULL},
        {"exit 1", "it rains", STATUS_FAILED, "tool: it rains"},
        {"exit 1", NULL, STATUS_FAILED, "tool ended with exit code 1 and said nothing"},
        {"exit 2", "it rains", STATUS_USAGE, "tool: it rains"},
        {"exit 3", "", STATUS_CORRUPT, "tool ended with exit code 3 and said nothing"},
        {"exit 4", "", STATUS_PARTIAL, NULL},
        {"exit 75", "it rains", STATUS_TEMPORARY, "tool: it rains"},
        {"exit 127", "", STATUS_FAILED, NULL},
        {"kill -9 $$", "it rains", STATUS_TEMPORARY, "tool was killed by signal 9;"},
        {"kill -15 $$", "", STATUS_TEMPORARY, "tool was killed by signal 15;"},
        {"kill -11 $$", "", STATUS_FAILED, "tool died by signal 11, Segmentation fault"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct error error = {.message = ""};
        struct child_process child = start_shell(CASES[i].line, -1);
        wait_for(&child);
        assert_int_equal(child_process_judge(&child, "tool", CASES[i].said, &error),
                         CASES[i].status);
        if (CASES[i].sentence != NULL)
            assert_non_null(strstr(error.message, CASES[i].sentence));
    }
}

static void what_a_child_took_is_counted(void **state) {
    (void)state;
    struct child_process child =
        start_shell("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done", -1);
    wait_for(&child);
    assert_true(child.processor_seconds > 0);
    assert_true(child.seconds > 0);
    assert_true(child.peak_memory > 100000);
    assert_int_equal(child.descriptor, -1);
    child_process_signal(&child, SIGKILL); /* nobody's */
}

static void waiting_ends_by_a_descriptor(void **state) {
    (void)state;
    int ends[2];
    struct pollfd poller;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    struct child_process child = start_shell("exec sleep 1000", -1);
    struct child_process *children[] = {&child};
    poller = (struct pollfd){.fd = ends[0], .events = POLLIN};
    child_process_wait(children, 1, (const int[]){-1, ends[0]}, 2, -1);
    assert_int_equal(poll(&poller, 1, 0), 1);
    assert_false(child_process_look(&child));
    child_process_signal(&child, SIGTERM);
    wait_for(&child);
    assert_int_equal(WTERMSIG(child.wait_status), SIGTERM);
    close(ends[0]);
    close(ends[1]);
}

static void children_die_with_their_parent(void **state) {
    (void)state;
    int ends[2];
    char byte;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t parent = fork();
    if (parent == 0) {
        (void)start_shell("echo; exec sleep 1000", ends[1]);
        for (;;)
            pause();
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    /* The last holder of the other end is gone. */
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tools_are_found),
        cmocka_unit_test(a_child_starts_clean),
        cmocka_unit_test(streams_may_be_any_descriptors),
        cmocka_unit_test(what_cannot_be_started_is_told),
        cmocka_unit_test(the_end_is_judged),
        cmocka_unit_test(what_a_child_took_is_counted),
        cmocka_unit_test(waiting_ends_by_a_descriptor),
        cmocka_unit_test(children_die_with_their_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
