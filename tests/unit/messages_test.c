#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cli/messages.h"

static int kept, ends[2];

/* From here on standard error goes into a pipe that has room for what these tests say. */
static void start_listening(void) {
    assert_int_equal(pipe(ends), 0);
    kept = dup(STDERR_FILENO);
    assert_int_equal(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
}

/* What was said since. */
static const char *stop_listening(void) {
    static char text[60000];
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(ends[1]);
    size_t size = 0;
    ssize_t got;
    while ((got = read(ends[0], text + size, sizeof text - 1 - size)) > 0)
        size += (size_t)got;
    close(ends[0]);
    text[size] = '\0';
    return text;
}

static void say_all(const struct messages *messages) {
    messages_error(messages, "'%s' %d", "a", 1);
    messages_warning(messages, "'%s' %d", "b", 2);
    messages_note(messages, "'%s' %d", "c", 3);
}

static void quiet_and_verbose_choose(void **state) {
    (void)state;
    struct messages messages;
    start_listening();
    messages_init(&messages, "tool");
    say_all(&messages);
    assert_string_equal(stop_listening(), "tool: error: 'a' 1\ntool: warning: 'b' 2\n");
    messages.quiet = true;
    start_listening();
    say_all(&messages);
    assert_string_equal(stop_listening(), "tool: error: 'a' 1\n");
    messages.quiet = false;
    messages.verbose = true;
    start_listening();
    say_all(&messages);
    assert_string_equal(stop_listening(),
                        "tool: error: 'a' 1\ntool: warning: 'b' 2\ntool: 'c' 3\n");
}

static void colour_is_for_labels(void **state) {
    (void)state;
    struct messages messages;
    start_listening();
    messages_init(&messages, "tool");
    assert_false(messages.colour);
    messages.colour = messages.verbose = true;
    say_all(&messages);
    assert_string_equal(stop_listening(), "tool: \033[1;31merror: \033[0m'a' 1\n"
                                          "tool: \033[1;33mwarning: \033[0m'b' 2\n"
                                          "tool: 'c' 3\n");
}

/* Standard error becomes a terminal. */
static bool coloured_on_a_terminal(void) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    int end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    assert_true(end >= 0);
    int before = dup(STDERR_FILENO);
    dup2(end, STDERR_FILENO);
    struct messages messages;
    messages_init(&messages, "tool");
    dup2(before, STDERR_FILENO);
    close(before);
    close(end);
    close(terminal);
    return messages.colour;
}

static void colour_is_for_terminals_that_want_it(void **state) {
    (void)state;
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    assert_true(coloured_on_a_terminal());
    setenv("NO_COLOR", "", 1);
    assert_true(coloured_on_a_terminal());
    setenv("NO_COLOR", "1", 1);
    assert_false(coloured_on_a_terminal());
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    assert_false(coloured_on_a_terminal());
    unsetenv("TERM");
}

static void a_terminal_is_not_driven(void **state) {
    (void)state;
    struct messages messages;
    messages_init(&messages, "tool");
    start_listening();
    messages_error(&messages, "'a\nb\033[2Jc\r\x7f\xc2\x9b' %s", "größe \xe6\xbc\xa2 \xe2\x80\x9b");
    assert_string_equal(stop_listening(), "tool: error: 'a?b?[2Jc?"
                                          "?"
                                          "?"
                                          "?' größe \xe6\xbc\xa2 \xe2\x80\x9b\n");
}

static void a_long_text_is_still_one_line(void **state) {
    (void)state;
    struct messages messages;
    char text[5000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    messages_init(&messages, text);
    start_listening();
    messages_error(&messages, "%s", text);
    const char *said = stop_listening();
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    messages_init(&messages, "tool");
    start_listening();
    messages_error(&messages, "%s", text);
    said = stop_listening();
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    assert_true(strlen(said) > 1000);
}

static void *say_often(void *argument) {
    for (int i = 0; i < 100; i++)
        messages_error(argument, "0123456789 abcdefghijklmnopqrstuvwxyz");
    return NULL;
}

static void lines_of_threads_do_not_mix(void **state) {
    (void)state;
    struct messages messages;
    pthread_t threads[4];
    start_listening();
    messages_init(&messages, "tool");
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, say_often, &messages), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    const char *said = stop_listening();
    static const char LINE[] = "tool: error: 0123456789 abcdefghijklmnopqrstuvwxyz\n";
    unsigned lines = 0;
    for (; strncmp(said, LINE, sizeof LINE - 1) == 0; said += sizeof LINE - 1)
        lines++;
    assert_string_equal(said, "");
    assert_int_equal(lines, 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_and_verbose_choose),
        cmocka_unit_test(colour_is_for_labels),
        cmocka_unit_test(colour_is_for_terminals_that_want_it),
        cmocka_unit_test(a_terminal_is_not_driven),
        cmocka_unit_test(a_long_text_is_still_one_line),
        cmocka_unit_test(lines_of_threads_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
