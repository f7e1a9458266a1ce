/*
 * The pinned Unicode comes out of newer libraries too, or they are refused.
 *
 * This program has a utf8proc_category of its own, which the linker takes before the library's: it
 * plays a library of a later Unicode.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <utf8proc.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/text/unicode_build.h"

static bool unknown_changes;

utf8proc_category_t utf8proc_category(utf8proc_int32_t code_point) {
    switch (code_point) {
    case 0x295: /* as in Unicode 17.0 */
        return UTF8PROC_CATEGORY_LO;
    case 0x1171E:
        return UTF8PROC_CATEGORY_MC;
    case 0x1C89: /* new in 16.0, like the next */
        return UTF8PROC_CATEGORY_LU;
    case 0x10D4E:
        return UTF8PROC_CATEGORY_LM;
    case 0x11241: /* 15.0 */
        return UTF8PROC_CATEGORY_MN;
    case 0x1FAF9: /* in no version yet */
        return UTF8PROC_CATEGORY_PO;
    case 0x24C: /* a change that no version has made */
        if (unknown_changes)
            return UTF8PROC_CATEGORY_PO;
        break;
    default:
        break;
    }
    return (utf8proc_category_t)utf8proc_get_property(code_point)->category;
}

static struct unicode_build built;

static void a_newer_library_gives_the_pinned_tables(void **state) {
    (void)state;
    struct error error;
    unknown_changes = false;
    memset(&built, 0, sizeof built);
    assert_int_equal(utf8proc_category(0x295), UTF8PROC_CATEGORY_LO);
    sample_require(unicode_build(&built, UNICODE_14_0, &error), &error);
}

static void the_generated_tables_are_those_that_are_built(void **state) {
    (void)state;
    for (unsigned flavor = 0; flavor < FLAVORS; flavor++) {
        for (unsigned kind = 0; kind < FOLDING_KINDS; kind++) {
            struct unicode_tables here =
                unicode_build_get(&built, (enum flavor)flavor, (enum folding_kind)kind);
            const struct unicode_tables *generated =
                unicode_tables_get(UNICODE_14_0, (enum flavor)flavor, (enum folding_kind)kind);
            assert_true(unicode_tables_digest(generated, 1) == unicode_tables_digest(&here, 1));
        }
    }
}

static void the_digest_notices_a_change(void **state) {
    (void)state;
    struct unicode_tables tables =
        unicode_build_get(&built, FLAVOR_NVIDIA, FOLDING_LOWER_DECOMPOSED);
    uint64_t digest = unicode_tables_digest(&tables, 1);
    built.classes[FLAVOR_NVIDIA].cells[300] ^= CHARACTER_NONSPACING;
    assert_true(unicode_tables_digest(&tables, 1) != digest);
    built.classes[FLAVOR_NVIDIA].cells[300] ^= CHARACTER_NONSPACING;
    built.foldings.sequences[40] ^= 1;
    assert_true(unicode_tables_digest(&tables, 1) != digest);
}

static void a_library_with_unknown_changes_is_refused(void **state) {
    (void)state;
    struct error error;
    unknown_changes = true;
    memset(&built, 0, sizeof built);
    assert_int_equal(unicode_build(&built, UNICODE_14_0, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "other tables than Unicode 14.0"));
}

static void the_pin_is_in_order(void **state) {
    (void)state;
    size_t count;
    const struct unicode_range *ranges = unicode_pin_unassigned(UNICODE_14_0, &count);
    for (size_t i = 0; i < count; i++) {
        assert_true(ranges[i].first <= ranges[i].last);
        assert_true(i == 0 || ranges[i].first > ranges[i - 1].last + 1);
    }
    assert_int_equal(ranges[count - 1].last, CODE_POINT_END - 1);
    const struct unicode_correction *corrections = unicode_pin_corrections(UNICODE_14_0, &count);
    for (size_t i = 1; i < count; i++)
        assert_true(corrections[i].code_point > corrections[i - 1].code_point);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newer_library_gives_the_pinned_tables),
        cmocka_unit_test(the_generated_tables_are_those_that_are_built),
        cmocka_unit_test(the_digest_notices_a_change),
        cmocka_unit_test(a_library_with_unknown_changes_is_refused),
        cmocka_unit_test(the_pin_is_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
