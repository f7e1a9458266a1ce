/*
 * The library when an allocation fails: MLMPREP_NO_MEMORY, nothing leaked, and the next attempt
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

#define calloc  failing_calloc
#define realloc failing_realloc
/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "formats/base/buffer.c"
#include "tokenizer/library/mlmprep_tokenizer.c"
#include "tokenizer/library/piece_tokenizer.c"
#include "tokenizer/token_batch.c"
#include "tokenizer/vocabulary_sort.c"
/* NOLINTEND(bugprone-suspicious-include) */
#undef calloc
#undef realloc

static const char VOCABULARY[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\na\n";

/* Everything that a program does; the ids are right when it succeeds. */
static enum mlmprep_status attempt(struct mlmprep_error *error) {
    struct mlmprep_vocabulary *vocabulary = NULL;
    struct mlmprep_tokenizer *tokenizer = NULL;
    const struct mlmprep_piece *pieces;
    const uint32_t *ids;
    size_t count;
    /* Enough pieces for the array to grow. */
    char text[600];
    memset(text, 'a', sizeof text);
    for (size_t i = 1; i < sizeof text; i += 2)
        text[i] = ' ';
    enum mlmprep_status status =
        mlmprep_vocabulary_read(&vocabulary, VOCABULARY, sizeof VOCABULARY - 1, error);
    if (status == MLMPREP_OK)
        status = mlmprep_tokenizer_new(&tokenizer, vocabulary, NULL, error);
    if (status == MLMPREP_OK)
        status = mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, text, sizeof text, error);
    if (status == MLMPREP_OK) {
        assert_int_equal(count, sizeof text / 2);
        assert_int_equal(pieces[count - 1].id, 7);
        assert_int_equal(pieces[count - 1].begin, sizeof text - 2);
        status = mlmprep_tokenizer_ids(tokenizer, &ids, &count, text, sizeof text, error);
    }
    if (status == MLMPREP_OK) {
        assert_int_equal(count, sizeof text / 2);
        assert_int_equal(ids[count - 1], 7);
    }
    mlmprep_tokenizer_free(tokenizer);
    mlmprep_vocabulary_free(vocabulary);
    return status;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    int failures = 0;
    for (int allowed = 0;; allowed++) {
        struct mlmprep_error error = {MLMPREP_OK, ""};
        allocations_left = allowed;
        enum mlmprep_status status = attempt(&error);
        allocations_left = INT_MAX;
        if (status == MLMPREP_OK)
            break;
        assert_int_equal(status, MLMPREP_NO_MEMORY);
        assert_int_equal(error.status, MLMPREP_NO_MEMORY);
        assert_true(strlen(error.message) > 0);
        failures++;
    }
    /* Fewer would mean that the allocators of this program are not the ones called. */
    assert_true(failures >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
