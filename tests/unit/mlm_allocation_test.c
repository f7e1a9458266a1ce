/*
 * tools/mlm when an allocation fails: STATUS_NO_MEMORY, nothing lost, nothing leaked, and the same
 * objects work when there is memory again.
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

#include "tests/unit/failing_allocators.h"
#include "tests/unit/reference_rows.h"

#define malloc  failing_malloc
#define calloc  failing_calloc
#define realloc failing_realloc
/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "tools/mlm/example_builder.c"
#include "tools/mlm/example_set.c"
#include "tools/mlm/growing_array.c"
#include "tools/mlm/masking.c"
#include "tools/mlm/shard_tokens.c"
/* NOLINTEND(bugprone-suspicious-include) */
#undef malloc
#undef calloc
#undef realloc

enum { DOCUMENTS = 40, SENTENCES = 4, LENGTH = 9, TOKENS = SENTENCES * LENGTH, VOCABULARY = 50 };

static void hash_rows(const struct example_set *set, const struct example_options *options,
                      char hex[SHA256_HEX_SIZE]) {
    struct reference_rows rows;
    reference_rows_of(&rows, set, options);
    reference_rows_hash_all(&rows, hex);
    reference_rows_release(&rows);
}

/* Appends one document, trying again with one allocation more until it goes well. */
static unsigned append_document(struct shard_tokens *shard, const struct token_columns *document) {
    unsigned failures = 0;
    struct error error;
    for (int allowed = 0;; allowed++) {
        allocations_left = allowed;
        enum status status = shard_tokens_append(shard, document, &error);
        allocations_left = INT_MAX;
        if (status == STATUS_OK)
            return failures;
        assert_int_equal(status, STATUS_NO_MEMORY);
        failures++;
    }
}

static void test_every_allocation(void **state) {
    (void)state;
    static const uint32_t SENTENCE_COUNT = SENTENCES;
    static const uint32_t LENGTHS[SENTENCES] = {LENGTH, LENGTH, LENGTH, LENGTH};
    uint16_t ids[TOKENS];
    for (int i = 0; i < TOKENS; i++)
        ids[i] = (uint16_t)(i + 5);
    struct token_columns document = {
        .document_count = 1,
        .document_sentences = &SENTENCE_COUNT,
        .sentence_count = SENTENCES,
        .sentence_lengths = LENGTHS,
        .token_count = TOKENS,
        .narrow_ids = ids,
    };
    struct example_options options;
    example_options_init(&options);
    options.vocabulary_size = VOCABULARY;
    options.replacement_count = VOCABULARY;
    options.mask_id = 3;
    struct error error;
    struct shard_tokens shard;
    struct example_set set, expected;
    unsigned failures = 0;
    shard_tokens_init(&shard, VOCABULARY);
    example_set_init(&set);
    example_set_init(&expected);
    for (int i = 0; i < DOCUMENTS; i++)
        failures += append_document(&shard, &document);
    assert_true(failures > 5);
    ids_require(shard_tokens_finish(&shard, &error), &error);
    assert_int_equal(shard.token_count, DOCUMENTS * TOKENS);
    assert_int_equal(shard.document_count, DOCUMENTS);

    char hash[SHA256_HEX_SIZE], expected_hash[SHA256_HEX_SIZE];
    ids_require(example_builder_run(&expected, &shard, &options, &error), &error);
    hash_rows(&expected, &options, expected_hash);
    enum status status = STATUS_NO_MEMORY;
    int allowed = 0;
    for (; status != STATUS_OK; allowed++) {
        allocations_left = allowed;
        status = example_builder_run(&set, &shard, &options, &error);
        allocations_left = INT_MAX;
        if (status != STATUS_OK) {
            assert_int_equal(status, STATUS_NO_MEMORY);
            assert_int_equal(set.count, 0);
        }
    }
    assert_true(allowed > 8);
    hash_rows(&set, &options, hash);
    assert_string_equal(hash, expected_hash);
    example_set_release(&expected);
    example_set_release(&set);
    shard_tokens_release(&shard);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
