#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tools/cli/exit_status.h"

/* The codes are promised to scripts, so they stand here as numbers. */
static void every_status_has_its_exit_code(void **state) {
    (void)state;
    static const struct {
        enum status status;
        int code;
    } CODES[] = {{STATUS_OK, 0},        {STATUS_END, 0},       {STATUS_FAILED, 1},
                 {STATUS_NO_MEMORY, 1}, {STATUS_USAGE, 2},     {STATUS_CUT_SHORT, 3},
                 {STATUS_CORRUPT, 3},   {STATUS_NOT_OURS, 3},  {STATUS_UPSTREAM, 3},
                 {STATUS_PARTIAL, 4},   {STATUS_TEMPORARY, 75}};
    for (size_t i = 0; i < sizeof CODES / sizeof CODES[0]; i++)
        assert_int_equal(exit_status_of(CODES[i].status), CODES[i].code);
    assert_int_not_equal(exit_status_of(STATUS_CLOSED_PIPE), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_its_exit_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
