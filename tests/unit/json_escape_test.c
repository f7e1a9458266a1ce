/* Strings of any bytes as JSON: what is escaped, and what is no UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "tools/join/json_escape.h"

static char *written(const char *text) {
    char *result = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&result, &size);
    assert_non_null(file);
    json_escape_write(file, text);
    assert_int_equal(fclose(file), 0);
    return result;
}

static void assert_written(const char *text, const char *wanted) {
    char *got = written(text);
    assert_string_equal(got, wanted);
    free(got);
}

static void escapes_what_json_does_not_take(void **state) {
    (void)state;
    assert_written("", "\"\"");
    assert_written("a/b c", "\"a/b c\"");
    assert_written("say \"a\\b\"", "\"say \\\"a\\\\b\\\"\"");
    assert_written("a\nb\tc\rd\x01\x7F", "\"a\\nb\\tc\\u000dd\\u0001\\u007f\"");
}

static void keeps_utf8(void **state) {
    (void)state;
    assert_written("\xC3\xA4\xE6\xBC\xA2\xF0\x9F\x98\x80",
                   "\"\xC3\xA4\xE6\xBC\xA2\xF0\x9F\x98\x80\"");
    assert_written("\xF4\x8F\xBF\xBF\xED\x9F\xBF", "\"\xF4\x8F\xBF\xBF\xED\x9F\xBF\"");
}

static void keeps_bytes_that_are_no_utf8(void **state) {
    (void)state;
    assert_written("a\xFFz", "\"a\\udcffz\"");
    assert_written("\xE6\xBC", "\"\\udce6\\udcbc\"");
    assert_written("\xC0\xAF", "\"\\udcc0\\udcaf\"");
    assert_written("\xED\xA0\x80", "\"\\udced\\udca0\\udc80\"");
    assert_written("\xF4\x90\x80\x80", "\"\\udcf4\\udc90\\udc80\\udc80\"");
    assert_written("\xE0\x80\x80", "\"\\udce0\\udc80\\udc80\"");
}

/* Every text of two characters, or halves of them, that is UTF-8 is read back by a parser. */
static void is_read_back_by_a_parser(void **state) {
    (void)state;
    for (unsigned first = 1; first < 256; first++) {
        for (unsigned second = 1; second < 256; second++) {
            const char text[] = {(char)first, (char)second, '\0'};
            char *got = written(text);
            json_t *parsed = json_loads(got, JSON_DECODE_ANY, NULL);
            json_t *plain = json_string(text);
            /* jansson takes no half surrogates, and no text that is not UTF-8: both or neither. */
            assert_int_equal(parsed == NULL, plain == NULL);
            if (parsed != NULL)
                assert_string_equal(json_string_value(parsed), text);
            json_decref(parsed);
            json_decref(plain);
            free(got);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_what_json_does_not_take),
        cmocka_unit_test(keeps_utf8),
        cmocka_unit_test(keeps_bytes_that_are_no_utf8),
        cmocka_unit_test(is_read_back_by_a_parser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
