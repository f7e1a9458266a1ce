/*
 * shard_tokens: the same shard however it is cut into pieces; contradictions refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tools/mlm/shard_tokens.h"

/* Three documents of sentences of 3, 1 | 2 | 4, 1, 5 tokens; ids are 1, 2, 3, ... */
static const uint32_t SENTENCES[] = {2, 1, 3};
static const uint32_t LENGTHS[] = {3, 1, 2, 4, 1, 5};
enum { DOCUMENTS = 3, ALL_SENTENCES = 6, TOKENS = 16 };

static void check_whole(struct shard_tokens *shard) {
    struct error error;
    static const uint32_t SENTENCE_STARTS[] = {0, 3, 4, 6, 10, 11, 16};
    static const uint32_t DOCUMENT_STARTS[] = {0, 2, 3, 6};
    assert_int_equal(shard_tokens_finish(shard, &error), STATUS_OK);
    assert_int_equal(shard->token_count, TOKENS);
    assert_int_equal(shard->sentence_count, ALL_SENTENCES);
    assert_int_equal(shard->document_count, DOCUMENTS);
    assert_memory_equal(shard->sentence_starts, SENTENCE_STARTS, sizeof SENTENCE_STARTS);
    assert_memory_equal(shard->document_starts, DOCUMENT_STARTS, sizeof DOCUMENT_STARTS);
    for (uint32_t i = 0; i < TOKENS; i++)
        assert_int_equal(shard_tokens_id(shard, i), i + 1);
    assert_true(shard_tokens_contain(shard, 1));
    assert_true(shard_tokens_contain(shard, TOKENS));
    assert_false(shard_tokens_contain(shard, TOKENS + 1));
}

static void append(struct shard_tokens *shard, const struct token_columns *columns) {
    struct error error;
    assert_int_equal(shard_tokens_append(shard, columns, &error), STATUS_OK);
}

/* Appends tokens first up to end of the shard above as one piece. */
static void append_range(struct shard_tokens *shard, uint32_t first, uint32_t end, bool narrow) {
    uint32_t documents[DOCUMENTS], lengths[ALL_SENTENCES], wide[TOKENS];
    uint16_t narrow_ids[TOKENS];
    struct token_columns columns = {.document_sentences = documents, .sentence_lengths = lengths};
    uint32_t token = 0, sentence = 0;
    for (uint32_t i = 0; i < DOCUMENTS; i++) {
        uint32_t sentences = 0;
        for (uint32_t j = 0; j < SENTENCES[i]; j++, sentence++) {
            uint32_t length = 0;
            for (uint32_t k = 0; k < LENGTHS[sentence]; k++, token++) {
                if (token < first || token >= end)
                    continue;
                if (token == first) {
                    columns.first_sentence_continues = k > 0;
                    columns.first_document_continues = j > 0 || k > 0;
                }
                wide[columns.token_count] = token + 1;
                narrow_ids[columns.token_count++] = (uint16_t)(token + 1);
                length++;
            }
            if (length > 0) {
                lengths[columns.sentence_count++] = length;
                sentences++;
            }
        }
        if (sentences > 0)
            documents[columns.document_count++] = sentences;
    }
    columns.wide_ids = narrow ? NULL : wide;
    columns.narrow_ids = narrow ? narrow_ids : NULL;
    append(shard, &columns);
}

/* Two cuts at every pair of places, in all combinations of 16- and 32-bit ids. */
static void test_every_cut(void **state) {
    (void)state;
    for (int widths = 0; widths < 4; widths++) {
        bool narrow = widths & 1;
        struct shard_tokens shard;
        shard_tokens_init(&shard, widths & 2 ? 65536 : 65537);
        assert_int_equal(shard_tokens_id_size(&shard), widths & 2 ? 2 : 4);
        for (uint32_t first = 0; first <= TOKENS; first++) {
            for (uint32_t second = first; second <= TOKENS; second++) {
                shard_tokens_clear(&shard);
                append_range(&shard, 0, first, narrow);
                append_range(&shard, first, second, !narrow);
                append_range(&shard, second, TOKENS, narrow);
                check_whole(&shard);
            }
        }
        shard_tokens_release(&shard);
    }
}

static void test_empty_parts_are_dropped(void **state) {
    (void)state;
    static const uint32_t FIRST_SENTENCES[] = {0, 3, 1};
    static const uint32_t FIRST_LENGTHS[] = {0, 3, 1, 0};
    static const uint32_t SECOND_SENTENCES[] = {2, 0, 5, 1, 0};
    static const uint32_t SECOND_LENGTHS[] = {0, 2, 4, 0, 1, 0, 5, 0};
    uint32_t ids[TOKENS];
    for (uint32_t i = 0; i < TOKENS; i++)
        ids[i] = i + 1;
    struct token_columns columns = {
        .document_count = 3,
        .document_sentences = FIRST_SENTENCES,
        .sentence_count = 4,
        .sentence_lengths = FIRST_LENGTHS,
        .token_count = 4,
        .wide_ids = ids,
    };
    struct shard_tokens shard;
    shard_tokens_init(&shard, 100);
    append(&shard, &columns);
    columns = (struct token_columns){
        .first_document_continues = true,
        .first_sentence_continues = true,
        .document_count = 5,
        .document_sentences = SECOND_SENTENCES,
        .sentence_count = 8,
        .sentence_lengths = SECOND_LENGTHS,
        .token_count = 12,
        .wide_ids = ids + 4,
    };
    append(&shard, &columns);
    check_whole(&shard);
    shard_tokens_release(&shard);
}

static void test_nothing(void **state) {
    (void)state;
    static const struct token_columns NOTHING = {0};
    static const uint32_t ZERO = 0;
    struct token_columns empty_document = {.document_count = 1, .document_sentences = &ZERO};
    struct error error;
    struct shard_tokens shard;
    shard_tokens_init(&shard, 100);
    append(&shard, &NOTHING);
    append(&shard, &empty_document);
    assert_int_equal(shard_tokens_finish(&shard, &error), STATUS_OK);
    assert_int_equal(shard.document_count, 0);
    assert_int_equal(shard.sentence_count, 0);
    assert_int_equal(shard.document_starts[0], 0);
    assert_int_equal(shard.sentence_starts[0], 0);
    shard_tokens_release(&shard);
}

static void refuse(const struct shard_tokens *shard, const struct token_columns *columns,
                   enum status status, const char *words) {
    struct error error;
    struct shard_tokens copy = *shard;
    assert_int_equal(shard_tokens_append(&copy, columns, &error), status);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' is not in '%s'", words, error.message);
    assert_memory_equal(&copy, shard, sizeof copy);
}

static void test_contradictions(void **state) {
    (void)state;
    static const uint32_t IDS[TOKENS] = {9, 8, 7, 6};
    struct token_columns good = {
        .document_count = DOCUMENTS,
        .document_sentences = SENTENCES,
        .sentence_count = ALL_SENTENCES,
        .sentence_lengths = LENGTHS,
        .token_count = TOKENS,
        .wide_ids = IDS,
    };
    struct token_columns bad = good;
    struct shard_tokens shard;
    shard_tokens_init(&shard, 10);
    bad.first_document_continues = true;
    refuse(&shard, &bad, STATUS_CORRUPT, "document that never began");
    append(&shard, &good);
    bad.document_count = 0;
    bad.sentence_count = 0;
    bad.token_count = 0;
    refuse(&shard, &bad, STATUS_CORRUPT, "document that never began");
    bad = good;
    bad.first_sentence_continues = true;
    refuse(&shard, &bad, STATUS_CORRUPT, "sentence that never began");
    bad = good;
    bad.document_count--;
    refuse(&shard, &bad, STATUS_CORRUPT, "have 3 sentences, the block has 6");
    bad = good;
    bad.token_count--;
    refuse(&shard, &bad, STATUS_CORRUPT, "have 16 tokens, the block has 15");
    shard.vocabulary_size = 9;
    refuse(&shard, &good, STATUS_CORRUPT, "token id 9 is not in the vocabulary of 9");
    shard.vocabulary_size = 10;
    /* As if it were full but for 15 tokens; the arrays are not looked at before that is refused. */
    struct shard_tokens full = shard;
    full.token_count = UINT32_MAX - TOKENS + 1;
    refuse(&full, &good, STATUS_FAILED, "make smaller shards");
    shard_tokens_release(&shard);
}

static void test_memory(void **state) {
    (void)state;
    struct shard_tokens shard;
    shard_tokens_init(&shard, 30522);
    assert_int_equal(shard_tokens_memory(&shard), 0);
    for (int i = 0; i < 100000; i++)
        append_range(&shard, 0, TOKENS, true);
    struct error error;
    assert_int_equal(shard_tokens_finish(&shard, &error), STATUS_OK);
    /* 2 bytes an id and 4 a border. */
    size_t needed = shard.token_count * 2UL + (shard.sentence_count + shard.document_count) * 4UL;
    assert_int_equal(shard_tokens_memory(&shard), needed);
    shard_tokens_clear(&shard);
    assert_int_equal(shard_tokens_memory(&shard), 0);
    append_range(&shard, 0, TOKENS, true);
    check_whole(&shard);
    shard_tokens_release(&shard);
    assert_int_equal(shard_tokens_memory(&shard), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cut), cmocka_unit_test(test_empty_parts_are_dropped),
        cmocka_unit_test(test_nothing),   cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
