#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/cli/numbers.h"

static void whole_numbers_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } GOOD[] = {{"0", 0}, {"007", 7}, {"12345", 12345}, {"18446744073709551615", UINT64_MAX}};
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        uint64_t value = 99;
        assert_true(numbers_parse_whole(GOOD[i].text, &value));
        assert_true(value == GOOD[i].value);
    }
    static const char *const BAD[] = {"",
                                      " 1",
                                      "1 ",
                                      "+1",
                                      "-1",
                                      "1.0",
                                      "1e3",
                                      "0x1",
                                      "1k",
                                      "18446744073709551616",
                                      "99999999999999999999999999999999999",
                                      "\xd9\xa1"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        uint64_t value = 99;
        if (numbers_parse_whole(BAD[i], &value))
            fail_msg("'%s' was read", BAD[i]);
        assert_int_equal(value, 99);
    }
}

static void sizes_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } GOOD[] = {
        {"0", 0},
        {"64", 64},
        {"1K", 1024},
        {"1k", 1024},
        {"64M", 67108864},
        {"64Mi", 67108864},
        {"64MiB", 67108864},
        {"64MB", 67108864},
        {"2G", UINT64_C(2147483648)},
        {"3T", UINT64_C(3298534883328)},
        {"1.5G", UINT64_C(1610612736)},
        {"0.5k", 512},
        {".5k", 512},
        {"18446744073709551615", UINT64_MAX},
        {"16777215T", UINT64_C(16777215) << 40},
        {"16777215.5T", (UINT64_C(16777215) << 40) + (UINT64_C(1) << 39)},
    };
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        uint64_t value = 99;
        if (!numbers_parse_size(GOOD[i].text, &value) || value != GOOD[i].value)
            fail_msg("'%s' is read as %llu", GOOD[i].text, (unsigned long long)value);
    }
    static const char *const BAD[] = {"",
                                      "K",
                                      "1.5",
                                      "1..5M",
                                      ".",
                                      ".M",
                                      "1 M",
                                      "M1",
                                      "1P",
                                      "1KK",
                                      "1Kib",
                                      "1KiBs",
                                      "1i",
                                      "1B",
                                      "-1M",
                                      "+1M",
                                      "1e3M",
                                      "16777216T",
                                      "16777216.0T",
                                      "18446744073709551616",
                                      "000000000000000000000000000000000000000000000001M"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        uint64_t value = 99;
        if (numbers_parse_size(BAD[i], &value))
            fail_msg("'%s' was read as %llu", BAD[i], (unsigned long long)value);
        assert_int_equal(value, 99);
    }
}

static void durations_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t seconds;
    } GOOD[] = {
        {"0", 0},       {"45", 45},     {"45s", 45},     {"90m", 5400},
        {"12h", 43200}, {"7d", 604800}, {"2w", 1209600}, {"18446744073709551615", UINT64_MAX}};
    static const char *const BAD[] = {"",
                                      "s",
                                      "1x",
                                      "1hh",
                                      "-1",
                                      "1.5h",
                                      "1 h",
                                      "H",
                                      "1H",
                                      "h1",
                                      "18446744073709551615m",
                                      "00000000000000000000000000000000000000001"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        uint64_t seconds = 12345;
        assert_true(numbers_parse_duration(GOOD[i].text, &seconds));
        assert_int_equal(seconds, GOOD[i].seconds);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        uint64_t seconds;
        assert_false(numbers_parse_duration(BAD[i], &seconds));
    }
}

static void sizes_are_written(void **state) {
    (void)state;
    static const struct {
        uint64_t bytes;
        const char *text;
    } CASES[] = {
        {0, "0 bytes"},
        {17, "17 bytes"},
        {1023, "1023 bytes"},
        {1024, "1.0 KiB"},
        {1536, "1.5 KiB"},
        {UINT64_C(1023) << 10, "1023 KiB"},
        {(UINT64_C(1) << 20) - 1, "1.0 MiB"},
        {67108864, "64.0 MiB"},
        {UINT64_C(150) << 20, "150 MiB"},
        {UINT64_C(1) << 40, "1.0 TiB"},
        {UINT64_MAX, "16.0 EiB"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[NUMBERS_SIZE];
        numbers_format_size(CASES[i].bytes, text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void counts_are_written(void **state) {
    (void)state;
    static const struct {
        uint64_t count;
        const char *text;
    } CASES[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1,000"},
        {123456, "123,456"},
        {1234567, "1,234,567"},
        {UINT64_MAX, "18,446,744,073,709,551,615"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[NUMBERS_SIZE];
        numbers_format_count(CASES[i].count, text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void seconds_are_written(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } CASES[] = {
        {0, "0.0 s"},         {0.84, "0.8 s"},      {9.94, "9.9 s"},       {10, "10 s"},
        {42.9, "42 s"},       {60, "1 min 00 s"},   {185, "3 min 05 s"},   {3599, "59 min 59 s"},
        {3600, "1 h 00 min"}, {7620, "2 h 07 min"}, {1e6, "277 h 46 min"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[NUMBERS_SIZE];
        numbers_format_seconds(CASES[i].seconds, text);
        assert_string_equal(text, CASES[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_are_read), cmocka_unit_test(sizes_are_read),
        cmocka_unit_test(sizes_are_written),      cmocka_unit_test(counts_are_written),
        cmocka_unit_test(seconds_are_written),    cmocka_unit_test(durations_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
