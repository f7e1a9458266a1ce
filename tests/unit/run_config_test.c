#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tools/prep/run_config.h"

static struct error error;

/* Collects "name=value|"; fails at the name "bad". */
static enum status collect(void *context, const char *name, const char *value, struct error *why) {
    char *text = context;
    if (strcmp(name, "bad") == 0)
        return error_set(why, STATUS_USAGE, "no '%s'", value);
    strcat(text, name);
    strcat(text, "=");
    strcat(text, value);
    strcat(text, "|");
    return STATUS_OK;
}

static void assert_read(const char *text, const char *collected) {
    char found[256] = "";
    assert_int_equal(run_config_read(view_of_string(text), "f.ini", collect, found, &error),
                     STATUS_OK);
    assert_string_equal(found, collected);
}

static void assert_refused(struct view text, const char *sentence) {
    char found[256] = "";
    assert_int_equal(run_config_read(text, "f.ini", collect, found, &error), STATUS_USAGE);
    assert_string_equal(error.message, sentence);
}

static void settings_come_in_order(void **state) {
    (void)state;
    assert_read("", "");
    assert_read("\n\n# a = b\n ; c = d\n", "");
    assert_read("a=1\nb = 2\r\n  c\t=\t3 4 \na = 5", "a=1|b=2|c=3 4|a=5|");
    assert_read("\xEF\xBB\xBF"
                "a = 1",
                "a=1|");
    assert_read("a =\nb = c = d\n", "a=|b=c = d|");
    assert_read("a = b # c ; d\nq = \"x y\" 'z'\n", "a=b # c ; d|q=\"x y\" 'z'|");
}

static void what_is_wrong_is_told_with_its_line(void **state) {
    (void)state;
    assert_refused(view_of_string("a = 1\n\n[plan]\n"),
                   "line 3 of 'f.ini': '[plan]' is no setting; write 'name = value'");
    assert_refused(view_of_string("= 1"),
                   "line 1 of 'f.ini': '= 1' is no setting; write 'name = value'");
    assert_refused(view_of_string("a = 1\r\nbad = x\na = 2"), "line 2 of 'f.ini': no 'x'");
    assert_refused((struct view){(const unsigned char *)"a = 1\0", 6},
                   "'f.ini' is not a text file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_come_in_order),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
