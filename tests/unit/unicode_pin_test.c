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
#include <sys/wait.h>
#include <unistd.h>
#include <utf8proc.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/text/unicode_tables.h"

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

/* The outcome of building the tables, in a process of its own: a process builds them once. */
static enum status build_in_child(char sentence[ERROR_MESSAGE_SIZE]) {
    int ends[2];
    struct error error = {STATUS_OK, ""};
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct unicode_tables *tables;
        if (unicode_tables_get(&tables, UNICODE_14_0, &error) == STATUS_OK)
            error.status = STATUS_OK;
        _exit(write(ends[1], &error, sizeof error) == (ssize_t)sizeof error ? 0 : 1);
    }
    int outcome;
    assert_int_equal(waitpid(child, &outcome, 0), child);
    assert_int_equal(outcome, 0);
    assert_int_equal(read(ends[0], &error, sizeof error), sizeof error);
    close(ends[0]);
    close(ends[1]);
    memcpy(sentence, error.message, ERROR_MESSAGE_SIZE);
    return error.status;
}

static void a_newer_library_gives_the_pinned_tables(void **state) {
    (void)state;
    char sentence[ERROR_MESSAGE_SIZE];
    unknown_changes = false;
    assert_int_equal(utf8proc_category(0x295), UTF8PROC_CATEGORY_LO);
    assert_int_equal(build_in_child(sentence), STATUS_OK);
}

static void a_library_with_unknown_changes_is_refused(void **state) {
    (void)state;
    char sentence[ERROR_MESSAGE_SIZE];
    unknown_changes = true;
    assert_int_equal(build_in_child(sentence), STATUS_FAILED);
    assert_non_null(strstr(sentence, "other tables than Unicode 14.0"));
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
        cmocka_unit_test(a_library_with_unknown_changes_is_refused),
        cmocka_unit_test(the_pin_is_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
