/*
 * The tokenizer when an allocation fails: STATUS_NO_MEMORY, nothing leaked, and the next attempt
 * with more memory is right.
 *
 * The sources are compiled into this program with allocators that can be told to fail, so this
 * works under any sanitizer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/failing_allocators.h"

#define malloc  failing_malloc
#define calloc  failing_calloc
#define realloc failing_realloc
/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "formats/base/buffer.c"
#include "formats/base/large_pages.c"
#include "tokenizer/basic_tokenizer.c"
#include "tokenizer/bert_tokenizer.c"
#include "tokenizer/document_tokenizer.c"
#include "tokenizer/folded_cells.c"
#include "tokenizer/span_tokenizer.c"
#include "tokenizer/stretch_tokenizer.c"
#include "tokenizer/text/normalization.c"
#include "tokenizer/token_batch.c"
#include "tokenizer/token_trie.c"
#include "tokenizer/vocabulary.c"
#include "tokenizer/word_cache.c"
#include "tokenizer/word_splitter.c"
/* NOLINTEND(bugprone-suspicious-include) */
#undef malloc
#undef calloc
#undef realloc

static const char VOCABULARY[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\na\n";

/* Everything from the vocabulary to the end of a small file; the ids are then in the batch. */
static enum status attempt(struct token_batch *batch, struct error *error) {
    struct byte_source source;
    struct vocabulary *vocabulary = NULL;
    struct bert_tokenizer *bert = NULL;
    struct document_tokenizer tokenizer = {.bert = NULL};
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    byte_source_from_memory(&source, view_of_string(VOCABULARY), "small");
    enum status status = vocabulary_load(&vocabulary, &source, error);
    if (status == STATUS_OK)
        status = bert_tokenizer_new(&bert, vocabulary, &options, error);
    if (status == STATUS_OK) {
        document_tokenizer_init(&tokenizer, bert, true);
        status = document_tokenizer_feed(&tokenizer, view_of_string("a b\nb\n\nA\n"), batch, error);
    }
    if (status == STATUS_OK)
        status = document_tokenizer_end_of_file(&tokenizer, batch, error);
    if (status == STATUS_OK) {
        /* A failure of an upstream tool needs memory as well. */
        document_tokenizer_begin(&tokenizer, "cancelled");
        status = document_tokenizer_feed(&tokenizer, view_of_string("\x18gone\n"), batch, error);
    }
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    vocabulary_free(vocabulary);
    return status;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static const uint32_t IDS[] = {7, 6, 6, 7};
    unsigned failures = 0;
    for (int allowed = 0;; allowed++) {
        struct error error = {STATUS_OK, ""};
        struct token_batch batch;
        token_batch_init(&batch);
        allocations_left = allowed;
        enum status status = attempt(&batch, &error);
        allocations_left = INT_MAX;
        if (status == STATUS_UPSTREAM) {
            assert_int_equal(batch.id_count, 4);
            assert_memory_equal(batch.ids, IDS, sizeof IDS);
            token_batch_release(&batch);
            break;
        }
        token_batch_release(&batch);
        assert_int_equal(status, STATUS_NO_MEMORY);
        assert_int_equal(error.status, STATUS_NO_MEMORY);
        assert_true(strlen(error.message) > 0);
        failures++;
    }
    /* Fewer would mean that the allocators of this program are not the ones called. */
    assert_true(failures >= 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
