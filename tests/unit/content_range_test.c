/* content_range: what RFC 9110 allows, and what it does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/fetch/content_range.h"

static void what_servers_say(void **state) {
    (void)state;
    struct content_range range;
    assert_true(content_range_parse(&range, "bytes 5-9/10"));
    assert_true(range.has_bytes && range.has_total);
    assert_int_equal(range.first, 5);
    assert_int_equal(range.last, 9);
    assert_int_equal(range.total, 10);
    assert_true(content_range_parse(&range, "Bytes  0-0/* "));
    assert_true(range.has_bytes && !range.has_total);
    assert_true(content_range_parse(&range, "bytes */10"));
    assert_true(!range.has_bytes && range.has_total);
    assert_int_equal(range.total, 10);
    assert_true(content_range_parse(&range, "bytes 0-9223372036854775806/9223372036854775807"));
    assert_true(range.total == INT64_MAX);
}

static void what_they_must_not_say(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "",
        "bytes",
        "bytes ",
        "bytes=5-9/10",
        "lines 5-9/10",
        "bytes 5-9",
        "bytes 5-9/",
        "bytes 5-/10",
        "bytes -9/10",
        "bytes 9-5/10",
        "bytes 5-9/9",
        "bytes 5-10/10",
        "bytes */*",
        "bytes *",
        "bytes 5-9/10x",
        "bytes 5 -9/10",
        "bytes +5-9/10",
        "bytes 5-9/9223372036854775808",
        "bytes 5-9/18446744073709551616",
        "bytes 99999999999999999999-99999999999999999999/*",
    };
    struct content_range range;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        assert_false(content_range_parse(&range, TEXTS[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_servers_say),
        cmocka_unit_test(what_they_must_not_say),
    };
    return cmocka_run_group_tests_name("content_range", tests, NULL, NULL);
}
