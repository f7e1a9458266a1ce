/*
 * --help, --version and --option-table: when they are answered, and that what they tell is true.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/version.h"
#include "tests/unit/option_sample.h"

static const char HELP[] =
    "Usage: sample [OPTION]... [FILE]...\n"
    "Shows what options do.\n"
    "\n"
    "  -f, --flag                  raise the flag\n"
    "  -o, --text FILE             write to FILE\n"
    "      --whole-number N        some of it (default: 5)\n"
    "      --size SIZE             a size (default: 65536)\n"
    "      --real P                a probability (default: 0.15)\n"
    "      --choice COLOUR         a colour (default: blue)\n"
    "      --whale N               a number (default: any)\n"
    "      --threads N             work on N threads; results never depend on it (default: all "
    "the\n"
    "                              cores the process may use)\n"
    "      --report FILE           write counts, times and peak memory to FILE as JSON\n"
    "  -q, --quiet                 say nothing but errors\n"
    "  -v, --verbose               say more, and a summary at the end\n"
    "  -h, --help                  show this help\n"
    "      --version               show the version, and those of the libraries\n"
    "\n"
    "Example:\n"
    "  sample --flag\n"
    "\n"
    "Exit status: 0 done, 1 failure, 2 wrong usage, 3 input cut short or corrupt,\n"
    "4 finished but some items failed, 75 try again later. More: man sample\n";

static const char TABLE[] = "--flag\t\t\n"
                            "--text\tFILE\t\n"
                            "--whole-number\tN\tdefault: 5\n"
                            "--size\tSIZE\tdefault: 65536\n"
                            "--real\tP\tdefault: 0.15\n"
                            "--choice\tCOLOUR\tdefault: blue\tred,green,blue\n"
                            "--whale\tN\tdefault: any\n"
                            "--threads\tN\tdefault: all the cores the process may use\n"
                            "--report\tFILE\t\n"
                            "--quiet\t\t\n"
                            "--verbose\t\t\n"
                            "--help\t\t\n"
                            "--version\t\t\n";

static const char VERSION[] = "sample (mlmprep) " MLMPREP_VERSION "\nlibrary 1.2.3\n";

static void help_shows_every_option_and_default(void **state) {
    (void)state;
    char *text = sample_help();
    assert_string_equal(text, HELP);
    free(text);
}

#define assert_answered(text, ...)                                                                 \
    do {                                                                                           \
        assert_int_equal(parse(__VA_ARGS__, NULL), STATUS_OK);                                     \
        assert_int_equal(sample.outcome, OPTIONS_DONE);                                            \
        assert_string_equal(sample.printed, text);                                                 \
    } while (0)

static void questions_are_answered(void **state) {
    (void)state;
    assert_answered(HELP, "--help");
    assert_answered(HELP, "-h");
    assert_answered(VERSION, "--version");
    assert_answered(TABLE, "--option-table");
}

static void defaults_are_shown_whatever_was_given(void **state) {
    (void)state;
    assert_answered(HELP, "--flag", "--whole-number", "7", "--real=1", "--choice", "red", "--help");
    assert_answered(HELP, "--threads=3", "--report", "x", "-h");
    assert_answered(TABLE, "--whole-number", "7", "--option-table");
}

static void help_comes_whatever_else_is_wrong(void **state) {
    (void)state;
    assert_answered(HELP, "--elephant", "--help");
    assert_answered(HELP, "--whole-number", "99", "operand", "--help");
    assert_answered(HELP, "--whole-number", "--help");
    assert_answered(VERSION, "--elephant", "--version");
}

static void questions_may_be_shortened_and_joined(void **state) {
    (void)state;
    assert_answered(HELP, "--hel");
    assert_answered(HELP, "-qh");
    assert_answered(HELP, "--flag", "a", "-fh");
    assert_answered(VERSION, "--vers");
    /* But values are values. */
    assert_parsed("-o", "-h");
    assert_string_equal(sample.text, "-h");
    assert_parsed("-oh");
    assert_string_equal(sample.text, "h");
}

static void after_two_dashes_nothing_is_asked(void **state) {
    (void)state;
    assert_parsed("--", "--help");
    assert_parsed("--", "-h", "--version", "--option-table");
    assert_int_equal(sample.operand_count, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_shows_every_option_and_default),
        cmocka_unit_test(questions_are_answered),
        cmocka_unit_test(defaults_are_shown_whatever_was_given),
        cmocka_unit_test(help_comes_whatever_else_is_wrong),
        cmocka_unit_test(questions_may_be_shortened_and_joined),
        cmocka_unit_test(after_two_dashes_nothing_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
