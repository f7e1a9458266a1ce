/* ordered_work: order whatever the threads' speed, both bounds, close, abort and drain. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "tools/parallel/ordered_work.h"

enum { JOBS = 500 };

struct job {
    unsigned number;
    unsigned answer;
};

static struct job jobs[JOBS];

struct course {
    atomic_uint at_work, most_at_work, done;
};

static void nap(long microseconds) {
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

/* Takes longer for some jobs than for their followers. */
static void work_on(void *context, unsigned worker, void *item) {
    struct course *course = context;
    struct job *job = item;
    (void)worker;
    unsigned now = atomic_fetch_add(&course->at_work, 1) + 1;
    if (now > atomic_load(&course->most_at_work))
        atomic_store(&course->most_at_work, now);
    nap(job->number % 7 == 0 ? 700 : 20);
    job->answer = job->number * 3;
    atomic_fetch_add(&course->done, 1);
    atomic_fetch_sub(&course->at_work, 1);
}

struct submission {
    struct ordered_work *work;
    uint64_t weight;
    atomic_uint submitted;
};

static void submit_all(void *context, unsigned worker) {
    struct submission *submission = context;
    (void)worker;
    for (unsigned i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){i, 0};
        if (!ordered_work_submit(submission->work, &jobs[i], submission->weight))
            return;
        atomic_fetch_add(&submission->submitted, 1);
    }
    ordered_work_close(submission->work);
}

static void results_come_in_order_for_any_number_of_threads(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads++) {
        struct ordered_work work;
        struct course course = {0};
        struct thread_pool submitter;
        struct error error;
        assert_int_equal(ordered_work_init(&work, threads, 8, UINT64_MAX, work_on, &course, &error),
                         STATUS_OK);
        struct submission submission = {.work = &work, .weight = 1};
        assert_int_equal(thread_pool_start(&submitter, 1, submit_all, &submission, &error),
                         STATUS_OK);
        for (unsigned i = 0; i < JOBS; i++) {
            struct job *job = ordered_work_take(&work);
            assert_non_null(job);
            assert_int_equal(job->number, i);
            assert_int_equal(job->answer, i * 3);
        }
        assert_null(ordered_work_take(&work));
        thread_pool_join(&submitter);
        assert_in_range(atomic_load(&course.most_at_work), 1, threads);
        ordered_work_release(&work);
    }
}

/* How many jobs get in when nobody takes any. */
static unsigned fill(size_t capacity, uint64_t limit, uint64_t weight) {
    struct ordered_work work;
    struct course course = {0};
    struct thread_pool submitter;
    struct error error;
    assert_int_equal(ordered_work_init(&work, 2, capacity, limit, work_on, &course, &error),
                     STATUS_OK);
    struct submission submission = {.work = &work, .weight = weight};
    assert_int_equal(thread_pool_start(&submitter, 1, submit_all, &submission, &error), STATUS_OK);
    nap(50000);
    unsigned submitted = atomic_load(&submission.submitted);
    ordered_work_abort(&work);
    assert_null(ordered_work_take(&work));
    thread_pool_join(&submitter);
    unsigned drained = 0;
    while (ordered_work_drain(&work) != NULL)
        drained++;
    assert_int_equal(drained, submitted);
    ordered_work_release(&work);
    return submitted;
}

static void a_submitter_waits_for_the_taker(void **state) {
    (void)state;
    assert_int_equal(fill(5, UINT64_MAX, 1), 5);
    assert_int_equal(fill(100, 10, 3), 3);
    assert_int_equal(fill(100, 10, 11), 1);
}

static void nothing_gets_in_after_close(void **state) {
    (void)state;
    struct ordered_work work;
    struct course course = {0};
    struct error error;
    assert_int_equal(ordered_work_init(&work, 2, 4, 10, work_on, &course, &error), STATUS_OK);
    assert_true(ordered_work_submit(&work, &jobs[1], 1));
    ordered_work_close(&work);
    assert_false(ordered_work_submit(&work, &jobs[2], 1));
    assert_ptr_equal(ordered_work_take(&work), &jobs[1]);
    assert_null(ordered_work_take(&work));
    ordered_work_release(&work);
}

static void release_is_harmless_when_zeroed_and_joins_when_busy(void **state) {
    (void)state;
    struct ordered_work work = {.slots = NULL};
    struct course course = {0};
    struct error error;
    ordered_work_release(&work);
    assert_int_equal(ordered_work_init(&work, 2, 4, 10, work_on, &course, &error), STATUS_OK);
    assert_true(ordered_work_submit(&work, &jobs[0], 1));
    ordered_work_release(&work);
    assert_int_equal(atomic_load(&course.at_work), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_order_for_any_number_of_threads),
        cmocka_unit_test(a_submitter_waits_for_the_taker),
        cmocka_unit_test(nothing_gets_in_after_close),
        cmocka_unit_test(release_is_harmless_when_zeroed_and_joins_when_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
