/*
 * Training when an allocation fails: STATUS_NO_MEMORY, nothing leaked, and the next attempt with
 * more memory is right.
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
#include "tokenizer/basic_tokenizer.c"
#include "tokenizer/text/normalization.c"
#include "tokenizer/train/pair_links.c"
#include "tokenizer/train/pair_table.c"
#include "tokenizer/train/string_counts.c"
#include "tokenizer/train/training_words.c"
#include "tokenizer/train/vocabulary_layout.c"
#include "tokenizer/train/vocabulary_trainer.c"
#include "tokenizer/train/word_alphabet.c"
#include "tokenizer/train/word_counter.c"
/* NOLINTEND(bugprone-suspicious-include) */
#undef malloc
#undef calloc
#undef realloc

/* Everything from the text to the file. */
static enum status attempt(enum vocabulary_score score, struct buffer *file, struct error *error) {
    struct basic_tokenizer_options words = {.word_limit = 100, .lower_case = true};
    struct vocabulary_trainer_options options = {score, 1, 2};
    struct word_counter counter;
    struct vocabulary_layout layout = {STRING_COUNTS_INIT};
    struct vocabulary_trainer *trainer = NULL;
    enum status status = word_counter_init(&counter, &words, error);
    if (status == STATUS_OK)
        status = word_counter_add(&counter, view_of_string("aab aab ab c"), error);
    if (status == STATUS_OK)
        status = word_counter_finish(&counter, error);
    if (status == STATUS_OK)
        status = vocabulary_trainer_new(&trainer, &counter.words, &options, error);
    if (status == STATUS_OK)
        status = vocabulary_trainer_grow(trainer, 7, error);
    if (status == STATUS_OK)
        status = vocabulary_layout_init(&layout, 1, error);
    if (status == STATUS_OK)
        status = vocabulary_layout_write(&layout, vocabulary_trainer_pieces(trainer), file, error);
    vocabulary_layout_release(&layout);
    vocabulary_trainer_free(trainer);
    word_counter_release(&counter);
    return status;
}

static void check(enum vocabulary_score score, const char *wanted) {
    int failures = 0;
    for (;; failures++) {
        struct error error = {STATUS_OK, ""};
        struct buffer file = BUFFER_INIT;
        allocations_left = failures;
        enum status status = attempt(score, &file, &error);
        allocations_left = INT_MAX;
        if (status == STATUS_OK) {
            assert_int_equal(file.size, strlen(wanted));
            assert_memory_equal(file.data, wanted, file.size);
            buffer_release(&file);
            break;
        }
        buffer_release(&file);
        assert_int_equal(status, STATUS_NO_MEMORY);
        assert_int_equal(error.status, STATUS_NO_MEMORY);
        assert_true(strlen(error.message) > 0);
    }
    /* Fewer would mean that the allocators of this program are not the ones called. */
    assert_true(failures >= 20);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    check(VOCABULARY_SCORE_FREQUENCY,
          "[PAD]\n[unused0]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##a\n##b\naa\naab\nab\n");
    check(VOCABULARY_SCORE_LIKELIHOOD,
          "[PAD]\n[unused0]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##a\n##b\naa\nab\naab\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
