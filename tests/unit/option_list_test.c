/* Options that are given many times: all of them, in the order of the command line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/cli/options.h"

static void keeps_the_order_of_options_that_share_a_list(void **state) {
    (void)state;
    struct option_list globs = {NULL, 0, 0}, tags = {NULL, 0, 0};
    const struct option_spec rows[] = {
        option_many("include", &globs, "GLOB", "take these"),
        option_many("exclude", &globs, "GLOB", "leave these"),
        option_many("tag", &tags, "NAME=VALUE", "tag objects"),
    };
    const struct tool tool = {.name = "sample",
                              .synopsis = "",
                              .summary = "",
                              .example = "",
                              .options = rows,
                              .option_count = 3};
    char *arguments[] = {"sample",         "--exclude", "*",  "--tag=a=1",
                         "--include=*.h5", "--exclude", "b*", NULL};
    struct common_options common = {0};
    struct error error;
    int first;
    enum options_outcome outcome;
    assert_int_equal(options_parse(&tool, &common, 7, arguments, &first, &outcome, &error),
                     STATUS_OK);
    assert_int_equal(globs.count, 3);
    assert_string_equal(globs.uses[0].name, "exclude");
    assert_string_equal(globs.uses[0].text, "*");
    assert_string_equal(globs.uses[1].name, "include");
    assert_string_equal(globs.uses[1].text, "*.h5");
    assert_string_equal(globs.uses[2].text, "b*");
    assert_int_equal(tags.count, 1);
    assert_string_equal(tags.uses[0].text, "a=1");
    option_list_release(&globs);
    option_list_release(&tags);
}

static void grows(void **state) {
    (void)state;
    struct option_list list = {NULL, 0, 0};
    struct error error;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(option_list_add(&list, "name", i == 999 ? "last" : "one", &error),
                         STATUS_OK);
    assert_int_equal(list.count, 1000);
    assert_string_equal(list.uses[999].text, "last");
    option_list_release(&list);
    assert_int_equal(list.count, 0);
    option_list_release(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_order_of_options_that_share_a_list),
        cmocka_unit_test(grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
