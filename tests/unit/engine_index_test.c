/* engine_index, index_ranges, stop_signal, shell_words: small things that tasks are told by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/prep/engine_index.h"
#include "tools/prep/index_ranges.h"
#include "tools/prep/run_words.h"
#include "tools/prep/shell_words.h"
#include "tools/prep/stop_signal.h"

static struct error error;

static int clear_environment(void **state) {
    (void)state;
    static const char *const NAMES[] = {"SLURM_ARRAY_TASK_ID",  "AWS_BATCH_JOB_ARRAY_INDEX",
                                        "JOB_COMPLETION_INDEX", "SLURM_ARRAY_JOB_ID",
                                        "SLURM_JOB_ID",         "AWS_BATCH_JOB_ID"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        unsetenv(NAMES[i]);
    return 0;
}

static void each_engine_tells_the_task(void **state) {
    static const char *const NAMES[] = {"SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX",
                                        "JOB_COMPLETION_INDEX"};
    size_t task = 0;
    assert_int_equal(engine_index_find(&task, 0, 10, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, "--task"));
    assert_false(engine_index_is_under_engine());
    for (int i = 0; i < 3; i++) {
        setenv(NAMES[i], "7", 1);
        assert_int_equal(engine_index_find(&task, 2, 10, &error), STATUS_OK);
        assert_int_equal(task, 9);
        assert_true(engine_index_is_under_engine());
        assert_int_equal(engine_index_find(&task, 3, 10, &error), STATUS_USAGE);
        assert_int_equal(engine_index_find(&task, UINT64_MAX, 10, &error), STATUS_USAGE);
        clear_environment(state);
    }
}

static void what_is_no_index_is_refused(void **state) {
    (void)state;
    static const char *const VALUES[] = {"-1", "x", "1 ", " 1", "0x1", "99999999999999999999"};
    size_t task;
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        setenv("SLURM_ARRAY_TASK_ID", VALUES[i], 1);
        assert_int_equal(engine_index_find(&task, 0, 10, &error), STATUS_USAGE);
        assert_non_null(strstr(error.message, VALUES[i]));
    }
    setenv("SLURM_ARRAY_TASK_ID", "", 1);
    assert_int_equal(engine_index_find(&task, 0, 10, &error), STATUS_USAGE);
}

static void two_engines_must_agree(void **state) {
    (void)state;
    size_t task;
    setenv("SLURM_ARRAY_TASK_ID", "3", 1);
    setenv("JOB_COMPLETION_INDEX", "4", 1);
    assert_int_equal(engine_index_find(&task, 0, 10, &error), STATUS_USAGE);
    setenv("JOB_COMPLETION_INDEX", "3", 1);
    assert_int_equal(engine_index_find(&task, 0, 10, &error), STATUS_OK);
    assert_int_equal(task, 3);
}

static void the_job_is_named_as_its_engine_does(void **state) {
    (void)state;
    char job[ENGINE_JOB_SIZE];
    engine_index_job(job);
    assert_string_equal(job, "");
    setenv("AWS_BATCH_JOB_ID", "a-b:3", 1);
    engine_index_job(job);
    assert_string_equal(job, "a-b:3");
    assert_true(engine_index_is_under_engine());
    setenv("SLURM_JOB_ID", "5", 1);
    engine_index_job(job);
    assert_string_equal(job, "5");
    setenv("SLURM_ARRAY_JOB_ID", "4", 1);
    setenv("SLURM_ARRAY_TASK_ID", "1\xff", 1);
    engine_index_job(job);
    assert_string_equal(job, "4_1?");
}

static void ranges_are_written(void **state) {
    (void)state;
    static const struct {
        size_t numbers[6], count, offset;
        const char *text;
    } CASES[] = {
        {{3, 7, 8, 9}, 4, 0, "3,7-9"},
        {{0}, 1, 0, "0"},
        {{0, 1}, 2, 0, "0,1"},
        {{0, 1, 2}, 3, 0, "0-2"},
        {{1, 2, 4, 5, 7}, 5, 0, "1,2,4,5,7"},
        {{5, 6, 7, 9}, 4, 5, "0-2,4"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct buffer text = BUFFER_INIT;
        assert_int_equal(
            index_ranges_write(&text, CASES[i].numbers, CASES[i].count, CASES[i].offset, &error),
            STATUS_OK);
        assert_int_equal(text.size, strlen(CASES[i].text));
        assert_memory_equal(text.data, CASES[i].text, text.size);
        buffer_release(&text);
    }
    struct buffer text = BUFFER_INIT;
    assert_int_equal(index_ranges_write(&text, NULL, 0, 0, &error), STATUS_OK);
    assert_int_equal(text.size, 0);
    assert_int_equal(index_ranges_write(&text, CASES[0].numbers, 4, 4, &error), STATUS_USAGE);
    buffer_release(&text);
}

static void a_signal_is_told_once(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    struct stop_signal stop = {.descriptor = ends[0]};
    struct stop_signal deaf = {.descriptor = -1};
    assert_false(stop_signal_came(&stop));
    assert_false(stop_signal_came(&deaf));
    assert_int_equal(write(ends[1], "\x02\x0f", 2), 2);
    assert_true(stop_signal_came(&stop));
    assert_true(stop_signal_came(&stop));
    assert_int_equal(stop.number, 2);
    close(ends[0]);
    close(ends[1]);
}

static void words_are_quoted_for_a_shell(void **state) {
    (void)state;
    static const char *const WORDS[] = {"plain-1.2/x", "", "a b", "it's", "'", "$x \\ \"`", "\n"};
    struct buffer text = BUFFER_INIT;
    struct run_words words = {0};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        assert_int_equal(shell_words_quote(&text, WORDS[i], &error), STATUS_OK);
        assert_int_equal(buffer_append(&text, " ", 1, &error), STATUS_OK);
    }
    assert_int_equal(buffer_append(&text, "", 1, &error), STATUS_OK);
    assert_memory_equal(text.data, "plain-1.2/x '' 'a b' 'it'\\''s' ", 31);
    assert_int_equal(run_words_split(&words, (const char *)text.data, &error), STATUS_OK);
    assert_int_equal(words.count, sizeof WORDS / sizeof *WORDS);
    for (size_t i = 0; i < words.count; i++)
        assert_string_equal(words.words[i], WORDS[i]);
    run_words_release(&words);
    buffer_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_engine_tells_the_task, clear_environment),
        cmocka_unit_test_setup(what_is_no_index_is_refused, clear_environment),
        cmocka_unit_test_setup(two_engines_must_agree, clear_environment),
        cmocka_unit_test_setup(the_job_is_named_as_its_engine_does, clear_environment),
        cmocka_unit_test(ranges_are_written),
        cmocka_unit_test(a_signal_is_told_once),
        cmocka_unit_test(words_are_quoted_for_a_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
