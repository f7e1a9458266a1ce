#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "tools/mlmprep/even_plan.h"

static struct error error;

/* Plans shards of rows[i] rows in groups[i], and compares what is wanted. */
static struct even_totals plan(struct even_shard *shards, const uint64_t *rows,
                               const size_t *groups, const uint64_t *wanted, size_t count,
                               enum even_way way) {
    struct even_totals totals;
    for (size_t i = 0; i < count; i++)
        shards[i] = (struct even_shard){.group = groups[i], .rows = rows[i]};
    if (even_plan_make(shards, &totals, count, way, &error) != STATUS_OK)
        fail_msg("%s", error.message);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shards[i].wanted, wanted[i]);
        assert_int_equal(shards[i].kept + shards[i].taken, wanted[i]);
        assert_true(shards[i].kept <= rows[i]);
    }
    return totals;
}

static void move_shares_out(void **state) {
    (void)state;
    static const uint64_t ROWS[] = {10, 3, 8, 10, 100, 50}, WANTED[] = {8, 7, 8, 8, 75, 75};
    static const size_t GROUPS[] = {4, 4, 4, 4, 9, 9};
    struct even_shard shards[6];
    struct even_totals totals = plan(shards, ROWS, GROUPS, WANTED, 6, EVEN_MOVE);
    assert_int_equal(totals.moved, 29);
    assert_int_equal(totals.lost, 0);
    assert_int_equal(totals.changed, 5);
    assert_int_equal(shards[1].travel_first, 0);
    assert_int_equal(shards[5].travel_first, 4);
    assert_int_equal(shards[5].taken, 25);
}

static void the_rest_goes_to_the_larger_and_earlier(void **state) {
    (void)state;
    static const uint64_t ROWS[] = {5, 6, 6, 6}, WANTED[] = {5, 6, 6, 6};
    static const uint64_t OTHER_ROWS[] = {1, 1, 9}, OTHER_WANTED[] = {4, 3, 4};
    static const size_t GROUPS[] = {0, 0, 0, 0};
    struct even_shard shards[4];
    assert_int_equal(plan(shards, ROWS, GROUPS, WANTED, 4, EVEN_MOVE).changed, 0);
    plan(shards, OTHER_ROWS, GROUPS, OTHER_WANTED, 3, EVEN_MOVE);
    assert_int_equal(shards[0].taken, 3);
    assert_int_equal(shards[1].travel_first, 3);
}

static void trim_cuts_to_the_smallest(void **state) {
    (void)state;
    static const uint64_t ROWS[] = {10, 3, 8, 7, 9}, WANTED[] = {3, 3, 3, 7, 7};
    static const size_t GROUPS[] = {0, 0, 0, 1, 1};
    struct even_shard shards[5];
    struct even_totals totals = plan(shards, ROWS, GROUPS, WANTED, 5, EVEN_TRIM);
    assert_int_equal(totals.moved, 0);
    assert_int_equal(totals.lost, 14);
    assert_int_equal(totals.changed, 3);
}

static void no_shard_is_left_without_rows(void **state) {
    (void)state;
    struct even_totals totals;
    struct even_shard shards[2] = {{.rows = 0}, {.rows = 5}};
    assert_int_equal(even_plan_make(shards, &totals, 2, EVEN_TRIM, &error), STATUS_FAILED);
    shards[1].rows = 1;
    assert_int_equal(even_plan_make(shards, &totals, 2, EVEN_MOVE, &error), STATUS_FAILED);
    shards[0].rows = shards[1].rows = UINT64_MAX;
    assert_int_equal(even_plan_make(shards, &totals, 2, EVEN_MOVE, &error), STATUS_FAILED);
    assert_int_equal(even_plan_make(shards, &totals, 0, EVEN_MOVE, &error), STATUS_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(move_shares_out),
        cmocka_unit_test(the_rest_goes_to_the_larger_and_earlier),
        cmocka_unit_test(trim_cuts_to_the_smallest),
        cmocka_unit_test(no_shard_is_left_without_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
