/* task_crew: processes started, waited for, tried again and ended. The program is a script. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/task_crew.h"

static const size_t TASKS[] = {0, 1, 2, 3, 4, 5};

/* What a crew tells while it works. */
struct told {
    size_t done, most_at_once;
    int stop_after; /* this many tasks were done: tell it to stop; 0: never */
    int stop_writer;
};

static void watch(void *context, const struct task_crew *crew) {
    struct told *told = context;
    if (crew->queue.started > told->most_at_once)
        told->most_at_once = crew->queue.started;
}

static void done(void *context, size_t task, double seconds) {
    struct told *told = context;
    unsigned char number = SIGTERM;
    (void)task;
    assert_true(seconds >= 0);
    told->done++;
    if (told->stop_after > 0 && told->done == (size_t)told->stop_after)
        assert_int_equal(write(told->stop_writer, &number, 1), 1);
}

/* Runs a crew whose program is this script: $4 is the task's number, "$2" the folder. */
static enum status run(struct task_crew *crew, struct told *told, const char *script, size_t count,
                       size_t jobs, uint64_t retries) {
    static struct crew_request request;
    static struct stop_signal stop;
    static char program[4096];
    struct error error;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    stop = (struct stop_signal){.descriptor = ends[0]};
    told->stop_writer = ends[1];
    snprintf(program, sizeof program, "%s", scratch_path("program"));
    scratch_write("program", script);
    assert_int_equal(chmod(program, 0700), 0);
    request = (struct crew_request){.program = program,
                                    .folder = scratch_folder,
                                    .tasks = TASKS,
                                    .count = count,
                                    .jobs = jobs,
                                    .threads = 3,
                                    .retries = retries,
                                    .stop = &stop,
                                    .watch = watch,
                                    .done = done,
                                    .context = told};
    /* Only when told to stop is an empty pipe read. */
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    enum status status = task_crew_run(crew, &request, &error);
    assert_int_equal(crew->queue.started, 0);
    close(ends[0]);
    close(ends[1]);
    return status;
}

static void all_are_done_so_many_at_a_time(void **state) {
    (void)state;
    for (size_t jobs = 1; jobs <= 3; jobs++) {
        struct task_crew crew;
        struct told told = {0};
        assert_int_equal(
            run(&crew, &told,
                "#!/bin/sh\n[ \"$1 $3 $5 $6 $7\" = 'task --task --quiet --threads 3' ] || exit 2\n"
                "echo $4 >>\"$2/list\"; echo a warning >&2; sleep 0.05\n",
                6, jobs, 0),
            STATUS_OK);
        assert_int_equal(crew.queue.done, 6);
        assert_int_equal(crew.failure_count, 0);
        assert_int_equal(told.done, 6);
        assert_int_equal(told.most_at_once, jobs);
        if (jobs == 1)
            assert_string_equal(scratch_read("list"), "0\n1\n2\n3\n4\n5\n");
        task_crew_release(&crew);
    }
}

static void failures_are_told_apart(void **state) {
    (void)state;
    struct task_crew crew;
    struct told told = {0};
    assert_int_equal(run(&crew, &told,
                         "#!/bin/sh\ncase $4 in\n"
                         "1) echo 'mlmprep task: error: no moon' >&2; exit 1 ;;\n"
                         "2) exit 3 ;;\n"
                         "3) echo 'mlmprep task: error: later' >&2; exit 75 ;;\n"
                         "4) kill -9 $$ ;;\nesac\n",
                         6, 1, 0),
                     STATUS_OK);
    static const struct {
        size_t task;
        bool temporary;
        const char *sentence;
    } WANTED[] = {{1, false, "no moon"},
                  {2, false, "the task ended with exit code 3 and said nothing"},
                  {3, true, "later"},
                  {4, true, NULL}};
    assert_int_equal(crew.failure_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(crew.failures[i].task, WANTED[i].task);
        assert_int_equal(crew.failures[i].temporary, WANTED[i].temporary);
        assert_false(crew.failures[i].is_tried_again);
        if (WANTED[i].sentence != NULL)
            assert_string_equal(crew.failures[i].sentence, WANTED[i].sentence);
    }
    assert_non_null(strstr(crew.failures[3].sentence, "killed by signal 9"));
    assert_int_equal(crew.queue.done, 2);
    assert_int_equal(crew.queue.failed, 2);
    assert_int_equal(crew.queue.given_up, 2);
    task_crew_release(&crew);
}

static void one_that_failed_for_now_is_tried_again(void **state) {
    (void)state;
    struct task_crew crew;
    struct told told = {0};
    assert_int_equal(run(&crew, &told,
                         "#!/bin/sh\n[ -e \"$2/$4\" ] && exit 0\n>\"$2/$4\"\n"
                         "[ $4 != 1 ] || exit 75\n",
                         3, 2, 1),
                     STATUS_OK);
    assert_int_equal(crew.queue.done, 3);
    assert_int_equal(crew.failure_count, 1);
    assert_true(crew.failures[0].is_tried_again);
    task_crew_release(&crew);
}

static void a_full_disk_ends_the_work(void **state) {
    (void)state;
    struct task_crew crew;
    struct told told = {0};
    assert_int_equal(
        run(&crew, &told,
            "#!/bin/sh\n[ $4 = 0 ] && exit 0\n"
            "echo \"mlmprep task: error: x: No space left on device; y\" >&2\nexit 1\n",
            6, 1, 5),
        STATUS_OK);
    assert_true(crew.disk_full);
    assert_int_equal(crew.queue.done, 1);
    assert_int_equal(crew.queue.failed, 1);
    assert_int_equal(crew.failure_count, 1);
    task_crew_release(&crew);
}

static void long_messages_end_with_the_last_error(void **state) {
    (void)state;
    struct task_crew crew;
    struct told told = {0};
    assert_int_equal(run(&crew, &told,
                         "#!/bin/sh\necho 'x: error: first' >&2\ni=0\nwhile [ $i -lt 300 ]; do\n"
                         "i=$((i + 1)); echo 'mlmprep task: warning: a rather long line of words'\n"
                         "done >&2\nprintf 'mlmprep task: error: last\\nmore' >&2\nexit 1\n",
                         1, 1, 0),
                     STATUS_OK);
    assert_int_equal(crew.failure_count, 1);
    assert_string_equal(crew.failures[0].sentence, "last");
    task_crew_release(&crew);
}

static void told_to_stop_it_ends_all(void **state) {
    (void)state;
    struct task_crew crew;
    struct told told = {.stop_after = 2};
    assert_int_equal(run(&crew, &told,
                         "#!/bin/sh\n[ $4 -lt 2 ] && exit 0\n"
                         "trap 'echo $4 >>\"$2/ended\"; exit 75' TERM\n>\"$2/runs.$4\"\n"
                         "while :; do sleep 0.05; done\n",
                         6, 2, 0),
                     STATUS_TEMPORARY);
    assert_int_equal(crew.request->stop->number, SIGTERM);
    assert_int_equal(crew.queue.done, 2);
    assert_int_equal(crew.failure_count, 0);
    task_crew_release(&crew);
}

static void a_program_that_is_not_there(void **state) {
    (void)state;
    struct stop_signal stop = {.descriptor = -1};
    const struct crew_request request = {.program = "/no/such/program",
                                         .folder = "x",
                                         .tasks = TASKS,
                                         .count = 2,
                                         .jobs = 2,
                                         .threads = 1,
                                         .stop = &stop};
    struct task_crew crew;
    struct error error;
    assert_int_equal(task_crew_run(&crew, &request, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "'/no/such/program'"));
    assert_int_equal(crew.queue.started, 0);
    task_crew_release(&crew);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_are_done_so_many_at_a_time, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(failures_are_told_apart, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(one_that_failed_for_now_is_tried_again, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(a_full_disk_ends_the_work, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(long_messages_end_with_the_last_error, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(told_to_stop_it_ends_all, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test(a_program_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
