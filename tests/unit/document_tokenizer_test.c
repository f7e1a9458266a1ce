/* document_tokenizer: lines, documents, batches, malformed UTF-8 and the CANCEL line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/tokenizer_sample.h"

static struct vocabulary *vocabulary;
static struct bert_tokenizer *bert;

static int set_up(void **state) {
    (void)state;
    vocabulary = sample_small_vocabulary("a\nb\n##b\nc\n,\n");
    bert = sample_tokenizer(vocabulary, true);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    bert_tokenizer_free(bert);
    vocabulary_free(vocabulary);
    return 0;
}

static void documents_end_where_the_input_says(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t documents;
        struct token_batch_document expected[4];
        uint64_t lines;
    } CASES[] = {
        {"a b\nc\n\nb\n", 2, {{2, 6}, {1, 9}}, 4},
        {"a b\r\nc\r\n\r\nb\r\n", 2, {{2, 8}, {1, 13}}, 4},
        {"a\r\rb", 2, {{1, 2}, {1, 4}}, 3},
        {"\n\n a\n\xE2\x80\x8B\n\n\n\n", 1, {{1, 9}}, 7},
        {"a\n\xC2\xA0\x0B\n\x01\n\nb", 2, {{1, 2}, {1, 10}}, 5},
        {"\x01\n\n\x02", 0, {{0, 0}}, 3},
        {"", 0, {{0, 0}}, 0},
        {"a\r\n \r\n", 1, {{1, 3}}, 2},
        {"a\n\rb", 2, {{1, 2}, {1, 4}}, 3},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct error error;
        struct document_tokenizer tokenizer;
        struct token_batch batch;
        struct view text = view_of_string(CASES[i].text);
        document_tokenizer_init(&tokenizer, bert, true);
        for (size_t piece = 1; piece <= text.size + 1; piece++) {
            token_batch_init(&batch);
            document_tokenizer_begin(&tokenizer, "text");
            for (size_t at = 0; at < text.size; at += piece) {
                size_t size = text.size - at < piece ? text.size - at : piece;
                sample_require(document_tokenizer_feed(
                                   &tokenizer, (struct view){text.data + at, size}, &batch, &error),
                               &error);
            }
            sample_require(document_tokenizer_end_of_file(&tokenizer, &batch, &error), &error);
            assert_int_equal(batch.document_count, CASES[i].documents);
            for (size_t j = 0; j < batch.document_count; j++) {
                assert_int_equal(batch.documents[j].sentences, CASES[i].expected[j].sentences);
                assert_int_equal(batch.documents[j].input_end, CASES[i].expected[j].input_end);
            }
            assert_false(batch.last_document_open || batch.last_sentence_open);
            assert_int_equal(tokenizer.counts.lines, CASES[i].lines);
            assert_int_equal(tokenizer.counts.bytes, text.size);
            assert_int_equal(tokenizer.counts.documents, CASES[i].documents);
            assert_int_equal(tokenizer.counts.tokens, batch.id_count);
            token_batch_release(&batch);
        }
        document_tokenizer_release(&tokenizer);
    }
}

static void a_batch_tells_what_goes_on(void **state) {
    (void)state;
    struct error error;
    struct document_tokenizer tokenizer;
    struct token_batch batch;
    document_tokenizer_init(&tokenizer, bert, true);
    token_batch_init(&batch);
    document_tokenizer_begin(&tokenizer, "text");
#define FEED(text)                                                                                 \
    token_batch_clear(&batch);                                                                     \
    sample_require(document_tokenizer_feed(&tokenizer, view_of_string(text), &batch, &error),      \
                   &error)
    FEED("a b ");
    assert_int_equal(batch.sentence_lengths[0], 2);
    assert_true(batch.last_document_open && batch.last_sentence_open);
    assert_false(batch.first_document_continues || batch.first_sentence_continues);
    FEED("c\na\n");
    assert_int_equal(batch.sentence_count, 2);
    assert_true(batch.first_document_continues && batch.first_sentence_continues);
    assert_true(batch.last_document_open && !batch.last_sentence_open);
    FEED("b ");
    assert_true(batch.first_document_continues && !batch.first_sentence_continues);
    FEED("\n");
    assert_true(batch.first_document_continues && batch.first_sentence_continues);
    assert_int_equal(batch.sentence_lengths[0], 0);
    assert_true(batch.last_document_open && !batch.last_sentence_open);
    FEED("\n");
    assert_true(batch.first_document_continues && !batch.last_document_open);
    assert_int_equal(batch.documents[0].sentences, 0);
    assert_int_equal(batch.documents[0].input_end, 11);
    FEED("\n");
    assert_int_equal(batch.document_count, 0);
    FEED("a\n\nb\n\nc,");
    assert_int_equal(batch.document_count, 2);
    FEED("");
    sample_require(document_tokenizer_end_of_file(&tokenizer, &batch, &error), &error);
    assert_int_equal(batch.document_count, 1);
    assert_int_equal(batch.id_count, 2);
#undef FEED
    assert_int_equal(tokenizer.counts.documents, 4);
    assert_int_equal(tokenizer.counts.sentences, 6);
    token_batch_release(&batch);
    document_tokenizer_release(&tokenizer);
}

static void a_file_may_be_begun_in_its_midst(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t documents;
        struct token_batch_document expected[3];
        bool open;
    } CASES[] = {
        {"a\n", 1, {{1, 0}}, true},
        {"\n \na\n", 2, {{0, 0}, {1, 0}}, true},
        {"\n", 1, {{0, 0}}, false},
        {"\xE2\x80\x8B\n\nb\n\n", 2, {{0, 104}, {1, 107}}, false},
        {"a\nb\n\nb\n", 2, {{2, 104}, {1, 0}}, true},
        {"", 1, {{0, 0}}, true},
    };
    struct error error;
    struct document_tokenizer tokenizer;
    struct token_batch batch;
    document_tokenizer_init(&tokenizer, bert, true);
    token_batch_init(&batch);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        token_batch_clear(&batch);
        document_tokenizer_begin_inside(&tokenizer, "text", 7, 100);
        sample_require(
            document_tokenizer_feed(&tokenizer, view_of_string(CASES[i].text), &batch, &error),
            &error);
        assert_true(batch.first_document_continues && !batch.first_sentence_continues);
        assert_int_equal(batch.last_document_open, CASES[i].open);
        assert_int_equal(batch.document_count, CASES[i].documents);
        for (size_t j = 0; j < batch.document_count; j++) {
            assert_int_equal(batch.documents[j].sentences, CASES[i].expected[j].sentences);
            if (j + 1 < batch.document_count || !batch.last_document_open)
                assert_int_equal(batch.documents[j].input_end, CASES[i].expected[j].input_end);
        }
    }
    token_batch_clear(&batch);
    document_tokenizer_begin_inside(&tokenizer, "text", 7, 100);
    assert_int_equal(
        document_tokenizer_feed(&tokenizer, view_of_string("a\nb\xFF\n"), &batch, &error),
        STATUS_CORRUPT);
    assert_non_null(strstr(error.message, "in line 9, at byte 103;"));
    token_batch_release(&batch);
    document_tokenizer_release(&tokenizer);
}

static void malformed_sequences_are_dropped_and_told(void **state) {
    (void)state;
    static const char TEXT[] = "a\xFF"
                               "b a\n\xE2\x82\n\n\xF0\x9F\x98"
                               "b \xC3";
    static const char DROPPED[] = "ab a\n\xEF\xBF\xBD\n\nb \xEF\xBF\xBD";
    static const struct document_tokenizer_place PLACES[] = {{1, 1}, {2, 6}, {4, 10}, {4, 15}};
    struct error error;
    struct document_tokenizer tokenizer;
    struct sample_ids expected = {.begun = false};
    document_tokenizer_init(&tokenizer, bert, false);
    sample_require(sample_tokenize(&tokenizer, &expected, view_of_string(DROPPED), 100, &error),
                   &error);
    for (size_t piece = 1; piece <= sizeof TEXT; piece++) {
        struct sample_ids ids = {.begun = false};
        sample_require(sample_tokenize(&tokenizer, &ids, view_of_string(TEXT), piece, &error),
                       &error);
        assert_int_equal(ids.text.size, expected.text.size);
        assert_memory_equal(ids.text.data, expected.text.data, ids.text.size);
        assert_int_equal(tokenizer.counts.malformed, 4);
        assert_memory_equal(tokenizer.malformed, PLACES, sizeof PLACES);
        sample_ids_release(&ids);
    }
    sample_ids_release(&expected);
    document_tokenizer_release(&tokenizer);
    document_tokenizer_init(&tokenizer, bert, true);
    for (size_t piece = 1; piece <= sizeof TEXT; piece++) {
        struct sample_ids ids = {.begun = false};
        assert_int_equal(sample_tokenize(&tokenizer, &ids, view_of_string(TEXT + 6), piece, &error),
                         STATUS_CORRUPT);
        assert_non_null(
            strstr(error.message, "'sample' has malformed UTF-8 in line 1, at byte 0;"));
        sample_ids_release(&ids);
    }
    document_tokenizer_release(&tokenizer);
}

static void only_the_first_malformed_places_are_kept(void **state) {
    (void)state;
    struct error error;
    struct document_tokenizer tokenizer;
    struct sample_ids ids = {.begun = false};
    struct buffer text = BUFFER_INIT;
    document_tokenizer_init(&tokenizer, bert, false);
    for (int i = 0; i < 300; i++)
        sample_require(buffer_append(&text, "\xFF\xFF\xFF\xFF\xFF\n", 6, &error), &error);
    sample_require(sample_tokenize(&tokenizer, &ids, buffer_view(&text), 64, &error), &error);
    assert_int_equal(tokenizer.counts.malformed, 1500);
    for (uint64_t i = 0; i < DOCUMENT_TOKENIZER_MALFORMED_KEPT; i++) {
        assert_int_equal(tokenizer.malformed[i].line, 1 + i / 5);
        assert_int_equal(tokenizer.malformed[i].byte, i + i / 5);
    }
    buffer_release(&text);
    sample_ids_release(&ids);
    document_tokenizer_release(&tokenizer);
}

static void a_cancel_line_ends_everything(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *sentence;
        const char *ids;
    } CASES[] = {
        {"\x18wikiplain: disk full\n", "in line 1 that it is incomplete: wikiplain: disk full", ""},
        {"a\n\nb\n\x18"
         "broken\r\nc\n",
         "in line 4 that it is incomplete: broken", "5\n\n6\n"},
        {"a\n\x18"
         "cut",
         "in line 2 that it is incomplete: cut", "5\n"},
        {"a\r\x18\x1B[31m\xC2\x9B\xFFred\x7F\xC3\xA9\r", "incomplete: ?[31m??red?\xC3\xA9", "5\n"},
        {"a\n\x18", "in line 2 that it is incomplete: the tool before failed", "5\n"},
    };
    struct error error;
    struct document_tokenizer tokenizer;
    document_tokenizer_init(&tokenizer, bert, true);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct view text = view_of_string(CASES[i].text);
        for (size_t piece = 1; piece <= text.size; piece++) {
            struct sample_ids ids = {.begun = false};
            assert_int_equal(sample_tokenize(&tokenizer, &ids, text, piece, &error),
                             STATUS_UPSTREAM);
            if (strstr(error.message, CASES[i].sentence) == NULL)
                fail_msg("%s", error.message);
            assert_int_equal(ids.text.size, strlen(CASES[i].ids));
            assert_memory_equal(ids.text.data, CASES[i].ids, ids.text.size);
            sample_ids_release(&ids);
        }
    }
    /* Elsewhere it is a control character like others. */
    struct sample_ids ids = {.begun = false};
    sample_require(sample_tokenize(&tokenizer, &ids,
                                   view_of_string("a\x18"
                                                  "b \x18\n c\x18"),
                                   1, &error),
                   &error);
    assert_memory_equal(ids.text.data, "5 7\n8\n", 6);
    sample_ids_release(&ids);
    document_tokenizer_release(&tokenizer);
}

static void a_long_cancel_line_is_cut(void **state) {
    (void)state;
    struct error error;
    struct document_tokenizer tokenizer;
    struct sample_ids ids = {.begun = false};
    static unsigned char text[100000];
    document_tokenizer_init(&tokenizer, bert, true);
    memset(text, 'x', sizeof text);
    text[0] = 0x18;
    assert_int_equal(
        sample_tokenize(&tokenizer, &ids, (struct view){text, sizeof text}, 700, &error),
        STATUS_UPSTREAM);
    assert_true(strlen(error.message) < DOCUMENT_TOKENIZER_UPSTREAM_SIZE + 100);
    sample_ids_release(&ids);
    document_tokenizer_release(&tokenizer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_end_where_the_input_says),
        cmocka_unit_test(a_batch_tells_what_goes_on),
        cmocka_unit_test(a_file_may_be_begun_in_its_midst),
        cmocka_unit_test(malformed_sequences_are_dropped_and_told),
        cmocka_unit_test(only_the_first_malformed_places_are_kept),
        cmocka_unit_test(a_cancel_line_ends_everything),
        cmocka_unit_test(a_long_cancel_line_is_cut),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
