#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "tools/mlmprep/check_crew.h"

enum { COUNT = 200 };

struct counting {
    atomic_uint looks[COUNT];
    int stop_writer;        /* where a signal's number goes at some point; -1: never */
    atomic_uint stop_calls; /* of on_stop */
};

static void look(void *context, size_t index, unsigned worker, const atomic_bool *stopped) {
    struct counting *counting = context;
    (void)worker;
    atomic_fetch_add(&counting->looks[index], 1);
    if (counting->stop_writer < 0)
        return;
    static const char NUMBER = SIGTERM;
    if (index == 10)
        assert_int_equal(write(counting->stop_writer, &NUMBER, 1), 1);
    /* Whoever comes later goes on only when it is told to stop. */
    while (index >= 10 && !atomic_load(stopped))
        usleep(1000);
}

static void on_stop(void *context) {
    struct counting *counting = context;
    atomic_fetch_add(&counting->stop_calls, 1);
}

static void each_is_looked_at_once(void **state) {
    (void)state;
    struct error error;
    for (unsigned threads = 1; threads <= 32; threads += 31) {
        struct counting counting = {.stop_writer = -1};
        struct check_crew crew = {
            .function = look, .context = &counting, .count = COUNT, .threads = threads};
        for (unsigned round = 1; round <= 2; round++) {
            assert_int_equal(check_crew_run(&crew, &error), STATUS_OK);
            for (size_t i = 0; i < COUNT; i++)
                assert_int_equal(atomic_load(&counting.looks[i]), round);
        }
        crew.count = 0;
        assert_int_equal(check_crew_run(&crew, &error), STATUS_OK);
    }
}

static void it_stops_when_told(void **state) {
    (void)state;
    struct error error;
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    struct stop_signal stop = {.descriptor = ends[0]};
    struct counting counting = {.stop_writer = ends[1]};
    struct check_crew crew = {.function = look,
                              .context = &counting,
                              .count = COUNT,
                              .threads = 3,
                              .stop = &stop,
                              .on_stop = on_stop,
                              .stop_context = &counting};
    assert_int_equal(check_crew_run(&crew, &error), STATUS_TEMPORARY);
    assert_int_equal(stop.number, SIGTERM);
    assert_int_equal(atomic_load(&counting.stop_calls), 1);
    assert_int_equal(atomic_load(&counting.looks[COUNT - 1]), 0);
    close(ends[0]);
    close(ends[1]);
}

static void threads_are_bounded(void **state) {
    (void)state;
    assert_int_equal(check_crew_threads(5, 64), 5);
    assert_int_equal(check_crew_threads(500, 64), 64);
    assert_true(check_crew_threads(0, 64) >= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_looked_at_once),
        cmocka_unit_test(it_stops_when_told),
        cmocka_unit_test(threads_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
