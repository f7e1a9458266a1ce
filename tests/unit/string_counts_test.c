/* string_counts: what is entered is found with its count, also after others have been dropped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>

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

static const struct string_counts_costs ONE_EACH = {1, 0};

static void many_are_found_again_after_a_drop(void **state) {
    (void)state;
    struct string_counts counts = STRING_COUNTS_INIT;
    char string[32];
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(string, sizeof string, "string %u", i);
        train_add(&counts, string, i % 5);
    }
    struct string_counts_drop drop = string_counts_drop_rarest(&counts, &ONE_EACH, 20000);
    assert_int_equal(drop.strings, 0);
    /* All of counts 3 and 4, and the first thousand of those of count 2. */
    drop = string_counts_drop_rarest(&counts, &ONE_EACH, 9000);
    assert_int_equal(drop.strings, 11000);
    assert_int_equal(drop.lost, 4000 + 3000 * 2);
    assert_int_equal(drop.highest, 2);
    assert_int_equal(counts.size, 9000);
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(string, sizeof string, "string %u", i);
        bool kept = i % 5 > 2 || (i % 5 == 2 && i < 5000);
        assert_int_equal(count_of(&counts, string), kept ? i % 5 : 0);
    }
    train_add(&counts, "string 0", 9);
    assert_int_equal(count_of(&counts, "string 0"), 9);
    drop = string_counts_drop_rarest(&counts, &ONE_EACH, 0);
    assert_int_equal(drop.strings, 9001);
    assert_int_equal(drop.highest, 9);
    assert_int_equal(counts.size, 0);
    assert_int_equal(count_of(&counts, "string 4"), 0);
    string_counts_release(&counts);
    drop = string_counts_drop_rarest(&counts, &ONE_EACH, 0);
    assert_int_equal(drop.strings, 0);
}

static void longer_strings_cost_more(void **state) {
    (void)state;
    static const struct string_counts_costs COSTS = {10, 2};
    struct string_counts counts = STRING_COUNTS_INIT;
    train_add(&counts, "a", UINT64_MAX);
    train_add(&counts, "bbbb", 7);
    train_add(&counts, "cc", 7);
    train_add(&counts, "d", 7);
    assert_int_equal(string_counts_cost(&counts, &COSTS), 56);
    /* Room for "a" and "cc": but "bbbb", met before, does not fit, and so no other does. */
    struct string_counts_drop drop = string_counts_drop_rarest(&counts, &COSTS, 28);
    assert_int_equal(drop.strings, 3);
    assert_int_equal(counts.size, 1);
    assert_int_equal(string_counts_cost(&counts, &COSTS), 12);
    string_counts_release(&counts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_counted),
        cmocka_unit_test(lengths_tell_strings_apart),
        cmocka_unit_test(many_are_found_again_after_a_drop),
        cmocka_unit_test(longer_strings_cost_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
