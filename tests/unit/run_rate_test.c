/* run_rate: speed and time left of tasks that run side by side. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/prep/run_rate.h"

/* Fails the test unless both are the same to a thousandth; cmocka's own check is of floats. */
static void expect_near(double got, double wanted) {
    if (!(fabs(got - wanted) <= 0.001))
        fail_msg("%f, wanted %f", got, wanted);
}

static void add(struct run_rate *rate, double bytes, double seconds) {
    struct error error;
    assert_int_equal(run_rate_add_running(rate, bytes, seconds, &error), STATUS_OK);
}

/* Fails the test unless speed and time are these, to a thousandth. */
static void expect(const struct run_rate *rate, double speed, double seconds) {
    double got_speed = -1, got_seconds = -1;
    assert_true(run_rate_find(rate, &got_speed, &got_seconds));
    expect_near(got_speed, speed);
    expect_near(got_seconds, seconds);
}

static void nothing_made_or_running_is_unknown(void **state) {
    (void)state;
    double speed, seconds;
    struct run_rate rate = {.waiting_bytes = 100};
    assert_false(run_rate_find(&rate, &speed, &seconds));
    add(&rate, 10, 1);
    assert_false(run_rate_find(&rate, &speed, &seconds));
    rate.made_bytes = 10;
    assert_false(run_rate_find(&rate, &speed, &seconds));
    rate.made_seconds = 1;
    assert_true(run_rate_find(&rate, &speed, &seconds));
    run_rate_release(&rate);
    rate = (struct run_rate){.made_bytes = 10, .made_seconds = 1, .waiting_bytes = 100};
    assert_false(run_rate_find(&rate, &speed, &seconds));
}

static void speed_grows_with_the_workers(void **state) {
    (void)state;
    struct run_rate rate = {.made_bytes = 500, .made_seconds = 50, .waiting_bytes = 960};
    add(&rate, 40, 2);
    /* 10 bytes a second; 20 of the running task's 40 are left. */
    expect(&rate, 10, 98);
    add(&rate, 40, 2);
    expect(&rate, 20, 50);
    for (int i = 0; i < 48; i++)
        add(&rate, 40, 4);
    expect(&rate, 500, 2);
    run_rate_release(&rate);
}

static void the_last_task_counts_alone(void **state) {
    (void)state;
    struct run_rate rate = {.made_bytes = 500, .made_seconds = 50};
    add(&rate, 100, 0);
    add(&rate, 100, 9.5);
    add(&rate, 100, 10);
    expect(&rate, 30, 10);
    run_rate_release(&rate);
}

static void a_task_that_takes_longer_does_not_make_time_negative(void **state) {
    (void)state;
    struct run_rate rate = {.made_bytes = 500, .made_seconds = 50};
    add(&rate, 100, 1000);
    expect(&rate, 10, 0);
    rate.waiting_bytes = 20;
    expect(&rate, 10, 2);
    run_rate_release(&rate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_made_or_running_is_unknown),
        cmocka_unit_test(speed_grows_with_the_workers),
        cmocka_unit_test(the_last_task_counts_alone),
        cmocka_unit_test(a_task_that_takes_longer_does_not_make_time_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
