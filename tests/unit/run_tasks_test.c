/* run_tasks, run_space: what is said of tasks that failed, and of a disk that is too small. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tools/mlmprep/run_space.h"
#include "tools/mlmprep/run_tasks.h"

enum { MOST = 600 };

/* A crew whose tasks 0.. ended in these ways: '.' done, 'f' failed, 'a' given up, ' ' not begun. */
static struct task_crew crew_of(const char *ends, struct crew_failure *failures) {
    static size_t tasks[MOST];
    struct task_crew crew = {0};
    struct error error;
    size_t count = strlen(ends);
    assert_true(count <= MOST);
    for (size_t i = 0; i < count; i++)
        tasks[i] = i;
    assert_int_equal(task_queue_init(&crew.queue, tasks, count, 0, &error), STATUS_OK);
    crew.failures = failures;
    for (size_t i = 0; i < count; i++) {
        double wait;
        if (ends[i] == ' ')
            continue;
        assert_int_equal(task_queue_next(&crew.queue, 0, &wait), i);
        (void)task_queue_ended(&crew.queue, i,
                               ends[i] == '.'   ? TASK_RESULT_DONE
                               : ends[i] == 'f' ? TASK_RESULT_FAILED
                                                : TASK_RESULT_AGAIN,
                               0);
        if (ends[i] != '.')
            failures[crew.failure_count++] = (struct crew_failure){
                .task = i, .temporary = ends[i] == 'a', .sentence = ends[i] == 'a' ? "n" : "g"};
    }
    return crew;
}

static void failures_are_summed_up(void **state) {
    (void)state;
    static const struct {
        const char *ends;
        bool disk_full;
        enum status status;
        const char *sentence;
    } CASES[] = {
        {"....", false, STATUS_OK, NULL},
        {"", false, STATUS_OK, NULL},
        {".f..", false, STATUS_PARTIAL,
         "1 of 9 tasks is not done: 1 ('mlmprep status d' tells why, the same command tries "
         "again); task 1: g"},
        {".affa", false, STATUS_PARTIAL,
         "4 of 9 tasks are not done: 1-4 ('mlmprep status d' tells why, the same command tries "
         "again); task 2: g"},
        {"a.a", false, STATUS_TEMPORARY,
         "2 of 9 tasks are not done: 0,2 ('mlmprep status d' tells why, the same command tries "
         "again); task 2: n"},
        {".f  ", true, STATUS_PARTIAL,
         "3 of 9 tasks are not done, the disk is full: 1-3 ('mlmprep status d' tells why, the "
         "same command tries again); task 1: g"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct crew_failure failures[8];
        struct error error = {.message = ""};
        struct task_crew crew = crew_of(CASES[i].ends, failures);
        crew.disk_full = CASES[i].disk_full;
        assert_int_equal(run_tasks_judge(&crew, "d", 9, &error), CASES[i].status);
        if (CASES[i].sentence != NULL)
            assert_string_equal(error.message, CASES[i].sentence);
        task_queue_release(&crew.queue);
    }
}

static void a_long_list_is_cut(void **state) {
    (void)state;
    static struct crew_failure failures[MOST];
    char ends[MOST + 1];
    struct error error;
    for (size_t i = 0; i < MOST; i++)
        ends[i] = i % 2 == 0 ? 'f' : '.';
    ends[MOST] = '\0';
    struct task_crew crew = crew_of(ends, failures);
    assert_int_equal(run_tasks_judge(&crew, "d", MOST, &error), STATUS_PARTIAL);
    assert_non_null(strstr(error.message, "300 of 600 tasks are not done: 0,2,4,6,"));
    assert_non_null(strstr(error.message, "... ('mlmprep status d' tells why"));
    assert_non_null(strstr(error.message, "task 0: g"));
    task_queue_release(&crew.queue);
}

static void a_small_disk_is_refused_with_numbers(void **state) {
    (void)state;
    struct run_plan plan;
    struct error error;
    const struct disk_estimate estimate = {.sources = 0,
                                           .text = (uint64_t)14 << 30,
                                           .shards = (uint64_t)32 << 30,
                                           .most = (uint64_t)46 << 30};
    run_plan_init(&plan);
    assert_int_equal(run_space_fits(&estimate, "d", &plan, estimate.most, &error), STATUS_OK);
    assert_int_equal(run_space_fits(&estimate, "d", &plan, (uint64_t)12 << 30, &error),
                     STATUS_FAILED);
    assert_string_equal(
        error.message,
        "'d' will need about 46.0 GiB more (text 14.0 GiB, shards 32.0 GiB), and its disk has "
        "12.0 GiB left; make room, have text deleted as it is used up (init --delete-text), or "
        "give --no-space-check if you know better");
    plan.keep_text = false;
    assert_int_equal(run_space_fits(&estimate, "d", &plan, 0, &error), STATUS_FAILED);
    assert_null(strstr(error.message, "--delete-text"));
    run_plan_release(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_are_summed_up),
        cmocka_unit_test(a_long_list_is_cut),
        cmocka_unit_test(a_small_disk_is_refused_with_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
