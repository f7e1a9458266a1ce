/* ordered_turns: order whatever the threads' speed, the bound, waiting for a turn, stopping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <time.h>

#include "tools/parallel/ordered_turns.h"
#include "tools/parallel/thread_pool.h"

enum { NUMBERS = 600, CAPACITY = 5 };

struct course {
    struct ordered_turns turns;
    atomic_uint_fast64_t next;
    unsigned slots[CAPACITY]; /* each belongs to the one number that has room */
    /* Touched in turn only, without a lock: a sanitizer sees whether that holds. */
    uint64_t taken, sum;
    uint64_t stop_at;
};

static void nap(long microseconds) {
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

static bool take(void *context, uint64_t number) {
    struct course *course = context;
    assert_int_equal(number, course->taken);
    course->taken++;
    course->sum += course->slots[number % CAPACITY];
    if (number % 50 == 0)
        nap(500);
    return number != course->stop_at;
}

static void do_numbers(void *context, unsigned worker) {
    struct course *course = context;
    (void)worker;
    for (;;) {
        uint64_t number = atomic_fetch_add(&course->next, 1);
        if (number >= NUMBERS || !ordered_turns_await_room(&course->turns, number))
            return;
        if (number % 7 == 0)
            nap(300);
        if (number % 11 == 0) {
            if (!ordered_turns_await(&course->turns, number))
                return;
            assert_int_equal(course->taken, number);
        }
        course->slots[number % CAPACITY] = (unsigned)number;
        ordered_turns_hand_in(&course->turns, number);
    }
}

static void run(struct course *course, unsigned threads, uint64_t stop_at) {
    struct thread_pool pool;
    struct error error;
    *course = (struct course){.stop_at = stop_at};
    assert_int_equal(ordered_turns_init(&course->turns, CAPACITY, take, course, &error), STATUS_OK);
    assert_int_equal(thread_pool_start(&pool, threads, do_numbers, course, &error), STATUS_OK);
    thread_pool_join(&pool);
    ordered_turns_release(&course->turns);
}

static void all_are_taken_in_order(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 7; threads++) {
        struct course course;
        run(&course, threads, UINT64_MAX);
        assert_int_equal(course.taken, NUMBERS);
        assert_int_equal(course.sum, NUMBERS * (NUMBERS - 1) / 2);
    }
}

static void nothing_is_taken_behind_a_stop(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 7; threads++) {
        struct course course;
        run(&course, threads, 100);
        assert_int_equal(course.taken, 101);
    }
}

static void wait_for_a_turn(void *context, unsigned worker) {
    struct course *course = context;
    assert_false(worker == 0 ? ordered_turns_await_room(&course->turns, CAPACITY)
                             : ordered_turns_await(&course->turns, 1));
}

static void a_stop_wakes_who_waits(void **state) {
    (void)state;
    struct thread_pool pool;
    struct error error;
    struct course course = {.stop_at = UINT64_MAX};
    assert_int_equal(ordered_turns_init(&course.turns, CAPACITY, take, &course, &error), STATUS_OK);
    assert_true(ordered_turns_await_room(&course.turns, CAPACITY - 1));
    assert_int_equal(thread_pool_start(&pool, 2, wait_for_a_turn, &course, &error), STATUS_OK);
    nap(20000);
    ordered_turns_stop(&course.turns);
    thread_pool_join(&pool);
    ordered_turns_hand_in(&course.turns, 0);
    assert_int_equal(course.taken, 0);
    ordered_turns_release(&course.turns);
    ordered_turns_release(&course.turns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_taken_in_order),
        cmocka_unit_test(nothing_is_taken_behind_a_stop),
        cmocka_unit_test(a_stop_wakes_who_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
