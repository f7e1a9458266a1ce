#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/option_sample.h"

static void every_kind_is_stored(void **state) {
    (void)state;
    assert_parsed("--flag", "--text", "hello", "--whole-number=7", "--size", "1.5K", "--real=.25",
                  "--choice", "green");
    assert_true(sample.flag);
    assert_string_equal(sample.text, "hello");
    assert_int_equal(sample.whole, 7);
    assert_int_equal(sample.size, 1536);
    assert_true(sample.real == 0.25);
    assert_int_equal(sample.choice, 1);
    assert_parsed("-f", "-o", "a", "-ob", "-qv", "--threads", "4096", "--report", "r.json");
    assert_true(sample.flag && sample.common.quiet && sample.common.verbose);
    assert_string_equal(sample.text, "b");
    assert_int_equal(sample.common.threads, 4096);
    assert_string_equal(sample.common.report, "r.json");
}

static void nothing_given_leaves_the_defaults(void **state) {
    (void)state;
    assert_parsed();
    assert_false(sample.flag);
    assert_null(sample.text);
    assert_int_equal(sample.whole, 5);
    assert_int_equal(sample.size, 65536);
    assert_true(sample.real == 0.15);
    assert_int_equal(sample.choice, 2);
    assert_int_equal(sample.common.threads, 0);
    assert_null(sample.common.report);
    assert_int_equal(sample.operand_count, 0);
}

static void names_may_be_written_in_other_ways(void **state) {
    (void)state;
    assert_parsed("--whole_number", "3");
    assert_int_equal(sample.whole, 3);
    assert_parsed("--whole_number=4");
    assert_int_equal(sample.whole, 4);
    assert_parsed("--whole-n=6");
    assert_int_equal(sample.whole, 6);
    assert_parsed("--whole_n", "7");
    assert_int_equal(sample.whole, 7);
    assert_parsed("--fla", "--cho=blue");
    assert_true(sample.flag);
    assert_int_equal(sample.choice, 2);
    /* Only names: values keep their underscores. */
    assert_parsed("--text=a_b", "--", "--c_d");
    assert_string_equal(sample.text, "a_b");
    assert_string_equal(sample.operands[0], "--c_d");
    assert_parsed("--text", "a_b");
    assert_string_equal(sample.text, "a_b");
    /* The last of several counts. */
    assert_parsed("--whole-number=6", "--whole-number=8");
    assert_int_equal(sample.whole, 8);
}

static void operands_are_what_is_left(void **state) {
    (void)state;
    assert_parsed("a", "--flag", "-", "--whole-number", "7", "b c");
    assert_true(sample.flag);
    assert_int_equal(sample.whole, 7);
    assert_int_equal(sample.operand_count, 3);
    assert_string_equal(sample.operands[0], "a");
    assert_string_equal(sample.operands[1], "-");
    assert_string_equal(sample.operands[2], "b c");
    assert_parsed("--flag", "--", "--whole-number", "--help");
    assert_int_equal(sample.operand_count, 2);
    assert_string_equal(sample.operands[0], "--whole-number");
    assert_string_equal(sample.operands[1], "--help");
    assert_parsed("--text", "--", "x");
    assert_string_equal(sample.text, "--");
    assert_int_equal(sample.operand_count, 1);
}

static void bounds_are_kept(void **state) {
    (void)state;
    static const char WHOLE[] = "--whole-number takes a whole number from 3 to 10, not '%s'";
    assert_refused_value("--whole-number", "2", WHOLE);
    assert_refused_value("--whole-number", "11", WHOLE);
    assert_refused_value("--whole-number", "", WHOLE);
    assert_refused_value("--whole-number", "-5", WHOLE);
    assert_refused_value("--whole-number", "5k", WHOLE);
    assert_refused_value("--whole-number", "5.0", WHOLE);
    assert_refused_value("--whole-number", " 5", WHOLE);
    assert_refused_value("--whole-number", "18446744073709551621", WHOLE);
    assert_parsed("--whole-number=10");
    assert_parsed("--whole-number=3");
    static const char SIZE[] = "--size takes a whole number from 0 on, with a unit if you like "
                               "(64M), not '%s'";
    assert_refused_value("--size", "1.5", SIZE);
    assert_refused_value("--size", "1X", SIZE);
    assert_refused_value("--size", "99999999999T", SIZE);
    static const char EMPTY[] = "--text needs an argument that is not empty: --text FILE";
    assert_refused(EMPTY, "--text", "");
    assert_refused(EMPTY, "--text=");
    static const char REAL[] = "--real takes a number from 0 to 1, not '%s'";
    assert_refused_value("--real", "1.01", REAL);
    assert_refused_value("--real", "-0.1", REAL);
    assert_refused_value("--real", "nan", REAL);
    assert_refused_value("--real", "0,5", REAL);
    assert_parsed("--real=0");
    assert_parsed("--real=1");
    assert_refused_value("--choice", "purple", "--choice takes one of red, green, blue, not '%s'");
    assert_refused_value("--choice", "gree", "--choice takes one of red, green, blue, not '%s'");
    assert_refused_value("--threads", "4097",
                         "--threads takes a whole number from 0 to 4096, not '%s'");
}

static void slips_are_named_and_mended(void **state) {
    (void)state;
    assert_refused("there is no option '--chioce'; did you mean '--choice'?", "--chioce", "red");
    assert_refused("there is no option '--chioce=red'; did you mean '--choice'?", "--chioce=red");
    assert_refused("there is no option '--whole-numbers'; did you mean '--whole-number'?",
                   "--whole-numbers");
    assert_refused("there is no option '--quit'; did you mean '--quiet'?", "--quit");
    assert_refused("there is no option '--elephant'; see 'sample --help'", "--elephant");
    assert_refused("there is no option '--x'; see 'sample --help'", "--x");
    assert_refused("there is no option '-x'; see 'sample --help'", "-x");
    assert_refused("there is no option '-x'; see 'sample --help'", "-fxq");
    assert_refused("--flag takes no argument", "--flag=yes");
    assert_refused("--whole-number needs an argument: --whole-number N", "--whole-number");
    assert_refused("--text needs an argument: --text FILE", "--flag", "-o");
    assert_refused("--threads needs an argument: --threads N", "a", "--threads");
    assert_refused("'--wh' is the beginning of several options; see 'sample --help'", "--wh", "7");
    assert_refused("'--wh=7' is the beginning of several options; see 'sample --help'", "--wh=7");
    /* A long text is told, not overrun. */
    char text[3000];
    memset(text, 'x', sizeof text);
    memcpy(text, "--", 2);
    text[sizeof text - 1] = '\0';
    assert_int_equal(parse(text, NULL), STATUS_USAGE);
    assert_int_equal(parse("--choice", text, NULL), STATUS_USAGE);
    assert_int_equal(parse("--real", text, NULL), STATUS_USAGE);
    assert_int_equal(parse("--size", text, NULL), STATUS_USAGE);
}

static void a_second_parse_starts_over(void **state) {
    (void)state;
    assert_int_equal(parse("-fxq", NULL), STATUS_USAGE);
    assert_parsed("-q", "a");
    assert_true(sample.common.quiet);
    assert_int_equal(sample.operand_count, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_stored),
        cmocka_unit_test(nothing_given_leaves_the_defaults),
        cmocka_unit_test(names_may_be_written_in_other_ways),
        cmocka_unit_test(operands_are_what_is_left),
        cmocka_unit_test(bounds_are_kept),
        cmocka_unit_test(slips_are_named_and_mended),
        cmocka_unit_test(a_second_parse_starts_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
