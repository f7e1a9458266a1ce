/* How large objects are cut: never more than 10,000 parts, nothing lost, nothing twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tools/s3/part_plan.h"

static const uint64_t MIB = (uint64_t)1 << 20;
static const uint64_t GIB = (uint64_t)1 << 30;

/* Every byte is in one part, and all parts but the last have one size. */
static void check(const struct part_plan *plan) {
    uint64_t end = 0;
    for (unsigned i = 0; i < plan->count; i++) {
        assert_true(part_plan_offset(plan, i) == end);
        uint64_t length = part_plan_length(plan, i);
        assert_true(length >= 1 && length <= plan->part_size);
        assert_true(i + 1 == plan->count || length == plan->part_size);
        end += length;
    }
    assert_true(end == plan->size);
    assert_in_range(plan->count, 1, PART_PLAN_MOST_PARTS);
}

static void keeps_the_wanted_size(void **state) {
    (void)state;
    static const struct {
        uint64_t size;
        uint64_t wanted;
        unsigned count;
    } CASES[] = {{1, 5, 1},  {5, 5, 1},         {6, 5, 2},          {10, 5, 2},
                 {11, 5, 3}, {50000, 5, 10000}, {1, UINT64_MAX, 1}, {10000, 1, 10000}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct part_plan plan;
        struct error error;
        assert_int_equal(part_plan_init(&plan, CASES[i].size, CASES[i].wanted, &error), STATUS_OK);
        assert_int_equal(plan.count, CASES[i].count);
        check(&plan);
    }
}

static void grows_where_parts_would_be_too_many(void **state) {
    (void)state;
    static const struct {
        uint64_t size;
        uint64_t part_size;
        unsigned count;
    } CASES[] = {
        /* 16 MiB do for 10,000 parts, and not for a byte more. */
        {10000 * 16 * ((uint64_t)1 << 20), 16 * ((uint64_t)1 << 20), 10000},
        {10000 * 16 * ((uint64_t)1 << 20) + 1, 17 * ((uint64_t)1 << 20), 9412},
        {(uint64_t)5 << 40, 525 * ((uint64_t)1 << 20), 9987},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct part_plan plan;
        struct error error;
        assert_int_equal(part_plan_init(&plan, CASES[i].size, 16 * MIB, &error), STATUS_OK);
        assert_true(plan.part_size == CASES[i].part_size);
        assert_int_equal(plan.count, CASES[i].count);
        check(&plan);
    }
}

static void ends_at_the_largest_parts(void **state) {
    (void)state;
    struct part_plan plan;
    struct error error;
    assert_int_equal(part_plan_init(&plan, 50000 * GIB, 16 * MIB, &error), STATUS_OK);
    assert_true(plan.part_size == 5 * GIB);
    check(&plan);
    assert_int_equal(part_plan_init(&plan, 50000 * GIB + 1, 16 * MIB, &error), STATUS_FAILED);
    assert_int_equal(part_plan_init(&plan, UINT64_MAX, 16 * MIB, &error), STATUS_FAILED);
    assert_int_equal(part_plan_init(&plan, UINT64_MAX, UINT64_MAX, &error), STATUS_FAILED);
    /* Parts larger than S3 takes are not made, whatever was wanted. */
    assert_int_equal(part_plan_init(&plan, 12 * GIB, 100 * GIB, &error), STATUS_OK);
    assert_int_equal(plan.count, 3);
    check(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_wanted_size),
        cmocka_unit_test(grows_where_parts_would_be_too_many),
        cmocka_unit_test(ends_at_the_largest_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
