/* normalization: the order of marks against a plain sort, final sigma, and words that are too long.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/text/normalization.h"

static const struct unicode_tables *tables;

static int get_tables(void **state) {
    (void)state;
    tables = unicode_tables_get(UNICODE_14_0, FLAVOR_NVIDIA, FOLDING_LOWER_DECOMPOSED);
    return 0;
}

static unsigned combining(uint32_t code_point) {
    return character_combining_class(unicode_tables_class(tables, code_point));
}

static bool nonspacing(uint32_t code_point) {
    return (unicode_tables_class(tables, code_point) & CHARACTER_NONSPACING) != 0;
}

/* Canonical ordering by exchanging neighbours (Unicode 14.0, D109), then no nonspacing marks. */
static size_t order_plainly(uint32_t *code_points, size_t size) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 1; i < size; i++) {
            uint32_t before = code_points[i - 1];
            if (combining(before) > combining(code_points[i]) && combining(code_points[i]) > 0) {
                code_points[i - 1] = code_points[i];
                code_points[i] = before;
                changed = true;
            }
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < size; i++) {
        if (!nonspacing(code_points[i]))
            code_points[kept++] = code_points[i];
    }
    return kept;
}

static void marks_are_ordered_as_by_exchanging_neighbours(void **state) {
    (void)state;
    /* Kept marks of classes 6, 9, 224, 226, 216; dropped ones of 230, 1, 0; letters. */
    static const uint32_t POOL[] = {0x16FF0, 0x1715, 0x1B44, 0x302E, 0x1D16D, 0x1D165,
                                    0x301,   0x334,  0x34F,  0x903,  'a',     0x302F};
    struct normalized_word word;
    struct error error;
    uint32_t random = 3;
    sample_require(normalized_word_init(&word, 30, &error), &error);
    for (size_t round = 0; round < 20000; round++) {
        uint32_t code_points[24];
        size_t size = 1 + round % 24;
        normalized_word_clear(&word);
        for (size_t i = 0; i < size; i++) {
            random = random * 1664525 + 1013904223;
            code_points[i] = POOL[(random >> 16) % (sizeof POOL / sizeof POOL[0])];
            normalized_word_append(&word, tables, code_points[i],
                                   unicode_tables_class(tables, code_points[i]));
        }
        size = order_plainly(code_points, size);
        assert_int_equal(word.size, size);
        assert_memory_equal(word.code_points, code_points, size * sizeof code_points[0]);
        assert_false(word.too_long);
    }
    normalized_word_release(&word);
}

static void a_word_is_too_long_only_beyond_the_limit(void **state) {
    (void)state;
    struct normalized_word word;
    struct error error;
    sample_require(normalized_word_init(&word, 3, &error), &error);
    for (uint32_t i = 0; i < 3; i++)
        normalized_word_append_plain(&word, 'a' + i);
    normalized_word_append(&word, tables, 0x301, unicode_tables_class(tables, 0x301));
    assert_false(word.too_long);
    normalized_word_append(&word, tables, 0x302E, unicode_tables_class(tables, 0x302E));
    assert_true(word.too_long);
    normalized_word_clear(&word);
    for (uint32_t i = 0; i < 4; i++)
        normalized_word_append_plain(&word, 'a' + i);
    assert_true(word.too_long);
    assert_int_equal(word.size, 3);
    normalized_word_release(&word);
}

static void sigma_looks_past_what_is_ignorable(void **state) {
    (void)state;
    static const uint32_t MARKS_THEN_LETTER[] = {'\'', 0x301, '.', 0x3B1};
    static const uint32_t MARKS_THEN_DIGIT[] = {'\'', 0x301, '.', '1', 'a'};
    assert_int_equal(normalization_sigma(tables, MARKS_THEN_LETTER, 4, true), SIGMA_MEDIAL);
    assert_int_equal(normalization_sigma(tables, MARKS_THEN_LETTER, 3, true), SIGMA_FINAL);
    assert_int_equal(normalization_sigma(tables, MARKS_THEN_LETTER, 3, false), SIGMA_UNDECIDED);
    assert_int_equal(normalization_sigma(tables, MARKS_THEN_DIGIT, 5, true), SIGMA_FINAL);
    assert_int_equal(normalization_sigma(tables, MARKS_THEN_DIGIT, 5, false), SIGMA_FINAL);
    assert_int_equal(normalization_sigma(tables, NULL, 0, true), SIGMA_FINAL);
    assert_int_equal(normalization_sigma(tables, NULL, 0, false), SIGMA_UNDECIDED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_ordered_as_by_exchanging_neighbours),
        cmocka_unit_test(a_word_is_too_long_only_beyond_the_limit),
        cmocka_unit_test(sigma_looks_past_what_is_ignorable),
    };
    return cmocka_run_group_tests(tests, get_tables, NULL);
}
