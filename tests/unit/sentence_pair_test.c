/*
 * sentence_pair: what must hold for any pair, and the borders: short documents, long sentences.
 * That the draws are the reference's is example_builder_test's to show.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "tests/unit/ids_shard.h"
#include "tools/mlm/sentence_pair.h"

struct fixture {
    struct shard_tokens shard;
    struct example_options options;
    struct python_random random;
    struct document_span *documents;
    struct document_walk walk;
};

/* A shard of documents with `sentences` sentences of `length` tokens each. */
static void set_up(struct fixture *fixture, uint32_t documents, uint32_t sentences, uint32_t length,
                   uint32_t max_seq_length) {
    struct ids_columns columns = {0};
    for (uint32_t i = 0; i < documents; i++) {
        ids_push(&columns.documents, sentences);
        for (uint32_t j = 0; j < sentences; j++) {
            ids_push(&columns.lengths, length);
            for (uint32_t k = 0; k < length; k++)
                ids_push(&columns.ids, 5);
        }
    }
    shard_tokens_init(&fixture->shard, 10);
    ids_columns_to_shard(&columns, &fixture->shard, 0, UINT32_MAX);
    ids_columns_release(&columns);
    example_options_init(&fixture->options);
    fixture->options.max_seq_length = max_seq_length;
    python_random_init(&fixture->random, &fixture->options.seed);
    fixture->documents = malloc(documents * sizeof *fixture->documents);
    assert_non_null(fixture->documents);
    for (uint32_t i = 0; i < documents; i++)
        fixture->documents[i] =
            (struct document_span){(documents - 1 - i) * sentences, (documents - i) * sentences};
    document_walk_init(&fixture->walk, &fixture->shard, fixture->documents, &fixture->random,
                       &fixture->options);
}

static void tear_down(struct fixture *fixture) {
    free(fixture->documents);
    shard_tokens_release(&fixture->shard);
}

/* Makes the next pair; false when the document is used up. */
static bool next_pair(struct document_walk *walk, struct sentence_pair *pair) {
    if (!document_walk_begin_pair(walk))
        return false;
    document_walk_finish_pair(walk, pair);
    return true;
}

static uint32_t document_of(const struct shard_tokens *shard, uint32_t token) {
    uint32_t document = 0;
    while (shard->sentence_starts[shard->document_starts[document + 1]] <= token)
        document++;
    return document;
}

static void check_pair(const struct fixture *fixture, const struct sentence_pair *pair) {
    const struct shard_tokens *shard = &fixture->shard;
    assert_true(pair->first_length >= 1);
    assert_true(pair->second_length >= 1);
    assert_true(pair->first_length + pair->second_length <= fixture->options.max_seq_length - 3);
    uint32_t first = document_of(shard, pair->first_start);
    uint32_t second = document_of(shard, pair->second_start);
    assert_int_equal(first, shard->document_count - 1 - fixture->walk.document_index);
    assert_int_equal(document_of(shard, pair->first_start + pair->first_length - 1), first);
    assert_int_equal(document_of(shard, pair->second_start + pair->second_length - 1), second);
    assert_int_equal(pair->is_random_next, first != second);
}

static void test_invariants(void **state) {
    (void)state;
    static const uint32_t SHAPES[][4] = {{7, 9, 13, 128}, {3, 40, 1, 128}, {5, 3, 2, 5},
                                         {4, 1, 50, 64},  {2, 2, 300, 64}, {9, 25, 4, 31}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        struct fixture fixture;
        struct sentence_pair pair;
        unsigned random_next = 0, pairs = 0;
        set_up(&fixture, SHAPES[i][0], SHAPES[i][1], SHAPES[i][2], SHAPES[i][3]);
        fixture.walk.short_seq_prob = 0.5;
        for (uint32_t pass = 0; pass < 50; pass++) {
            for (uint32_t document = 0; document < SHAPES[i][0]; document++) {
                document_walk_start(&fixture.walk, document);
                assert_in_range(fixture.walk.target_length, 2, SHAPES[i][3] - 3);
                while (next_pair(&fixture.walk, &pair)) {
                    check_pair(&fixture, &pair);
                    random_next += pair.is_random_next;
                    pairs++;
                }
            }
        }
        assert_in_range(random_next, pairs / 4, pairs);
        tear_down(&fixture);
    }
}

/* A truncated pair loses tokens at its ends only, and the longer side loses them first. */
static void test_truncation(void **state) {
    (void)state;
    struct fixture fixture;
    struct sentence_pair pair;
    bool seen_front = false, seen_back = false;
    set_up(&fixture, 2, 2, 1000, 128);
    for (int pass = 0; pass < 20; pass++) {
        document_walk_start(&fixture.walk, 0);
        while (next_pair(&fixture.walk, &pair)) {
            check_pair(&fixture, &pair);
            assert_int_equal(pair.first_length, 63);
            assert_int_equal(pair.second_length, 62);
            seen_front |= pair.first_start % 1000 > 0;
            seen_back |= pair.first_start % 1000 + pair.first_length < 1000;
        }
    }
    assert_true(seen_front);
    assert_true(seen_back);
    tear_down(&fixture);
}

/* With one document every draw of a random one finds it: the label is 0, B its own sentences. */
static void test_single_document(void **state) {
    (void)state;
    struct fixture fixture;
    struct sentence_pair pair;
    set_up(&fixture, 1, 1, 6, 128);
    fixture.walk.short_seq_prob = 0;
    document_walk_start(&fixture.walk, 0);
    assert_true(next_pair(&fixture.walk, &pair));
    assert_false(pair.is_random_next);
    assert_int_equal(pair.first_start, 0);
    assert_int_equal(pair.first_length, 6);
    assert_int_equal(pair.second_start, 0);
    assert_int_equal(pair.second_length, 6);
    assert_false(next_pair(&fixture.walk, &pair));
    tear_down(&fixture);
}

/* Sentences behind A are used again after a random B, and only then. */
static void test_every_sentence_is_used(void **state) {
    (void)state;
    struct fixture fixture;
    struct sentence_pair pair;
    set_up(&fixture, 3, 30, 10, 1000);
    for (int pass = 0; pass < 50; pass++) {
        uint32_t expected = fixture.shard.sentence_starts[fixture.shard.document_starts[1]];
        document_walk_start(&fixture.walk, 1);
        while (next_pair(&fixture.walk, &pair)) {
            assert_int_equal(pair.first_start, expected);
            expected += pair.first_length;
            if (!pair.is_random_next && pair.second_start == expected)
                expected += pair.second_length;
        }
        assert_int_equal(expected, fixture.shard.sentence_starts[fixture.shard.document_starts[2]]);
    }
    tear_down(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invariants),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_single_document),
        cmocka_unit_test(test_every_sentence_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
