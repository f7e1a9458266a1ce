/*
 * masking: how many, which, and what stands in their place. That the draws are the reference's is
 * example_builder_test's to show.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/ids_shard.h"
#include "tools/mlm/masking.h"

enum { CLS = 1, SEP = 2, MASK = 3, FIRST_WORD = 10, VOCABULARY = 1000, TOKENS = 600 };

struct fixture {
    struct shard_tokens shard;
    struct example_options options;
    struct python_random random;
    struct masking masking;
};

/* A shard of one sentence; its ids are FIRST_WORD + index % 500 but for those in `specials`. */
static void set_up(struct fixture *fixture, const uint32_t *specials, uint32_t special_count) {
    struct ids_columns columns = {0};
    struct error error;
    ids_push(&columns.documents, 1);
    ids_push(&columns.lengths, TOKENS);
    for (uint32_t i = 0; i < TOKENS; i++) {
        uint32_t id = FIRST_WORD + i % 500;
        for (uint32_t j = 0; j < special_count; j++)
            id = specials[j] == i ? (j % 2 == 0 ? CLS : SEP) : id;
        ids_push(&columns.ids, id);
    }
    shard_tokens_init(&fixture->shard, VOCABULARY);
    ids_columns_to_shard(&columns, &fixture->shard, 0, UINT32_MAX);
    ids_columns_release(&columns);
    example_options_init(&fixture->options);
    fixture->options.vocabulary_size = VOCABULARY;
    fixture->options.replacement_count = VOCABULARY;
    fixture->options.cls_id = CLS;
    fixture->options.sep_id = SEP;
    fixture->options.mask_id = MASK;
    fixture->options.max_seq_length = 512;
    fixture->options.max_predictions_per_seq = 512;
    python_random_init(&fixture->random, &fixture->options.seed);
    ids_require(masking_init(&fixture->masking, &fixture->shard, &fixture->options, &error),
                &error);
}

/* Prepares again, for options that have changed. */
static void restart(struct fixture *fixture) {
    struct error error;
    masking_release(&fixture->masking);
    ids_require(masking_init(&fixture->masking, &fixture->shard, &fixture->options, &error),
                &error);
}

static void tear_down(struct fixture *fixture) {
    masking_release(&fixture->masking);
    shard_tokens_release(&fixture->shard);
}

/* The token of the shard at a position, or CLS for the row's own [CLS] and [SEP]s. */
static uint32_t original_at(const struct fixture *fixture, const struct sentence_pair *pair,
                            uint32_t position) {
    uint32_t second = pair->first_length + 2;
    if (position >= 1 && position <= pair->first_length)
        return shard_tokens_id(&fixture->shard, pair->first_start + position - 1);
    if (position >= second && position < second + pair->second_length)
        return shard_tokens_id(&fixture->shard, pair->second_start + position - second);
    return CLS;
}

static bool is_predicted(const struct masking *masking, uint32_t position) {
    for (uint32_t i = 0; i < masking->count; i++) {
        if (masking->positions[i] == position)
            return true;
    }
    return false;
}

static void check_choice(const struct fixture *fixture, const struct sentence_pair *pair,
                         uint32_t expected) {
    const struct masking *masking = &fixture->masking;
    bool seen[EXAMPLE_LENGTH_MAX] = {false};
    assert_int_equal(masking->count, expected);
    for (uint32_t i = 0; i < masking->count; i++) {
        uint32_t id = original_at(fixture, pair, masking->positions[i]);
        assert_false(seen[masking->positions[i]]);
        assert_true(id != CLS && id != SEP);
        seen[masking->positions[i]] = true;
    }
    for (uint32_t i = 0; i < masking->random_count; i++) {
        assert_true(masking->random[i].id < VOCABULARY);
        assert_true(is_predicted(masking, masking->random[i].position));
    }
    for (uint32_t i = 0; i < masking->kept_count; i++)
        assert_true(is_predicted(masking, masking->kept[i]));
}

/* Python's round(): 0.15 of 10, 30, 50, 70 ... tokens has halves, which go to even there. */
static void test_counts(void **state) {
    (void)state;
    struct example_options options;
    example_options_init(&options);
    unsigned unlike_c = 0;
    for (uint32_t length = 5; length <= 512; length++) {
        double exact = length * 0.15;
        uint32_t count = example_options_predictions(&options, length);
        assert_true(fabs(count - exact) <= 0.5 || count == 1);
        unlike_c += count != (exact < 1 ? 1 : (uint32_t)round(exact));
    }
    assert_int_equal(unlike_c, 13);
    assert_int_equal(example_options_predictions(&options, 30), 4);
    assert_int_equal(example_options_predictions(&options, 50), 8);
    assert_int_equal(example_options_predictions(&options, 128), 19);
    assert_int_equal(example_options_predictions(&options, 512), 77);
    options.masked_lm_prob = 0;
    assert_int_equal(example_options_predictions(&options, 512), 1);
    options.masked_lm_prob = 1;
    assert_int_equal(example_options_predictions(&options, 65535), 65535);
}

static void test_choice(void **state) {
    (void)state;
    struct fixture fixture;
    set_up(&fixture, NULL, 0);
    for (uint32_t first = 1; first < 120; first += 7) {
        for (uint32_t second = 1; second < 120; second += 5) {
            struct sentence_pair pair = {first, first, 2 * second, second, false, 0, NULL};
            uint32_t expected = example_options_predictions(&fixture.options, first + second + 3);
            masking_choose(&fixture.masking, &fixture.random, &pair);
            check_choice(&fixture, &pair, expected);
        }
    }
    tear_down(&fixture);
}

static void test_limits(void **state) {
    (void)state;
    struct fixture fixture;
    struct sentence_pair pair = {0, 60, 300, 65, false, 0, NULL};
    set_up(&fixture, NULL, 0);
    fixture.options.max_predictions_per_seq = 5;
    restart(&fixture);
    masking_choose(&fixture.masking, &fixture.random, &pair);
    check_choice(&fixture, &pair, 5);
    fixture.options.max_predictions_per_seq = 0;
    restart(&fixture);
    masking_choose(&fixture.masking, &fixture.random, &pair);
    check_choice(&fixture, &pair, 0);
    /* All of them: there are three fewer candidates than tokens. */
    fixture.options.max_predictions_per_seq = 512;
    fixture.options.masked_lm_prob = 1;
    restart(&fixture);
    masking_choose(&fixture.masking, &fixture.random, &pair);
    check_choice(&fixture, &pair, 125);
    tear_down(&fixture);
}

/* [CLS] and [SEP] that stood in the text are no candidates. */
static void test_specials_in_text(void **state) {
    (void)state;
    static const uint32_t SPECIALS[] = {0, 3, 4, 9, 302, 364};
    struct fixture fixture;
    struct sentence_pair pair = {0, 60, 300, 65, false, 0, NULL};
    struct sentence_pair nothing_but_specials = {3, 2, 302, 1, false, 0, NULL};
    set_up(&fixture, SPECIALS, sizeof SPECIALS / sizeof *SPECIALS);
    fixture.options.masked_lm_prob = 1;
    restart(&fixture);
    masking_choose(&fixture.masking, &fixture.random, &pair);
    check_choice(&fixture, &pair, 125 - 6);
    masking_choose(&fixture.masking, &fixture.random, &nothing_but_specials);
    check_choice(&fixture, &nothing_but_specials, 0);
    tear_down(&fixture);
}

/* 80 %, 10 %, 10 %; random tokens from the list that was given. */
static void test_replacements(void **state) {
    (void)state;
    static const uint32_t LIST[] = {700, 701, 702, 703};
    struct fixture fixture;
    struct sentence_pair pair = {0, 200, 300, 200, false, 0, NULL};
    unsigned masked = 0, kept = 0, random = 0;
    set_up(&fixture, NULL, 0);
    fixture.options.replacements = LIST;
    fixture.options.replacement_count = 4;
    for (int row = 0; row < 500; row++) {
        masking_choose(&fixture.masking, &fixture.random, &pair);
        kept += fixture.masking.kept_count;
        random += fixture.masking.random_count;
        masked += fixture.masking.count - fixture.masking.kept_count - fixture.masking.random_count;
        for (uint32_t i = 0; i < fixture.masking.random_count; i++)
            assert_in_range(fixture.masking.random[i].id, 700, 703);
    }
    unsigned all = masked + kept + random;
    assert_int_equal(all, 500 * 60);
    assert_in_range(masked, all * 79 / 100, all * 81 / 100);
    assert_in_range(kept, all * 9 / 100, all * 11 / 100);
    assert_in_range(random, all * 9 / 100, all * 11 / 100);
    tear_down(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),       cmocka_unit_test(test_choice),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_specials_in_text),
        cmocka_unit_test(test_replacements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
