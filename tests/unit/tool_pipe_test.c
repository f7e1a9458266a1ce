/* tool_pipe: pipes of small scripts, and whose fault it is when one fails. */
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
#include "tools/prep/tool_pipe.h"

/* What a tool is told to do, word by word. */
static const char SCRIPT[] = "#!/bin/sh\n"
                             "name=${0##*/}\n"
                             "while [ $# -gt 0 ]; do\n"
                             "    case $1 in\n"
                             "    copy) cat ;;\n"
                             "    drop) cat >/dev/null ;;\n"
                             "    flood) while echo some text; do :; done ;;\n"
                             "    print) echo \"$2\" && shift ;;\n"
                             "    say) echo \"$name: error: $2\" >&2 && shift ;;\n"
                             "    warn) echo \"$name: warning: $2\" >&2 && shift ;;\n"
                             "    die) kill -$2 $$ ;;\n"
                             "    exit) exit $2 ;;\n"
                             "    hold) echo ready && exec sleep 1000 ;;\n"
                             "    --report) echo report >\"$2\" && shift ;;\n"
                             "    esac\n"
                             "    shift\n"
                             "done\n";

static int make_tools(void **state) {
    static const char *const NAMES[] = {"first", "second", "third"};
    if (scratch_folder_make(state) != 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        scratch_write(NAMES[i], SCRIPT);
        chmod(scratch_path(NAMES[i]), 0755);
    }
    char path[PATH_MAX + 100];
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", scratch_folder);
    return setenv("PATH", path, 1);
}

static struct error error;

/* A pipe of the three tools, each with a line of words; NULL ends it earlier. */
static void make_pipe(struct tool_pipe *pipe, const char *const lines[3]) {
    static const char *const NAMES[] = {"first", "second", "third"};
    static char log[PATH_MAX];
    snprintf(log, sizeof log, "%s", scratch_path("log"));
    tool_pipe_init(pipe, log, NULL);
    for (int i = 0; i < 3 && lines[i] != NULL; i++) {
        struct run_words words = {0};
        assert_int_equal(tool_pipe_add(pipe, NAMES[i], NULL, &error), STATUS_OK);
        assert_int_equal(run_words_split(&words, lines[i], &error), STATUS_OK);
        assert_int_equal(tool_pipe_words(pipe, &words, &error), STATUS_OK);
        run_words_release(&words);
    }
}

static void text_flows_from_file_to_file(void **state) {
    (void)state;
    struct tool_pipe pipe;
    char input[PATH_MAX], output[PATH_MAX];
    scratch_write("in", "from the file\n");
    scratch_write("out", "something longer that was there before, and is replaced\n");
    snprintf(input, sizeof input, "%s", scratch_path("in"));
    snprintf(output, sizeof output, "%s", scratch_path("out"));
    make_pipe(&pipe, (const char *const[]){"copy print more", "warn \"it's a word\" copy", "copy"});
    pipe.input = input;
    pipe.output = output;
    assert_int_equal(tool_pipe_run(&pipe, &error), STATUS_OK);
    assert_string_equal(scratch_read("out"), "from the file\nmore\n");
    for (int i = 0; i < 3; i++) {
        assert_true(pipe.steps[i].ended);
        assert_int_equal(pipe.steps[i].wait_status, 0);
        assert_true(pipe.steps[i].seconds > 0);
        assert_true(pipe.steps[i].peak_memory > 0);
    }
    const char *log = scratch_read("log");
    assert_int_equal(log[0], '#');
    assert_non_null(strstr(log, ": first copy print more | second warn 'it'\\''s a word' copy"));
    assert_non_null(strstr(log, "\nsecond: warning: it's a word\n"));
    tool_pipe_release(&pipe);
    tool_pipe_release(&pipe);
}

static void each_tool_reports(void **state) {
    (void)state;
    struct tool_pipe pipe;
    make_pipe(&pipe, (const char *const[]){NULL, NULL, NULL});
    assert_int_equal(tool_pipe_add(&pipe, "first", scratch_path("report"), &error), STATUS_OK);
    assert_int_equal(tool_pipe_arguments(&pipe, &error, "exit", "0", NULL), STATUS_OK);
    assert_string_equal(pipe.steps[0].report, scratch_path("report"));
    assert_int_equal(tool_pipe_run(&pipe, &error), STATUS_OK);
    assert_string_equal(scratch_read("report"), "report\n");
    tool_pipe_release(&pipe);
}

static void the_one_at_fault_is_found(void **state) {
    (void)state;
    static const struct {
        const char *lines[3];
        enum status status;
        const char *sentence;
    } CASES[] = {
        {{"say no exit 1", "drop say cut exit 3", "drop say cut exit 3"},
         STATUS_FAILED,
         "first: no"},
        {{"flood", "say no exit 1", "drop say cut exit 3"}, STATUS_FAILED, "second: no"},
        {{"flood", "copy", "say full exit 1"}, STATUS_FAILED, "third: full"},
        {{"flood", "copy", "say first say last exit 75"}, STATUS_TEMPORARY, "third: first; last"},
        {{"print x", "drop say bad exit 3", "drop say cut exit 3"}, STATUS_CORRUPT, "second: bad"},
        {{"flood", "say bad exit 3", "drop say cut exit 3"}, STATUS_CORRUPT, "second: bad"},
        {{"say what exit 2", "drop", "drop"}, STATUS_USAGE, "first: what"},
        {{"flood", "die 9", "drop say cut exit 3"},
         STATUS_TEMPORARY,
         "second was killed by signal 9"},
        {{"flood", "copy", "die 9"}, STATUS_TEMPORARY, "third was killed by signal 9"},
        {{"die 11", "drop exit 3", "drop exit 3"}, STATUS_FAILED, "first died by signal 11"},
        {{"flood", "exit 0", NULL}, STATUS_FAILED, "first found that nobody read"},
        {{"exit 7", NULL, NULL}, STATUS_FAILED, "first ended with exit code 7 and said nothing"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct tool_pipe pipe;
        make_pipe(&pipe, CASES[i].lines);
        assert_int_equal(tool_pipe_run(&pipe, &error), CASES[i].status);
        if (strncmp(error.message, CASES[i].sentence, strlen(CASES[i].sentence)) != 0)
            fail_msg("'%s', not '%s'", error.message, CASES[i].sentence);
        assert_non_null(strstr(scratch_read("log"), error.message));
        remove(scratch_path("log"));
        tool_pipe_release(&pipe);
    }
}

static void a_full_disk_hides_no_error(void **state) {
    (void)state;
    struct tool_pipe pipe;
    if (access("/dev/full", W_OK) != 0)
        skip();
    make_pipe(&pipe, (const char *const[]){"say full exit 1", NULL, NULL});
    pipe.log = "/dev/full";
    assert_int_equal(tool_pipe_run(&pipe, &error), STATUS_FAILED);
    assert_string_equal(error.message, "first: full");
    tool_pipe_release(&pipe);
}

static void what_cannot_be_started_ends_the_others(void **state) {
    (void)state;
    struct tool_pipe pipe;
    make_pipe(&pipe, (const char *const[]){"flood", NULL, NULL});
    assert_int_equal(tool_pipe_add(&pipe, "no-such-tool", NULL, &error), STATUS_OK);
    assert_int_equal(tool_pipe_run(&pipe, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "cannot find the tool 'no-such-tool'"));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    tool_pipe_release(&pipe);
    make_pipe(&pipe, (const char *const[]){"copy", NULL, NULL});
    pipe.input = "/no/such/file";
    assert_int_equal(tool_pipe_run(&pipe, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "'/no/such/file'"));
    tool_pipe_release(&pipe);
}

/* Tells the pipe to stop as soon as its tools run. */
struct stopper {
    int descriptor;
    unsigned calls;
};

static void stop_when_ready(void *context, const struct tool_pipe *pipe) {
    (void)pipe;
    struct stopper *stopper = context;
    stopper->calls++;
    if (strcmp(scratch_read("out"), "ready\n") != 0 || stopper->descriptor < 0)
        return;
    assert_int_equal(write(stopper->descriptor, "\x0f", 1), 1);
    stopper->descriptor = -1;
}

static void a_pipe_can_be_stopped(void **state) {
    (void)state;
    struct tool_pipe pipe;
    char output[PATH_MAX];
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    struct stop_signal stop = {.descriptor = ends[0]};
    struct stopper stopper = {.descriptor = ends[1]};
    snprintf(output, sizeof output, "%s", scratch_path("out"));
    remove(output);
    make_pipe(&pipe, (const char *const[]){"hold", "copy", NULL});
    pipe.output = output;
    pipe.stop = &stop;
    pipe.watch = stop_when_ready;
    pipe.watch_context = &stopper;
    assert_int_equal(tool_pipe_run(&pipe, &error), STATUS_TEMPORARY);
    assert_int_equal(stop.number, SIGTERM);
    assert_non_null(strstr(error.message, "stopped by signal 15"));
    assert_true(stopper.calls > 0);
    assert_int_equal(WTERMSIG(pipe.steps[0].wait_status), SIGTERM);
    tool_pipe_release(&pipe);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_flows_from_file_to_file),
        cmocka_unit_test(each_tool_reports),
        cmocka_unit_test(the_one_at_fault_is_found),
        cmocka_unit_test(a_full_disk_hides_no_error),
        cmocka_unit_test(what_cannot_be_started_ends_the_others),
        cmocka_unit_test(a_pipe_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, make_tools, scratch_folder_remove);
}
