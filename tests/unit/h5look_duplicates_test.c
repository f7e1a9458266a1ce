#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "formats/base/checksum.h"
#include "tools/join/h5look_duplicates.h"

static struct error error;

static void add(struct h5look_duplicates *duplicates, uint64_t number) {
    assert_int_equal(
        h5look_duplicates_add(duplicates, checksum_of(&number, sizeof number, 0), &error),
        STATUS_OK);
}

static void counts_copies_exactly(void **state) {
    (void)state;
    struct h5look_duplicates duplicates;
    uint64_t rows, copies;
    h5look_duplicates_init(&duplicates, 0);
    h5look_duplicates_count(&duplicates, &rows, &copies);
    assert_int_equal(rows, 0);
    for (uint64_t i = 0; i < 30000; i++)
        add(&duplicates, i % 20000);
    /* A checksum of 0 is one like any other. */
    assert_int_equal(h5look_duplicates_add(&duplicates, 0, &error), STATUS_OK);
    assert_int_equal(h5look_duplicates_add(&duplicates, 0, &error), STATUS_OK);
    h5look_duplicates_count(&duplicates, &rows, &copies);
    assert_int_equal(duplicates.zeros, 0);
    assert_int_equal(rows, 30002);
    assert_int_equal(copies, 10001);
    h5look_duplicates_release(&duplicates);
}

/* In a small table a part of the rows is counted, wholly: each of them three times. */
static void looks_at_a_part_in_bounded_memory(void **state) {
    (void)state;
    struct h5look_duplicates duplicates;
    uint64_t rows, copies;
    h5look_duplicates_init(&duplicates, 4096);
    for (uint64_t i = 0; i < 300000; i++)
        add(&duplicates, i % 100000);
    h5look_duplicates_count(&duplicates, &rows, &copies);
    assert_int_equal(duplicates.room, 4096);
    assert_in_range(duplicates.zeros, 5, 7);
    assert_int_equal(copies * 3, rows * 2);
    uint64_t expected = 300000U >> duplicates.zeros;
    assert_in_range(rows, expected - expected / 5, expected + expected / 5);
    h5look_duplicates_release(&duplicates);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_copies_exactly),
        cmocka_unit_test(looks_at_a_part_in_bounded_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
