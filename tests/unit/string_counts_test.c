/* string_counts: what is entered is found with its count, also after others have been dropped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/train_sample.h"

static uint64_t count_of(const struct string_counts *counts, const char *string) {
    uint32_t place = string_counts_find(counts, view_of_string(string));
    return place == STRING_COUNTS_NONE ? 0 : counts->entries[place].count;
}

static void strings_are_counted(void **state) {
    (void)state;
    struct string_counts counts = STRING_COUNTS_INIT;
    assert_int_equal(string_counts_find(&counts, view_of_string("a")), STRING_COUNTS_NONE);
    train_add(&counts, "a", 1);
    train_add(&counts, "b", 5);
    train_add(&counts, "", 7);
    train_add(&counts, "a", 2);
    train_add(&counts, "a longer one, of more than one word", 1);
    assert_int_equal(counts.size, 4);
    assert_int_equal(count_of(&counts, "a"), 3);
    assert_int_equal(count_of(&counts, ""), 7);
    assert_int_equal(count_of(&counts, "a longer one, of more than one wore"), 0);
    assert_int_equal(string_counts_find(&counts, view_of_string("b")), 1);
    string_counts_clear(&counts);
    assert_int_equal(counts.size, 0);
    assert_int_equal(count_of(&counts, "a"), 0);
    train_add(&counts, "b", 1);
    assert_int_equal(count_of(&counts, "b"), 1);
    string_counts_release(&counts);
}

/* Zeros at the end tell strings apart, though they are what a short part is filled up with. */
static void lengths_tell_strings_apart(void **state) {
    (void)state;
    static const unsigned char ZEROS[20];
    struct string_counts counts = STRING_COUNTS_INIT;
    struct error error;
    uint32_t place;
    for (uint32_t size = 0; size <= sizeof ZEROS; size++) {
        struct view string = {ZEROS, size};
        train_require(string_counts_add(&counts, string, size, &place, &error), &error);
        assert_int_equal(place, size);
    }
    string_counts_release(&counts);
}

static void many_are_found_again_after_a_drop(void **state) {
    (void)state;
    struct string_counts counts = STRING_COUNTS_INIT;
    char string[32];
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(string, sizeof string, "string %u", i);
        train_add(&counts, string, i % 5);
    }
    uint64_t dropped, lost;
    string_counts_drop_below(&counts, 3, &dropped, &lost);
    assert_int_equal(dropped, 12000);
    assert_int_equal(lost, 4000 * 3);
    assert_int_equal(counts.size, 8000);
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(string, sizeof string, "string %u", i);
        assert_int_equal(count_of(&counts, string), i % 5 < 3 ? 0 : i % 5);
    }
    train_add(&counts, "string 0", 9);
    assert_int_equal(count_of(&counts, "string 0"), 9);
    string_counts_drop_below(&counts, UINT64_MAX, &dropped, &lost);
    assert_int_equal(dropped, 8001);
    assert_int_equal(counts.size, 0);
    assert_int_equal(count_of(&counts, "string 4"), 0);
    string_counts_release(&counts);
    string_counts_drop_below(&counts, 1, &dropped, &lost);
    assert_int_equal(dropped, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_counted),
        cmocka_unit_test(lengths_tell_strings_apart),
        cmocka_unit_test(many_are_found_again_after_a_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
