/* glob_pattern, selection and key_rules: what matches, which rule decides, what can be a name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tools/s3/glob_pattern.h"
#include "tools/s3/key_rules.h"
#include "tools/s3/selection.h"

static void patterns_match_whole_names(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool matches;
    } CASES[] = {
        {"", "", true},
        {"", "a", false},
        {"*", "", true},
        {"*", "a/b/c", true},
        {"*.hdf5", "a/b.hdf5", true},
        {"*.hdf5", "a/b.hdf5x", false},
        {"a/*", "a/", true},
        {"a/*", "b/a/", false},
        {"*a*b*", "xxaxxbxx", true},
        {"*a*b*", "xxbxxaxx", false},
        {"?", "\xC3\xA9", true},
        {"??", "\xC3\xA9", false},
        {"?", "\xFF", true},
        {"?", "", false},
        {"[abc]", "b", true},
        {"[!abc]", "b", false},
        {"[!abc]", "d", true},
        {"[a-f]x", "cx", true},
        {"[a-f]x", "gx", false},
        {"[\xC3\xA0-\xC3\xBC]", "\xC3\xA9", true},
        {"[]]", "]", true},
        {"[!]]", "]", false},
        {"[a-]", "-", true},
        {"[*]", "*", true},
        {"[*]", "a", false},
        {"[ab", "[ab", true},
        {"[ab", "a", false},
        {"a\\*", "a\\b", true},
        {"a\nb*", "a\nbc", true},
        {"**a**", "a", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (glob_pattern_matches(CASES[i].pattern, CASES[i].text) != CASES[i].matches)
            fail_msg("'%s' and '%s'", CASES[i].pattern, CASES[i].text);
    }
}

static void many_stars_take_no_longer(void **state) {
    (void)state;
    char text[4001], pattern[202];
    memset(text, 'a', 4000);
    text[4000] = '\0';
    for (size_t i = 0; i < 100; i++)
        memcpy(pattern + 2 * i, "*a", 2);
    strcpy(pattern + 200, "b");
    assert_false(glob_pattern_matches(pattern, text));
}

static void the_last_rule_that_matches_decides(void **state) {
    (void)state;
    struct selection selection = {NULL, 0};
    struct error error;
    assert_true(selection_has(NULL, "a"));
    assert_true(selection_has(&selection, "a"));
    assert_int_equal(selection_add(&selection, false, "*", &error), STATUS_OK);
    assert_int_equal(selection_add(&selection, true, "*.hdf5", &error), STATUS_OK);
    assert_int_equal(selection_add(&selection, false, "old/*", &error), STATUS_OK);
    assert_false(selection_has(&selection, "a.txt"));
    assert_true(selection_has(&selection, "new/a.hdf5"));
    assert_false(selection_has(&selection, "old/a.hdf5"));
    selection_release(&selection);
}

static void names_that_cannot_be_keys_are_refused(void **state) {
    (void)state;
    char longest[1026];
    memset(longest, 'k', 1025);
    longest[1025] = '\0';
    assert_non_null(key_rules_refuse_key(longest));
    assert_null(key_rules_refuse_key(longest + 1));
    assert_null(key_rules_refuse_key("a//b/./../\n\x01\xF0\x9F\x98\x80\xED\x9F\xBF"));
    static const char *const BAD[] = {"\xFF",
                                      "a\xC3",
                                      "\xC0\xAF",
                                      "\xED\xA0\x80",
                                      "\xE0\x80\x80",
                                      "\xF4\x90\x80\x80",
                                      "\xF0\x80\x80\x80"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_non_null(key_rules_refuse_key(BAD[i]));
}

static void keys_that_cannot_be_paths_are_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {"",    "/",     "/a",   "a/", "a//b", ".",
                                      "./x", "a/./b", "a/..", "..", "../a"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_non_null(key_rules_refuse_path(BAD[i]));
    char part[300];
    memset(part, 'p', 256);
    part[256] = '\0';
    assert_non_null(key_rules_refuse_path(part));
    assert_null(key_rules_refuse_path(part + 1));
    assert_null(key_rules_refuse_path("a/.../b.c/..d/A"));
    assert_true(key_rules_is_marker("a/", true));
    assert_false(key_rules_is_marker("a/", false));
    assert_false(key_rules_is_marker("a", true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_match_whole_names),
        cmocka_unit_test(many_stars_take_no_longer),
        cmocka_unit_test(the_last_rule_that_matches_decides),
        cmocka_unit_test(names_that_cannot_be_keys_are_refused),
        cmocka_unit_test(keys_that_cannot_be_paths_are_refused),
    };
    return cmocka_run_group_tests_name("selection", tests, NULL, NULL);
}
