/* task_queue: the order of tasks, and the pauses before they are tried again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/prep/task_queue.h"

/* Fails the test unless both are the same to a thousandth; cmocka's own check is of floats. */
static void expect_near(double got, double wanted) {
    if (!(fabs(got - wanted) <= 0.001))
        fail_msg("%f, wanted %f", got, wanted);
}

static const size_t TASKS[] = {3, 0, 7};

static struct task_queue queue_of(size_t count, uint64_t retries) {
    struct task_queue queue;
    struct error error;
    assert_int_equal(task_queue_init(&queue, TASKS, count, retries, &error), STATUS_OK);
    return queue;
}

/* Fails the test unless the next one is this task; returns its place. */
static size_t start(struct task_queue *queue, double now, size_t task) {
    double wait;
    size_t place = task_queue_next(queue, now, &wait);
    assert_true(place < queue->count);
    assert_int_equal(queue->tasks[place].task, task);
    expect_near(wait, 0);
    return place;
}

/* Fails the test unless there is none to start, and the next may be after so long. */
static void none(struct task_queue *queue, double now, double wanted) {
    double wait;
    assert_true(task_queue_next(queue, now, &wait) == SIZE_MAX);
    if (wanted < 0)
        assert_true(wait < 0);
    else
        expect_near(wait, wanted);
}

static void tasks_come_in_their_order(void **state) {
    (void)state;
    struct task_queue queue = queue_of(3, 2);
    size_t first = start(&queue, 0, 3), second = start(&queue, 0, 0), third = start(&queue, 0, 7);
    none(&queue, 0, -1);
    assert_int_equal(queue.started, 3);
    assert_false(task_queue_ended(&queue, second, TASK_RESULT_DONE, 1));
    assert_false(task_queue_ended(&queue, first, TASK_RESULT_FAILED, 1));
    assert_false(task_queue_ended(&queue, third, TASK_RESULT_DONE, 1));
    none(&queue, 1, -1);
    assert_int_equal(queue.started, 0);
    assert_int_equal(queue.done, 2);
    assert_int_equal(queue.failed, 1);
    assert_int_equal(queue.given_up, 0);
    task_queue_release(&queue);
}

static void a_failure_for_now_waits_behind_the_others(void **state) {
    (void)state;
    struct task_queue queue = queue_of(3, 2);
    size_t first = start(&queue, 10, 3);
    assert_true(task_queue_ended(&queue, first, TASK_RESULT_AGAIN, 10));
    start(&queue, 100, 0);
    start(&queue, 100, 7);
    start(&queue, 100, 3);
    assert_true(task_queue_ended(&queue, first, TASK_RESULT_AGAIN, 200));
    none(&queue, 200, 4);
    none(&queue, 203, 1);
    start(&queue, 204, 3);
    assert_false(task_queue_ended(&queue, first, TASK_RESULT_AGAIN, 205));
    none(&queue, 1000, -1);
    assert_int_equal(queue.given_up, 1);
    assert_int_equal(queue.failed, 0);
    task_queue_release(&queue);
}

static void of_two_that_wait_the_earlier_one_comes_first(void **state) {
    (void)state;
    struct task_queue queue = queue_of(2, 5);
    size_t first = start(&queue, 0, 3), second = start(&queue, 0, 0);
    assert_true(task_queue_ended(&queue, second, TASK_RESULT_AGAIN, 1));
    assert_true(task_queue_ended(&queue, first, TASK_RESULT_AGAIN, 2));
    start(&queue, 50, 0);
    start(&queue, 50, 3);
    /* One that failed less often comes before one that has waited longer. */
    assert_true(task_queue_ended(&queue, second, TASK_RESULT_AGAIN, 51));
    start(&queue, 60, 0);
    assert_true(task_queue_ended(&queue, second, TASK_RESULT_AGAIN, 61));
    assert_true(task_queue_ended(&queue, first, TASK_RESULT_AGAIN, 90));
    start(&queue, 100, 3);
    start(&queue, 100, 0);
    task_queue_release(&queue);
}

static void without_retries_once_is_all(void **state) {
    (void)state;
    struct task_queue queue = queue_of(1, 0);
    size_t place = start(&queue, 0, 3);
    assert_false(task_queue_ended(&queue, place, TASK_RESULT_AGAIN, 0));
    none(&queue, 9, -1);
    assert_int_equal(queue.given_up, 1);
    task_queue_release(&queue);
    queue = queue_of(0, 3);
    none(&queue, 0, -1);
    task_queue_release(&queue);
}

static void pauses_grow_to_two_minutes(void **state) {
    (void)state;
    expect_near(task_queue_pause(1), 2);
    expect_near(task_queue_pause(2), 4);
    expect_near(task_queue_pause(6), 64);
    expect_near(task_queue_pause(7), 120);
    expect_near(task_queue_pause(UINT64_MAX), 120);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_come_in_their_order),
        cmocka_unit_test(a_failure_for_now_waits_behind_the_others),
        cmocka_unit_test(of_two_that_wait_the_earlier_one_comes_first),
        cmocka_unit_test(without_retries_once_is_all),
        cmocka_unit_test(pauses_grow_to_two_minutes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
