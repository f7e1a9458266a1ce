#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "formats/base/status.h"

static void a_sentence_is_kept_with_its_status(void **state) {
    (void)state;
    struct error error;
    assert_int_equal(error_set(&error, STATUS_CORRUPT, "'%s', line %d", "a.txt", 17),
                     STATUS_CORRUPT);
    assert_int_equal(error.status, STATUS_CORRUPT);
    assert_string_equal(error.message, "'a.txt', line 17");
}

static void a_long_sentence_is_cut_and_says_so(void **state) {
    (void)state;
    struct error error;
    char text[2 * ERROR_MESSAGE_SIZE];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_int_equal(error_set(&error, STATUS_FAILED, "%s", text), STATUS_FAILED);
    assert_int_equal(strlen(error.message), ERROR_MESSAGE_SIZE - 1);
    assert_string_equal(error.message + ERROR_MESSAGE_SIZE - 5, "x...");

    /* The longest that fits is whole. */
    text[ERROR_MESSAGE_SIZE - 1] = '\0';
    error_set(&error, STATUS_FAILED, "%s", text);
    assert_string_equal(error.message, text);
}

static void a_system_error_names_subject_reason_and_remedy(void **state) {
    (void)state;
    static const struct {
        int number;
        const char *sentence;
    } CASES[] = {
        {ENOENT, "cannot open 'a b': No such file or directory; check the path"},
        {EACCES, "cannot open 'a b': Permission denied; check the permissions"},
        {EPERM, "cannot open 'a b': Operation not permitted; check the permissions"},
        {ENOSPC, "cannot open 'a b': No space left on device; free some space and run again"},
        {EDQUOT, "cannot open 'a b': Disk quota exceeded; free some space and run again"},
        {EIO, "cannot open 'a b': Input/output error"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct error error;
        assert_int_equal(error_system(&error, CASES[i].number, "cannot open", "a b"),
                         STATUS_FAILED);
        assert_string_equal(error.message, CASES[i].sentence);
    }
}

static void a_prefix_keeps_the_status(void **state) {
    (void)state;
    struct error error;
    error_set(&error, STATUS_CUT_SHORT, "it ended");
    assert_int_equal(error_prefix(&error, "in shard '%s'", "x"), STATUS_CUT_SHORT);
    assert_int_equal(error.status, STATUS_CUT_SHORT);
    assert_string_equal(error.message, "in shard 'x': it ended");

    char text[ERROR_MESSAGE_SIZE];
    memset(text, 'y', sizeof text);
    text[sizeof text - 1] = '\0';
    error_set(&error, STATUS_FAILED, "%s", text);
    error_prefix(&error, "p");
    assert_int_equal(strlen(error.message), ERROR_MESSAGE_SIZE - 1);
    assert_memory_equal(error.message, "p: yyy", 6);
    assert_string_equal(error.message + ERROR_MESSAGE_SIZE - 5, "y...");
}

static void memory_has_a_sentence(void **state) {
    (void)state;
    struct error error;
    assert_int_equal(error_no_memory(&error, "the vocabulary"), STATUS_NO_MEMORY);
    assert_string_equal(error.message, "out of memory for the vocabulary");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_is_kept_with_its_status),
        cmocka_unit_test(a_long_sentence_is_cut_and_says_so),
        cmocka_unit_test(a_system_error_names_subject_reason_and_remedy),
        cmocka_unit_test(a_prefix_keeps_the_status),
        cmocka_unit_test(memory_has_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
