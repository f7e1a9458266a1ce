/*
 * sentence_packing: every token once and in order, full rows, borders where documents meet.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/ids_shard.h"
#include "tools/mlm/sentence_packing.h"

/* Documents of one to three sentences, lengths one after the other; 0 ends a document. */
static void set_up(struct shard_tokens *shard, const uint32_t *lengths, size_t count) {
    struct ids_columns columns = {0};
    uint32_t sentences = 0, token = 0;
    for (size_t i = 0; i < count; i++) {
        if (lengths[i] == 0) {
            ids_columns_end_document(&columns, &sentences);
            continue;
        }
        ids_push(&columns.lengths, lengths[i]);
        for (uint32_t j = 0; j < lengths[i]; j++)
            ids_push(&columns.ids, token++);
        sentences++;
    }
    shard_tokens_init(shard, 1000);
    ids_columns_to_shard(&columns, shard, 0, UINT32_MAX);
    ids_columns_release(&columns);
}

/* The rows as "start+length/border,border ". */
static void rows_are(const struct shard_tokens *shard, uint32_t length, bool within,
                     const char *expected) {
    struct example_options options;
    struct sentence_packing packing;
    struct sentence_pair row;
    struct buffer text = BUFFER_INIT;
    struct error error;
    example_options_init(&options);
    options.max_seq_length = length;
    options.pairs = EXAMPLE_PAIRS_NONE;
    options.within_documents = within;
    ids_require(sentence_packing_init(&packing, shard, &options, &error), &error);
    while (sentence_packing_next(&packing, &row)) {
        assert_int_equal(row.second_length, 0);
        assert_in_range(sentence_pair_length(&row), 3, length);
        ids_require(buffer_format(&text, &error, "%u+%u", row.first_start, row.first_length),
                    &error);
        for (uint32_t i = 0; i < row.border_count; i++)
            ids_require(buffer_format(&text, &error, "%c%u", i == 0 ? '/' : ',', row.borders[i]),
                        &error);
        ids_require(buffer_append(&text, " ", 1, &error), &error);
    }
    ids_require(buffer_append(&text, "", 1, &error), &error);
    assert_string_equal((const char *)text.data, expected);
    buffer_release(&text);
    sentence_packing_release(&packing);
}

static const uint32_t LENGTHS[] = {3, 4, 0, 2, 0, 1, 0, 25, 2, 0, 5, 5, 0};

static void test_rows(void **state) {
    (void)state;
    struct shard_tokens shard;
    set_up(&shard, LENGTHS, sizeof LENGTHS / sizeof *LENGTHS);
    /* Room for 10 tokens: 7, a border and 2; then the one of 1, alone before the long sentence. */
    rows_are(&shard, 12, false, "0+9/7 9+1 10+10 20+10 30+7 37+10 ");
    rows_are(&shard, 12, true, "0+7 7+2 9+1 10+10 20+10 30+7 37+10 ");
    /* All in one: 47 tokens and 4 borders. */
    rows_are(&shard, 53, false, "0+47/7,9,10,37 ");
    /* One less: the last sentence does not fit. */
    rows_are(&shard, 52, false, "0+42/7,9,10,37 42+5 ");
    rows_are(&shard, 512, true, "0+7 7+2 9+1 10+27 37+10 ");
    shard_tokens_release(&shard);
}

/* A border must leave room for the sentence behind it. */
static void test_no_border_at_the_end(void **state) {
    (void)state;
    static const uint32_t TIGHT[] = {4, 0, 1, 0, 3, 0};
    struct shard_tokens shard;
    set_up(&shard, TIGHT, sizeof TIGHT / sizeof *TIGHT);
    rows_are(&shard, 7, false, "0+4 4+4/1 ");
    rows_are(&shard, 8, false, "0+5/4 5+3 ");
    rows_are(&shard, 5, false, "0+3 3+2/1 5+3 ");
    shard_tokens_release(&shard);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_no_border_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
