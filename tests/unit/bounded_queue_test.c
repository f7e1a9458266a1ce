/* bounded_queue and thread_pool: order, bounds, close, abort; cpu_count's quotas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "tools/parallel/bounded_queue.h"
#include "tools/parallel/cpu_count.h"
#include "tools/parallel/thread_pool.h"

static int numbers[1000];

static void items_leave_in_the_order_they_came(void **state) {
    (void)state;
    struct bounded_queue queue;
    struct error error;
    assert_int_equal(bounded_queue_init(&queue, 3, UINT64_MAX, &error), STATUS_OK);
    for (int round = 0; round < 5; round++) {
        assert_true(bounded_queue_push(&queue, &numbers[0], 1));
        assert_true(bounded_queue_push(&queue, &numbers[1], 1));
        assert_ptr_equal(bounded_queue_pop(&queue), &numbers[0]);
        assert_ptr_equal(bounded_queue_pop(&queue), &numbers[1]);
    }
    bounded_queue_close(&queue);
    assert_null(bounded_queue_pop(&queue));
    assert_false(bounded_queue_push(&queue, &numbers[0], 1));
    bounded_queue_release(&queue);
}

static void a_closed_queue_still_gives_what_is_in_it(void **state) {
    (void)state;
    struct bounded_queue queue;
    struct error error;
    assert_int_equal(bounded_queue_init(&queue, 3, UINT64_MAX, &error), STATUS_OK);
    assert_true(bounded_queue_push(&queue, &numbers[0], 0));
    bounded_queue_close(&queue);
    assert_ptr_equal(bounded_queue_pop(&queue), &numbers[0]);
    assert_null(bounded_queue_pop(&queue));
    bounded_queue_release(&queue);
}

static void an_aborted_queue_gives_nothing_but_can_be_drained(void **state) {
    (void)state;
    struct bounded_queue queue;
    struct error error;
    assert_int_equal(bounded_queue_init(&queue, 3, UINT64_MAX, &error), STATUS_OK);
    assert_true(bounded_queue_push(&queue, &numbers[0], 0));
    bounded_queue_abort(&queue);
    assert_null(bounded_queue_pop(&queue));
    assert_ptr_equal(bounded_queue_drain(&queue), &numbers[0]);
    assert_null(bounded_queue_drain(&queue));
    bounded_queue_release(&queue);
}

static void an_item_heavier_than_the_bound_passes_alone(void **state) {
    (void)state;
    struct bounded_queue queue;
    struct error error;
    assert_int_equal(bounded_queue_init(&queue, 3, 10, &error), STATUS_OK);
    assert_true(bounded_queue_push(&queue, &numbers[0], UINT64_MAX));
    assert_ptr_equal(bounded_queue_pop(&queue), &numbers[0]);
    assert_int_equal(queue.weight, 0);
    bounded_queue_release(&queue);
}

/* Workers that add up what they take, and look whether the bounds hold. */
struct adding {
    struct bounded_queue queue;
    atomic_long sum;
    atomic_int taken;
    atomic_int beyond;
};

static void add(void *context, unsigned worker) {
    struct adding *adding = context;
    (void)worker;
    const int *number;
    while ((number = bounded_queue_pop(&adding->queue)) != NULL) {
        pthread_mutex_lock(&adding->queue.mutex);
        if (adding->queue.count > 4 || adding->queue.weight > 100)
            atomic_fetch_add(&adding->beyond, 1);
        pthread_mutex_unlock(&adding->queue.mutex);
        atomic_fetch_add(&adding->sum, *number);
        atomic_fetch_add(&adding->taken, 1);
    }
}

static void every_item_is_taken_once_and_bounds_hold(void **state) {
    (void)state;
    struct adding adding = {.sum = 0};
    struct thread_pool pool;
    struct error error;
    assert_int_equal(bounded_queue_init(&adding.queue, 4, 100, &error), STATUS_OK);
    assert_int_equal(thread_pool_start(&pool, 7, add, &adding, &error), STATUS_OK);
    assert_int_equal(pool.count, 7);
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
        numbers[i] = i;
        sum += i;
        assert_true(bounded_queue_push(&adding.queue, &numbers[i], (uint64_t)(i % 60)));
    }
    bounded_queue_close(&adding.queue);
    thread_pool_join(&pool);
    assert_int_equal(adding.sum, sum);
    assert_int_equal(adding.taken, 1000);
    assert_int_equal(adding.beyond, 0);
    bounded_queue_release(&adding.queue);
}

static void push_to_full_queue(void *context, unsigned worker) {
    (void)worker;
    struct adding *adding = context;
    atomic_store(&adding->taken, bounded_queue_push(&adding->queue, &numbers[1], 1) ? 1 : 2);
}

static void abort_wakes_a_waiting_push(void **state) {
    (void)state;
    struct adding adding = {.sum = 0};
    struct thread_pool pool;
    struct error error;
    assert_int_equal(bounded_queue_init(&adding.queue, 1, 100, &error), STATUS_OK);
    assert_true(bounded_queue_push(&adding.queue, &numbers[0], 1));
    assert_int_equal(thread_pool_start(&pool, 1, push_to_full_queue, &adding, &error), STATUS_OK);
    const struct timespec moment = {0, 20000000};
    nanosleep(&moment, NULL);
    assert_int_equal(adding.taken, 0);
    bounded_queue_abort(&adding.queue);
    thread_pool_join(&pool);
    assert_int_equal(adding.taken, 2);
    assert_non_null(bounded_queue_drain(&adding.queue));
    bounded_queue_release(&adding.queue);
}

static void quotas_round_up(void **state) {
    (void)state;
    assert_int_equal(cpu_count_of_quota("max 100000"), 0);
    assert_int_equal(cpu_count_of_quota("100000 100000"), 1);
    assert_int_equal(cpu_count_of_quota("150000 100000"), 2);
    assert_int_equal(cpu_count_of_quota("50000 100000"), 1);
    assert_int_equal(cpu_count_of_quota("-1 100000"), 0);
    assert_int_equal(cpu_count_of_quota("9223372036854775807 1"), 0);
    assert_int_equal(cpu_count_of_quota("100000 0"), 0);
    assert_int_equal(cpu_count_of_quota("100000"), 0);
    assert_int_equal(cpu_count_of_quota(""), 0);
    assert_true(cpu_count() >= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_leave_in_the_order_they_came),
        cmocka_unit_test(a_closed_queue_still_gives_what_is_in_it),
        cmocka_unit_test(an_aborted_queue_gives_nothing_but_can_be_drained),
        cmocka_unit_test(an_item_heavier_than_the_bound_passes_alone),
        cmocka_unit_test(every_item_is_taken_once_and_bounds_hold),
        cmocka_unit_test(abort_wakes_a_waiting_push),
        cmocka_unit_test(quotas_round_up),
    };
    return cmocka_run_group_tests_name("bounded_queue", tests, NULL, NULL);
}
