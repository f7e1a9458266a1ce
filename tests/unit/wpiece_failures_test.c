/*
 * wpiece_workers when texts are malformed or incomplete, or nobody reads: the same for any number
 * of threads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/wpiece_working.h"

/* The message of the plain tokenizer, and the sentences before the line that fails. */
static void check_failure(struct view text, bool strict, const char *ids) {
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, true);
    struct document_tokenizer tokenizer;
    struct sample_ids ignored = {.begun = false};
    struct outcome first = {.status = STATUS_OK};
    struct outcome got;
    struct error wanted;
    document_tokenizer_init(&tokenizer, bert, strict);
    assert_int_not_equal(sample_tokenize(&tokenizer, &ignored, text, text.size, &wanted),
                         STATUS_OK);
    write_text(text);
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        for (size_t size = 1; size <= LARGEST_CHUNK; size += CHUNK_STEP + size / 12) {
            struct setting setting = {.threads = threads,
                                      .chunk_size = size,
                                      .form = TOKEN_FORM_NUMBERS,
                                      .strict = strict,
                                      .files = 2};
            run(&got, &setting);
            assert_int_equal(got.status, wanted.status);
            /* Names differ. */
            assert_string_equal(strstr(got.error.message, "' "), strstr(wanted.message, "' "));
            if (size >= 30) {
                assert_int_equal(got.bytes.size, strlen(ids));
                assert_memory_equal(got.bytes.data, ids, strlen(ids));
                if (first.status == STATUS_OK)
                    first = got;
                else
                    assert_equal_outcomes(&got, &first);
            }
            if (got.bytes.data != first.bytes.data)
                outcome_release(&got);
        }
    }
    assert_int_not_equal(first.status, STATUS_OK);
    outcome_release(&first);
    sample_ids_release(&ignored);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
}

static void the_first_failure_is_told(void **state) {
    (void)state;
    check_failure(view_of_string("a\nb\n\nc c\nb a \xFF b\nc\n\nc\xFF\nb\n\n\xFF\n"), true,
                  "5\n6\n\n8 8\n");
    check_failure(view_of_string("\r\na\r\n\r\nb\xE2\x82"), true, "5\n");
    check_failure(view_of_string("a\nb,\n\030it rains\nb\n\n\030and snows\nc\n"), false,
                  "5\n6 9\n");
    check_failure(view_of_string("a b\n\n\nc\n\xFF\n\030it rains"), false, "5 6\n\n8\n");
}

/* More than one sentence of all threads waits for a reader that goes away. */
static void a_failed_write_ends_all(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct error error;
    for (int i = 0; i < 60000; i++)
        sample_require(buffer_append(&text, "a b\n\n", 5, &error), &error);
    write_text(buffer_view(&text));
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        struct outcome got;
        struct setting setting = {
            .threads = threads, .chunk_size = 700, .form = TOKEN_FORM_NUMBERS, .files = 1};
        writes_left = (int)threads % 3;
        run(&got, &setting);
        writes_left = -1;
        assert_int_equal(got.status, STATUS_CLOSED_PIPE);
        outcome_release(&got);
    }
    buffer_release(&text);
}

/* The input has bytes, but neither more nor an end. */
static void a_failed_write_wakes_who_reads(void **state) {
    (void)state;
    static char zeros[60000];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    memset(zeros, ',', sizeof zeros);
    for (size_t i = 0; i < sizeof zeros; i += 100)
        zeros[i] = '\n';
    assert_int_equal(write(ends[1], zeros, sizeof zeros), sizeof zeros);
    struct outcome got;
    struct setting setting = {.threads = 3,
                              .chunk_size = 1000,
                              .form = TOKEN_FORM_NUMBERS,
                              .files = 1,
                              .limits = {.name = "n"}};
    writes_left = 0;
    run(&got, &setting);
    writes_left = -1;
    assert_int_equal(got.status, STATUS_CLOSED_PIPE);
    outcome_release(&got);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_is_told),
        cmocka_unit_test(a_failed_write_ends_all),
        cmocka_unit_test(a_failed_write_wakes_who_reads),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
