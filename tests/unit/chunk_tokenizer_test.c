/*
 * chunk_tokenizer when there is no memory for the form of the ids: a piece then lists no sentences,
 * since their ids are not there to be read.
 *
 * Buffers are compiled into this program with an allocator that can be told to fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/bert_flavor.h"
#include "tools/join/chunk_tokenizer.h"

static int allocations_left = INT_MAX;

static void *failing_realloc(void *area, size_t size) {
    return allocations_left-- <= 0 ? NULL : realloc(area, size);
}

#define realloc failing_realloc
#include "formats/base/buffer.c" /* NOLINT(bugprone-suspicious-include) */
#undef realloc

static void check(enum token_form form) {
    struct vocabulary *vocabulary = sample_small_vocabulary("a\nb\n##b\nc\n,\n");
    struct chunk_tokenizer_options options = {
        .vocabulary = vocabulary, .bert = bert_flavor_options(FLAVOR_NVIDIA), .form = form};
    struct chunk_tokenizer tokenizer;
    struct text_chunk chunk = {.name = "text", .begins_file = true, .ends_file = true};
    struct token_piece piece;
    struct error error;
    sample_require(chunk_tokenizer_init(&tokenizer, &options, &error), &error);
    for (int i = 0; i < 5000; i++)
        sample_require(buffer_append(&chunk.text, "a b, c\nab\n\n", 11, &error), &error);
    bool failed = true;
    int allowed = 0;
    for (; failed; allowed++) {
        token_piece_init(&piece);
        allocations_left = allowed;
        chunk_tokenizer_take(&tokenizer, &piece, &chunk, NULL);
        allocations_left = INT_MAX;
        failed = piece.status != STATUS_OK;
        assert_int_equal(piece.status, failed ? STATUS_NO_MEMORY : STATUS_OK);
        assert_int_equal(piece.batch.document_count, failed ? 0 : 5000);
        assert_int_equal(piece.batch.sentence_count, failed ? 0 : 10000);
        assert_int_equal(piece.sentences, failed ? 0 : 10000);
        assert_int_equal(piece.tokens, failed ? 0 : 30000);
        assert_true(failed ? piece.ids.size == 0 : piece.ids.size > 0);
        token_piece_release(&piece);
    }
    assert_true(allowed > 1);
    text_chunk_release(&chunk);
    chunk_tokenizer_release(&tokenizer);
    vocabulary_free(vocabulary);
}

static void no_ids_no_sentences(void **state) {
    (void)state;
    check(TOKEN_FORM_IDS_2);
    check(TOKEN_FORM_IDS_4);
    check(TOKEN_FORM_NUMBERS);
    check(TOKEN_FORM_TOKENS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_ids_no_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
