/*
 * sentence_rules: the same boundaries as ICU's root locale, on characters of Unicode 14.0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include "formats/base/buffer.h"
#include "tokenizer/text/sentence_rules.h"
#include "tokenizer/text/utf8.h"

/* ICU's names for our classes, in our order. */
static const int CLASSES[] = {
    U_SB_OTHER,   U_SB_CR,    U_SB_LF,        U_SB_SEP,   U_SB_EXTEND,
    U_SB_FORMAT,  U_SB_SP,    U_SB_LOWER,     U_SB_UPPER, U_SB_OLETTER,
    U_SB_NUMERIC, U_SB_ATERM, U_SB_SCONTINUE, U_SB_STERM, U_SB_CLOSE,
};

/* Characters whose class ICU's newer data changed since 14.0 are no characters to compare with. */
static bool is_known(uint32_t code_point) {
    UVersionInfo age;
    u_charAge((UChar32)code_point, age);
    return age[0] != 0 && age[0] <= 14;
}

static int icu_class(uint32_t code_point) {
    return u_getIntPropertyValue((UChar32)code_point, UCHAR_SENTENCE_BREAK);
}

static bool agrees(uint32_t code_point) {
    uint16_t value = sentence_value(sentence_table_root(), code_point);
    return CLASSES[sentence_class_of(value)] == icu_class(code_point);
}

static void test_classes(void **state) {
    (void)state;
    unsigned different = 0;
    for (uint32_t code_point = 0; code_point < CODE_POINT_END; code_point++)
        different += is_known(code_point) && !agrees(code_point);
    /* Later versions correct a few; 15.0 (ICU 72) and 15.1 none to speak of. */
    assert_in_range(different, 0, 40);
    assert_in_range(sentence_table_extended()->values.blocks, 100, CODE_POINT_TABLE_BLOCKS);
}

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 33) % bound);
}

/* Characters that the rules speak of, most of them more than once. */
static const uint32_t CHOSEN[] = {
    'a',    'b',    'A',    'B',     '.',     '.',     '.',      '!',    '?',
    ' ',    ' ',    ' ',    '1',     '2',     ',',     ':',      '-',    '"',
    '\'',   ')',    '(',    '\r',    '\n',    '\t',    0x85,     0xA0,   0xAD,
    0x300,  0x2028, 0x2029, 0x200D,  0x3002,  0xFF0E,  0x5D0,    0x4E00, 0x964,
    0x2024, 0x201D, 0x2013, 0x1F600, 0x1D7CE, 0x11047, 0x10FFFF, 0x3B1,  0x391,
};

static uint32_t random_code_point(void) {
    if (random_below(8) != 0)
        return CHOSEN[random_below(sizeof CHOSEN / sizeof *CHOSEN)];
    for (;;) {
        uint32_t code_point = random_below(random_below(2) == 0 ? 0x3000 : CODE_POINT_END);
        if (is_known(code_point) && agrees(code_point) &&
            (code_point < 0xD800 || code_point > 0xDFFF))
            return code_point;
    }
}

static void compare(UBreakIterator *iterator, UText *text, struct view view) {
    UErrorCode code = U_ZERO_ERROR;
    utext_openUTF8(text, (const char *)view.data, (int64_t)view.size, &code);
    ubrk_setUText(iterator, text, &code);
    assert_true(U_SUCCESS(code));
    size_t at = 0;
    assert_int_equal(ubrk_first(iterator), 0);
    while (at < view.size) {
        size_t next = sentence_rules_next(sentence_table_root(), view, at);
        assert_true(next > at);
        assert_int_equal(ubrk_next(iterator), next);
        at = next;
    }
    assert_int_equal(ubrk_next(iterator), UBRK_DONE);
}

static void test_against_icu(void **state) {
    (void)state;
    UErrorCode code = U_ZERO_ERROR;
    UBreakIterator *iterator = ubrk_open(UBRK_SENTENCE, "", NULL, 0, &code);
    assert_true(U_SUCCESS(code));
    UText text = UTEXT_INITIALIZER;
    for (int round = 0; round < 200000; round++) {
        unsigned char bytes[64 * UTF8_LONGEST];
        size_t size = 0;
        for (uint32_t count = 1 + random_below(24); count > 0; count--)
            size += utf8_encode(random_code_point(), bytes + size);
        compare(iterator, &text, (struct view){bytes, size});
    }
    utext_close(&text);
    ubrk_close(iterator);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_against_icu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
