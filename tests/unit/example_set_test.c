/*
 * example_set: rows as they were added, and how little memory they take.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "tests/unit/ids_shard.h"
#include "tests/unit/one_example.h"
#include "tools/mlm/example_builder.h"

static void set_options(struct example_options *options, uint32_t vocabulary_size) {
    example_options_init(options);
    options->vocabulary_size = vocabulary_size;
    options->replacement_count = vocabulary_size;
    options->cls_id = 1;
    options->sep_id = 2;
    options->mask_id = 3;
}

/* Documents of `sentences` sentences of 15 to 35 tokens, about as in English text. */
static void fill(struct shard_tokens *shard, uint32_t vocabulary_size, uint32_t tokens,
                 uint32_t sentences) {
    struct ids_columns columns = {0};
    for (uint32_t made = 0, number = 0; made < tokens;) {
        for (uint32_t i = 0; i < sentences; i++, number++) {
            uint32_t length = 15 + number * 7 % 21;
            ids_push(&columns.lengths, length);
            for (uint32_t j = 0; j < length; j++, made++)
                ids_push(&columns.ids, 4 + made * 31 % (vocabulary_size - 4));
        }
        ids_push(&columns.documents, sentences);
    }
    shard_tokens_init(shard, vocabulary_size);
    ids_columns_to_shard(&columns, shard, 0, UINT32_MAX);
    ids_columns_release(&columns);
}

/* What stands at a predicted position: the label when it is kept, a random id, or [MASK]. */
static uint32_t replaced(const struct masking *masking, uint32_t position, uint32_t label) {
    for (uint32_t i = 0; i < masking->kept_count; i++) {
        if (masking->kept[i] == position)
            return label;
    }
    for (uint32_t i = 0; i < masking->random_count; i++) {
        if (masking->random[i].position == position)
            return masking->random[i].id;
    }
    return 3;
}

/* The row at `index` is [CLS] A [SEP] B [SEP] of this pair, with the masking last chosen. */
static void check_row(const struct example_set *set, uint32_t index,
                      const struct sentence_pair *pair, const struct masking *masking) {
    uint32_t ids[512], labels[512];
    uint16_t positions[512];
    bool predicted[512] = {false};
    struct example example = {.ids = ids, .labels = labels, .positions = positions};
    one_example_get(set, &example, index);
    assert_int_equal(example.length, pair->first_length + pair->second_length + 3);
    assert_int_equal(example.first_length, pair->first_length + 2);
    assert_int_equal(example.next_label, pair->is_random_next);
    assert_int_equal(example.prediction_count, masking->count);
    for (uint32_t i = 0; i < masking->count; i++)
        predicted[masking->positions[i]] = true;
    for (uint32_t i = 0; i < masking->count; i++) {
        assert_true(predicted[positions[i]]);
        assert_true(i == 0 || positions[i] > positions[i - 1]);
        assert_int_equal(ids[positions[i]], replaced(masking, positions[i], labels[i]));
        ids[positions[i]] = labels[i];
    }
    assert_int_equal(ids[0], 1);
    assert_int_equal(ids[pair->first_length + 1], 2);
    assert_int_equal(ids[example.length - 1], 2);
    for (uint32_t i = 0; i < pair->first_length; i++)
        assert_int_equal(ids[1 + i], shard_tokens_id(set->shard, pair->first_start + i));
    for (uint32_t i = 0; i < pair->second_length; i++)
        assert_int_equal(ids[pair->first_length + 2 + i],
                         shard_tokens_id(set->shard, pair->second_start + i));
}

/* All widths of ids and positions: what is read out is what was added. */
static void test_rows(void **state) {
    (void)state;
    static const uint32_t LENGTHS[] = {128, 256, 257, 512};
    static const uint32_t VOCABULARIES[] = {100, 65535, 65536, 200000};
    for (int i = 0; i < 4; i++) {
        struct shard_tokens shard;
        struct example_options options;
        struct python_random random;
        struct masking masking;
        struct example_set set;
        struct error error;
        fill(&shard, VOCABULARIES[i], 5000, 10);
        set_options(&options, VOCABULARIES[i]);
        options.max_seq_length = LENGTHS[i];
        options.max_predictions_per_seq = 80;
        python_random_init(&random, &options.seed);
        ids_require(masking_init(&masking, &shard, &options, &error), &error);
        example_set_init(&set);
        example_set_start(&set, &shard, &options);
        for (uint32_t row = 0; row < 20; row++) {
            struct sentence_pair pair = {row, LENGTHS[i] - 60 - row, 500 + row, 57, row % 2 != 0, 0,
                                         NULL};
            masking_choose(&masking, &random, &pair);
            ids_require(example_set_add(&set, &pair, &masking, &error), &error);
            check_row(&set, row, &pair, &masking);
        }
        assert_int_equal(set.count, 20);
        example_set_release(&set);
        masking_release(&masking);
        shard_tokens_release(&shard);
    }
}

static void check_memory(uint32_t sentences, uint32_t length, uint32_t predictions,
                         size_t bytes_a_token) {
    enum { TOKENS = 600000 };
    struct shard_tokens shard;
    struct example_options options;
    struct example_set set;
    struct error error;
    fill(&shard, 30522, TOKENS, sentences);
    set_options(&options, 30522);
    options.max_seq_length = length;
    options.max_predictions_per_seq = predictions;
    example_set_init(&set);
    ids_require(example_builder_run(&set, &shard, &options, &error), &error);
    size_t memory = shard_tokens_memory(&shard) + example_set_memory(&set);
    print_message("# %u sentences a document, length %u: %.2f bytes a token\n", sentences, length,
                  (double)memory / shard.token_count);
    assert_in_range(memory / shard.token_count, 2, bytes_a_token);
    example_set_release(&set);
    shard_tokens_release(&shard);
}

/* The shard with its examples, at dupe factor 5. */
static void test_memory(void **state) {
    (void)state;
    check_memory(150, 128, 20, 5);
    check_memory(150, 512, 80, 5);
    check_memory(3, 128, 20, 9);
    check_memory(3, 512, 80, 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
