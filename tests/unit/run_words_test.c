#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tools/prep/run_words.h"

static struct error error;

/* Splits a line, and compares the words, joined by '|'. */
static void assert_words(const char *line, const char *joined) {
    struct run_words words = {0};
    char text[256] = "";
    assert_int_equal(run_words_split(&words, line, &error), STATUS_OK);
    for (size_t i = 0; i < words.count; i++) {
        strcat(text, i == 0 ? "" : "|");
        strcat(text, words.words[i]);
    }
    assert_string_equal(text, joined);
    if (words.count > 0)
        assert_null(words.words[words.count]);
    run_words_release(&words);
}

static void words_are_parted_as_a_shell_does(void **state) {
    (void)state;
    assert_words("", "");
    assert_words(" \t\n ", "");
    assert_words("--dupe-factor 10", "--dupe-factor|10");
    assert_words("  a\tb\nc  ", "a|b|c");
    assert_words("'a b' \"c d\" e\\ f", "a b|c d|e f");
    assert_words("a'b'\"c\"d", "abcd");
    assert_words("'' \"\"", "|");
    assert_words("'\\' \"\\a\\\"\\\\\\$\" \\'", "\\|\\a\"\\$|'");
    assert_words("a\\\nb \"c\\\nd\"", "ab|cd");
}

static void what_a_shell_does_besides_is_not_done(void **state) {
    (void)state;
    assert_words("$HOME * #c ~ `x` a;b", "$HOME|*|#c|~|`x`|a;b");
}

static void assert_refused(const char *line, const char *sentence) {
    struct run_words words = {0};
    assert_int_equal(run_words_split(&words, line, &error), STATUS_USAGE);
    assert_string_equal(error.message, sentence);
    run_words_release(&words);
}

static void what_has_no_end_is_refused(void **state) {
    (void)state;
    assert_refused("a 'b", "the quotation mark ' has no end");
    assert_refused("a \"b'", "the quotation mark \" has no end");
    assert_refused("a \"b\\\"", "the quotation mark \" has no end");
    assert_refused("a\\", "nothing stands behind the last backslash; write two for one");
}

static void lists_grow_and_are_compared(void **state) {
    (void)state;
    struct run_words a = {0};
    struct run_words b = {0};
    assert_true(run_words_equal(&a, &b));
    for (int i = 0; i < 100; i++) {
        assert_int_equal(run_words_add(&a, "word", &error), STATUS_OK);
        assert_false(run_words_equal(&a, &b));
        assert_int_equal(run_words_add(&b, "word", &error), STATUS_OK);
        assert_true(run_words_equal(&a, &b));
    }
    b.words[57][0] = 'W';
    assert_false(run_words_equal(&a, &b));
    run_words_release(&a);
    run_words_release(&b);
    assert_int_equal(a.count, 0);
    run_words_release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_parted_as_a_shell_does),
        cmocka_unit_test(what_a_shell_does_besides_is_not_done),
        cmocka_unit_test(what_has_no_end_is_refused),
        cmocka_unit_test(lists_grow_and_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
