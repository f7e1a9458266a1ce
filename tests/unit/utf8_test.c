/* utf8: every code point there and back; malformed sequences as maximal subparts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tokenizer/text/utf8.h"

static void every_code_point_goes_there_and_back(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 0x110000; i++) {
        unsigned char bytes[UTF8_LONGEST];
        uint32_t back;
        size_t size = utf8_encode(i, bytes);
        if (i >= 0xD800 && i <= 0xDFFF) {
            assert_int_equal(utf8_decode(bytes, size, &back), 1);
            assert_int_equal(back, UTF8_MALFORMED);
            continue;
        }
        assert_int_equal(size, i < 0x80 ? 1 : i < 0x800 ? 2 : i < 0x10000 ? 3 : 4);
        assert_int_equal(utf8_decode(bytes, size, &back), size);
        assert_int_equal(back, i);
        for (size_t cut = 1; cut < size; cut++)
            assert_int_equal(utf8_decode(bytes, cut, &back), 0);
    }
}

/* Writes a letter for each code point and '?' for each malformed sequence. */
static void spell(const char *bytes, char *text) {
    const unsigned char *at = (const unsigned char *)bytes;
    size_t left = strlen(bytes);
    while (left > 0) {
        uint32_t code_point;
        size_t size = utf8_decode(at, left, &code_point);
        if (size == 0)
            size = left;
        *text++ = code_point == UTF8_MALFORMED ? '?' : 'x';
        if (code_point < 0x80)
            text[-1] = (char)code_point;
        at += size;
        left -= size;
    }
    *text = '\0';
}

static void malformed_sequences_are_maximal_subparts(void **state) {
    (void)state;
    /* The second is Unicode 14.0, table 3-8; the others are made of the same rules. */
    static const char *const CASES[][2] = {
        {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", "????????A"},
        {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", "????????A"},
        {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "?????A??B"},
        {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "????A"},
        {"a\xC3", "a?"},
        {"a\xE2\x82", "a?"},
        {"a\xF0\x9F\x98", "a?"},
        {"\xF5\x80\xC1\x80", "????"},
        {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "xxx"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[64];
        size_t offset;
        spell(CASES[i][0], text);
        assert_string_equal(text, CASES[i][1]);
        bool well = strchr(text, '?') == NULL;
        size_t size = strlen(CASES[i][0]);
        assert_int_equal(utf8_is_well_formed((const unsigned char *)CASES[i][0], size, &offset),
                         well);
        if (!well)
            assert_int_equal(offset, text[0] == 'a' ? 1 : 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_goes_there_and_back),
        cmocka_unit_test(malformed_sequences_are_maximal_subparts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
