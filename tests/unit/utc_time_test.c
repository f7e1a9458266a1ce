/* utc_time: moments with milliseconds, written and read. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/prep/utc_time.h"

static void what_was_written_is_read(void **state) {
    (void)state;
    static const struct {
        double when;
        const char *text;
    } CASES[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {1893553445.25, "2030-01-02T03:04:05.250Z"},
        {1893553445.9999, "2030-01-02T03:04:05.999Z"},
        {-0.5, "1969-12-31T23:59:59.500Z"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[UTC_TIME_SIZE];
        double when = 1;
        utc_time_text_exact(text, CASES[i].when);
        assert_string_equal(text, CASES[i].text);
        assert_true(utc_time_parse_exact(&when, text));
        assert_true(fabs(when - CASES[i].when) < 0.001);
    }
    double when;
    assert_true(utc_time_parse_exact(&when, "2030-01-02T03:04:05Z"));
    assert_true(fabs(when - 1893553445) < 0.001);
}

static void nothing_else_is_read(void **state) {
    (void)state;
    static const char *const NONE[] = {"",
                                       ".",
                                       "2030-01-02T03:04:05",
                                       "2030-01-02T03:04:05.25Z",
                                       "2030-01-02T03:04:05.2500Z",
                                       "2030-01-02T03:04:05.250",
                                       "2030-01-02T03:04:05.250Zx",
                                       "2030-01-02T03:04:05Z.250Z",
                                       "2030-02-30T03:04:05.250Z",
                                       "2030-01-02T03:04:05.2.0Z",
                                       "2030-01-02T03:04:05 and much more than there is room for"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
        double when;
        assert_false(utc_time_parse_exact(&when, NONE[i]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(nothing_else_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
