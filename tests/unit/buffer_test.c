/*
 * buffer, with an allocator that can be told to fail, and the size arithmetic it rests on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"

static bool memory_is_out;
static unsigned allocations;

static void *counting_realloc(void *area, size_t size) {
    allocations++;
    return memory_is_out ? NULL : realloc(area, size);
}

#define realloc counting_realloc
/* NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "formats/base/buffer.c"
#undef realloc

static void bytes_are_appended(void **state) {
    (void)state;
    struct error error;
    struct buffer buffer = BUFFER_INIT;
    assert_int_equal(buffer_append(&buffer, NULL, 0, &error), STATUS_OK);
    assert_null(buffer.data);
    assert_int_equal(buffer_append(&buffer, "abc", 3, &error), STATUS_OK);
    assert_int_equal(buffer_append(&buffer, "\0d", 2, &error), STATUS_OK);
    struct view view = buffer_view(&buffer);
    assert_int_equal(view.size, 5);
    assert_memory_equal(view.data, "abc\0d", 5);
    buffer_clear(&buffer);
    assert_int_equal(buffer.size, 0);
    assert_true(buffer.capacity >= 5);
    buffer_release(&buffer);
    assert_null(buffer.data);
    assert_int_equal(buffer.capacity, 0);
    buffer_release(&buffer);
    assert_int_equal(view_of_string("four").size, 4);
}

static void appending_is_linear(void **state) {
    (void)state;
    struct error error;
    struct buffer buffer = BUFFER_INIT;
    allocations = 0;
    for (int i = 0; i < 1000000; i++) {
        unsigned char byte = (unsigned char)(i * 7);
        assert_int_equal(buffer_append(&buffer, &byte, 1, &error), STATUS_OK);
    }
    for (size_t i = 0; i < 1000000; i += 997)
        assert_int_equal(buffer.data[i], (unsigned char)(i * 7));
    assert_true(allocations < 20);
    buffer_release(&buffer);
}

static void text_is_formatted(void **state) {
    (void)state;
    struct error error;
    struct buffer buffer = BUFFER_INIT;
    assert_int_equal(buffer_format(&buffer, &error, "%s-%d", "a", 5), STATUS_OK);
    assert_int_equal(buffer_format(&buffer, &error, "%0200d", 7), STATUS_OK);
    assert_int_equal(buffer.size, 203);
    assert_memory_equal(buffer.data, "a-5000", 6);
    assert_int_equal(buffer.data[202], '7');
    buffer_release(&buffer);
}

static void no_memory_leaves_the_content(void **state) {
    (void)state;
    struct error error;
    struct buffer buffer = BUFFER_INIT;
    assert_int_equal(buffer_append(&buffer, "abc", 3, &error), STATUS_OK);
    static const char LARGE[1000] = "x";
    memory_is_out = true;
    assert_int_equal(buffer_append(&buffer, LARGE, sizeof LARGE, &error), STATUS_NO_MEMORY);
    assert_int_equal(error.status, STATUS_NO_MEMORY);
    assert_int_equal(buffer_format(&buffer, &error, "%0200d", 7), STATUS_NO_MEMORY);
    /* What fits is taken all the same. */
    assert_int_equal(buffer_append(&buffer, "d", 1, &error), STATUS_OK);
    memory_is_out = false;
    assert_int_equal(buffer.size, 4);
    assert_memory_equal(buffer.data, "abcd", 4);
    buffer_release(&buffer);
}

static void sizes_that_do_not_exist_are_refused(void **state) {
    (void)state;
    struct error error;
    static struct buffer buffer;
    assert_int_equal(buffer_append(&buffer, "abc", 3, &error), STATUS_OK);
    assert_int_equal(buffer_reserve(&buffer, SIZE_MAX, &error), STATUS_NO_MEMORY);
    assert_int_equal(buffer_reserve(&buffer, SIZE_MAX - 2, &error), STATUS_NO_MEMORY);
    memory_is_out = true;
    assert_int_equal(buffer_reserve(&buffer, SIZE_MAX - 3, &error), STATUS_NO_MEMORY);
    assert_int_equal(buffer_reserve(&buffer, SIZE_MAX / 2 + 2, &error), STATUS_NO_MEMORY);
    memory_is_out = false;
    assert_memory_equal(buffer.data, "abc", 3);
    buffer_release(&buffer);
}

static void sums_and_products_that_wrap_are_refused(void **state) {
    (void)state;
    size_t size = 7;
    assert_true(checked_add_size(SIZE_MAX - 1, 1, &size));
    assert_true(size == SIZE_MAX);
    assert_false(checked_add_size(SIZE_MAX, 1, &size));
    assert_true(checked_multiply_size(SIZE_MAX / 3, 3, &size));
    assert_true(size == SIZE_MAX / 3 * 3);
    size = 7;
    assert_false(checked_multiply_size(SIZE_MAX / 2 + 1, 2, &size));
    assert_int_equal(size, 7);
    uint64_t number = 7;
    assert_false(checked_add_u64(UINT64_MAX, 1, &number));
    assert_int_equal(number, 7);
    assert_true(checked_add_u64(UINT64_MAX - 7, number, &number));
    assert_true(number == UINT64_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_appended),
        cmocka_unit_test(appending_is_linear),
        cmocka_unit_test(text_is_formatted),
        cmocka_unit_test(no_memory_leaves_the_content),
        cmocka_unit_test(sizes_that_do_not_exist_are_refused),
        cmocka_unit_test(sums_and_products_that_wrap_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
