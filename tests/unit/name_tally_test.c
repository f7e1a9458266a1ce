/* Names counted in bounded memory. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>

#include "tools/join/name_tally.h"

static void add(struct name_tally *tally, const char *name, uint64_t count) {
    name_tally_add(tally, view_of_string(name), count);
}

static void top_is_by_count_then_name(void **state) {
    (void)state;
    struct name_tally tally = {.names = 0}, other = {.names = 0};
    struct name_tally_entry top[4];
    assert_int_equal(name_tally_top(&tally, top, 4), 0);
    add(&tally, "b", 1);
    add(&tally, "a", 1);
    add(&tally, "c", 2);
    add(&other, "a", 4);
    add(&other, "", 1);
    name_tally_merge(&tally, &other);
    assert_int_equal(name_tally_top(&tally, top, 4), 4);
    assert_string_equal(top[0].name, "a");
    assert_int_equal(top[0].count, 5);
    assert_string_equal(top[1].name, "c");
    assert_string_equal(top[2].name, "");
    assert_string_equal(top[3].name, "b");
    assert_int_equal(name_tally_top(&tally, top, 1), 1);
    assert_int_equal(tally.forgotten, 0);
    name_tally_release(&tally);
    name_tally_release(&other);
}

static void a_prefix_is_another_name(void **state) {
    (void)state;
    struct name_tally tally = {.names = 0};
    add(&tally, "convert", 1);
    add(&tally, "conver", 1);
    name_tally_add(&tally, (struct view){(const unsigned char *)"convert|1", 7}, 1);
    struct name_tally_entry top[4];
    assert_int_equal(name_tally_top(&tally, top, 4), 2);
    assert_int_equal(top[0].count, 2);
    name_tally_release(&tally);
}

static void long_names_are_cut_between_characters(void **state) {
    (void)state;
    struct name_tally tally = {.names = 0};
    char name[NAME_TALLY_LONGEST + 3];
    memset(name, 'x', sizeof name);
    memcpy(name + NAME_TALLY_LONGEST - 1, "\xc3\xa9", 3);
    add(&tally, name, 1);
    struct name_tally_entry top[1];
    assert_int_equal(name_tally_top(&tally, top, 1), 1);
    assert_int_equal(strlen(top[0].name), NAME_TALLY_LONGEST - 1);
    name_tally_release(&tally);
}

/* Common names are kept through any number of rare ones, and every count is somewhere. */
static void rare_names_are_forgotten(void **state) {
    (void)state;
    struct name_tally tally = {.names = 0};
    const unsigned calls = 10 * NAME_TALLY_NAMES;
    for (unsigned i = 0; i < calls; i++) {
        char name[16];
        snprintf(name, sizeof name, "rare %u", i);
        add(&tally, name, 1);
        if (i % 4 == 0)
            add(&tally, "common", 1);
    }
    assert_true(tally.names <= NAME_TALLY_NAMES);
    static struct name_tally_entry top[NAME_TALLY_NAMES];
    size_t count = name_tally_top(&tally, top, NAME_TALLY_NAMES);
    assert_int_equal(count, tally.names);
    assert_string_equal(top[0].name, "common");
    assert_int_equal(top[0].count, calls / 4);
    uint64_t sum = tally.forgotten;
    for (size_t i = 0; i < count; i++)
        sum += top[i].count;
    assert_int_equal(sum, calls + calls / 4);
    name_tally_release(&tally);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(top_is_by_count_then_name),
        cmocka_unit_test(a_prefix_is_another_name),
        cmocka_unit_test(long_names_are_cut_between_characters),
        cmocka_unit_test(rare_names_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
