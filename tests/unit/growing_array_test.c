/*
 * growing_array: what is in it stays, from a few bytes on the heap to many pages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/mlm/growing_array.h"

/* Adds elements one by one, each of them its own number. */
static void test_growing(void **state) {
    (void)state;
    enum { COUNT = 9 << 20 };
    uint32_t *array = NULL;
    size_t capacity = 0;
    unsigned steps = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        if (i == capacity) {
            array = growing_array_grow(array, &capacity, (size_t)i + 1, sizeof *array);
            assert_non_null(array);
            assert_true(capacity > i);
            steps++;
        }
        array[i] = i;
    }
    for (uint32_t i = 0; i < COUNT; i++)
        assert_true(array[i] == i);
    assert_in_range(steps, 10, 60);
    growing_array_free(array, capacity, sizeof *array);
}

/* From nothing to anything, and nothing to free. */
static void test_first_step(void **state) {
    (void)state;
    static const size_t SIZES[] = {1, 100, (4 << 20) - 1, 4 << 20, 50 << 20};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        size_t capacity = 0;
        unsigned char *array = growing_array_grow(NULL, &capacity, SIZES[i], 1);
        assert_non_null(array);
        assert_true(capacity >= SIZES[i]);
        array[0] = array[SIZES[i] - 1] = 1;
        growing_array_free(array, capacity, 1);
    }
    growing_array_free(NULL, 0, 4);
}

/* What cannot be had leaves all as it was. */
static void test_too_much(void **state) {
    (void)state;
    static const size_t SIZES[] = {10, 8 << 20};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        size_t capacity = 0;
        uint32_t *array = growing_array_grow(NULL, &capacity, SIZES[i], sizeof *array);
        assert_non_null(array);
        size_t before = capacity;
        array[0] = 5;
        assert_null(growing_array_grow(array, &capacity, SIZE_MAX / 2, sizeof *array));
        assert_null(growing_array_grow(array, &capacity, SIZE_MAX / 8, sizeof *array));
        assert_int_equal(capacity, before);
        assert_int_equal(array[0], 5);
        growing_array_free(array, capacity, sizeof *array);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_first_step),
        cmocka_unit_test(test_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
