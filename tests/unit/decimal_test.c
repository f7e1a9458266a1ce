#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "formats/base/decimal.h"

static void the_shortest_text_is_written(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } CASES[] = {
        {0.15, "0.15"},
        {0.1, "0.1"},
        {1e-05, "1e-05"},
        {1, "1"},
        {0, "0"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {-2.5, "-2.5"},
        {123456789, "123456789"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_TRUE_MIN, "5e-324"},
        {-DBL_MIN, "-2.2250738585072014e-308"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[DECIMAL_SIZE];
        decimal_from_double(CASES[i].value, text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void every_text_reads_back(void **state) {
    (void)state;
    uint64_t bits = 1;
    for (int i = 0; i < 20000; i++) {
        bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[DECIMAL_SIZE];
        decimal_from_double(value, text);
        assert_true(decimal_to_double(text, &back));
        assert_memory_equal(&back, &value, sizeof value);
    }
}

static void only_whole_finite_numbers_are_read(void **state) {
    (void)state;
    static const char *const GOOD[] = {"0.15", ".15", "15e-2", "1", "-1", "1.", "1E5"};
    static const double VALUES[] = {0.15, 0.15, 0.15, 1, -1, 1, 100000};
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        double value = 7;
        assert_true(decimal_to_double(GOOD[i], &value));
        assert_true(value == VALUES[i]);
    }
    static const char *const BAD[] = {"",      " 1",   "1 ",    "+1",  "1,5",  "nan", "inf",
                                      "-inf",  "-nan", "1e",    "1x",  ".",    "-",   "e5",
                                      "1e999", "0x10", "0x1p3", "--1", "1.2.3"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        double value = 7;
        if (decimal_to_double(BAD[i], &value))
            fail_msg("'%s' was read", BAD[i]);
        assert_true(value == 7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_text_is_written),
        cmocka_unit_test(every_text_reads_back),
        cmocka_unit_test(only_whole_finite_numbers_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
