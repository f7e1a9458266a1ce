/* bert_tokenizer: options, lines in pieces, blank lines, tokenizers side by side. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "tests/unit/tokenizer_sample.h"

#define IDS(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4

/* Tokenizes a line in pieces of every size; each must give these ids. */
static void expect(struct bert_tokenizer *tokenizer, const char *line, const uint32_t *ids,
                   size_t count) {
    struct error error;
    struct view bytes = view_of_string(line);
    for (size_t piece = 1; piece <= bytes.size; piece++) {
        struct token_batch batch;
        token_batch_init(&batch);
        bert_tokenizer_begin_line(tokenizer);
        for (size_t at = 0; at < bytes.size; at += piece) {
            size_t size = bytes.size - at < piece ? bytes.size - at : piece;
            sample_require(bert_tokenizer_feed(tokenizer, (struct view){bytes.data + at, size},
                                               &batch, &error),
                           &error);
        }
        sample_require(bert_tokenizer_end_line(tokenizer, &batch, &error), &error);
        assert_int_equal(bert_tokenizer_line(tokenizer)->bytes, bytes.size);
        if (batch.id_count != count || memcmp(batch.ids, ids, count * sizeof *ids) != 0)
            fail_msg("'%s' in pieces of %zu bytes: wrong ids", line, piece);
        token_batch_release(&batch);
    }
}

static struct bert_tokenizer *with_options(const struct vocabulary *vocabulary,
                                           struct bert_tokenizer_options options) {
    struct error error;
    struct bert_tokenizer *tokenizer;
    sample_require(bert_tokenizer_new(&tokenizer, vocabulary, &options, &error), &error);
    assert_ptr_equal(bert_tokenizer_vocabulary(tokenizer), vocabulary);
    assert_memory_equal(bert_tokenizer_options(tokenizer), &options, sizeof options.lower_case);
    return tokenizer;
}

static void literals_are_special_tokens_or_text(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary("[\n]\nmask\nMASK\na\n");
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    struct bert_tokenizer *real = with_options(vocabulary, options);
    options.special_literals = false;
    struct bert_tokenizer *text = with_options(vocabulary, options);
    options.lower_case = false;
    options.strip_accents = false;
    struct bert_tokenizer *cased = with_options(vocabulary, options);
    for (int twice = 0; twice < 2; twice++) {
        expect(real, "a [MASK] [PAD]", IDS(9, 4, 0));
        expect(real, "[mask] [MASK]a a[MASK] [MASK", IDS(5, 7, 6, 5, 7, 6, 9, 9, 5, 7, 6, 5, 7));
        expect(real, "[MA\xE2\x80\x8BSK]", IDS(4)); /* a zero-width space is dropped before */
        expect(text, "a [MASK]", IDS(9, 5, 7, 6));
        expect(cased, "a [MASK] [mask]", IDS(9, 5, 8, 6, 5, 7, 6));
    }
    bert_tokenizer_free(real);
    bert_tokenizer_free(text);
    bert_tokenizer_free(cased);
    vocabulary_free(vocabulary);
}

static void the_longest_word_is_an_option(void **state) {
    (void)state;
    struct error error;
    struct vocabulary *vocabulary = sample_small_vocabulary("a\n##a\n,\n\xC3\xA9\n##\xC3\xA9\n");
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    struct bert_tokenizer *refused;
    options.max_characters_per_word = 3;
    struct bert_tokenizer *three = with_options(vocabulary, options);
    options.lower_case = false;
    options.strip_accents = false;
    struct bert_tokenizer *cased = with_options(vocabulary, options);
    for (int twice = 0; twice < 2; twice++) {
        expect(three, "aaa aaaa aaa,aaaa,a", IDS(5, 6, 6, 1, 5, 6, 6, 7, 1, 7, 5));
        expect(three,
               "a\xCC\x81"
               "a\xCC\x81"
               "a\xCC\x81 \xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9",
               IDS(5, 6, 6, 1));
        expect(cased, "\xC3\xA9\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", IDS(8, 9, 9, 1));
    }
    options.max_characters_per_word = 0;
    assert_int_equal(bert_tokenizer_new(&refused, vocabulary, &options, &error), STATUS_USAGE);
    options.max_characters_per_word = BERT_TOKENIZER_LONGEST_WORD + 1;
    assert_int_equal(bert_tokenizer_new(&refused, vocabulary, &options, &error), STATUS_USAGE);
    options.max_characters_per_word = BERT_TOKENIZER_LONGEST_WORD;
    bert_tokenizer_free(with_options(vocabulary, options));
    bert_tokenizer_free(three);
    bert_tokenizer_free(cased);
    vocabulary_free(vocabulary);
}

static void a_sigma_waits_for_what_decides_it(void **state) {
    (void)state;
    /* Alpha, final and medial sigma after alpha, apostrophe. */
    struct vocabulary *vocabulary =
        sample_small_vocabulary("\xCE\xB1\n##\xCF\x82\n##\xCF\x83\n'\n\xCF\x83\n\xCF\x82\n");
    struct bert_tokenizer *tokenizer = sample_tokenizer(vocabulary, true);
    for (int twice = 0; twice < 2; twice++) {
        expect(tokenizer, "\xCE\x91\xCE\xA3", IDS(5, 6));
        expect(tokenizer, "\xCE\x91\xCE\xA3'\xCE\x91", IDS(5, 7, 8, 5));
        expect(tokenizer, "\xCE\x91\xCE\xA3' \xCE\x91", IDS(5, 6, 8, 5));
        expect(tokenizer, "\xCE\x91'\xCE\xA3'", IDS(5, 8, 10, 8));
        expect(tokenizer, "\xCE\xA3", IDS(9));
    }
    bert_tokenizer_free(tokenizer);
    vocabulary_free(vocabulary);
}

static bool is_blank(struct bert_tokenizer *tokenizer, const char *line) {
    struct error error;
    struct token_batch batch;
    token_batch_init(&batch);
    bert_tokenizer_begin_line(tokenizer);
    sample_require(bert_tokenizer_feed(tokenizer, view_of_string(line), &batch, &error), &error);
    sample_require(bert_tokenizer_end_line(tokenizer, &batch, &error), &error);
    token_batch_release(&batch);
    return bert_tokenizer_line(tokenizer)->blank;
}

static void only_white_space_is_blank(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary("a\n");
    struct bert_tokenizer *tokenizer = sample_tokenizer(vocabulary, true);
    for (int twice = 0; twice < 2; twice++) {
        assert_true(is_blank(tokenizer, ""));
        assert_true(is_blank(tokenizer, " \t"));
        assert_true(is_blank(tokenizer, "\x1C\x0C\xC2\x85\xC2\xA0\xE3\x80\x80"));
        assert_false(is_blank(tokenizer, "\xE2\x80\x8B"));
        assert_false(is_blank(tokenizer, "\xEF\xBF\xBD"));
        assert_false(is_blank(tokenizer, "\xFF"));
        assert_false(is_blank(tokenizer, "\x01"));
        assert_false(is_blank(tokenizer, "a"));
    }
    bert_tokenizer_free(tokenizer);
    vocabulary_free(vocabulary);
}

static void tokenizers_share_a_vocabulary(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary("a\nA\n");
    struct bert_tokenizer *uncased = sample_tokenizer(vocabulary, true);
    struct bert_tokenizer *cased = sample_tokenizer(vocabulary, false);
    expect(uncased, "a A", IDS(5, 5));
    expect(cased, "a A", IDS(5, 6));
    bert_tokenizer_free(uncased);
    expect(cased, "a A", IDS(5, 6));
    bert_tokenizer_free(cased);
    vocabulary_free(vocabulary);
}

struct reader {
    const struct vocabulary *vocabulary;
    const struct buffer *text;
    struct sample_ids ids;
};

static void *read_text(void *argument) {
    struct reader *reader = argument;
    struct error error;
    struct bert_tokenizer *bert = sample_tokenizer(reader->vocabulary, true);
    struct document_tokenizer tokenizer;
    document_tokenizer_init(&tokenizer, bert, true);
    sample_require(
        sample_tokenize(&tokenizer, &reader->ids, buffer_view(reader->text), 5000, &error), &error);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    return NULL;
}

static void threads_share_a_vocabulary(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_vocabulary(SAMPLE "vocab.txt");
    struct buffer text = BUFFER_INIT;
    struct buffer expected = BUFFER_INIT;
    struct reader readers[3];
    pthread_t threads[3];
    assert_true(sample_read(&text, SAMPLE "sample.txt"));
    assert_true(sample_read(&expected, SAMPLE "golden/tok/sample.uncased.ids"));
    for (size_t i = 0; i < 3; i++) {
        readers[i] = (struct reader){.vocabulary = vocabulary, .text = &text};
        assert_int_equal(pthread_create(&threads[i], NULL, read_text, &readers[i]), 0);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(readers[i].ids.text.size, expected.size);
        assert_memory_equal(readers[i].ids.text.data, expected.data, expected.size);
        sample_ids_release(&readers[i].ids);
    }
    buffer_release(&text);
    buffer_release(&expected);
    vocabulary_free(vocabulary);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_are_special_tokens_or_text),
        cmocka_unit_test(the_longest_word_is_an_option),
        cmocka_unit_test(a_sigma_waits_for_what_decides_it),
        cmocka_unit_test(only_white_space_is_blank),
        cmocka_unit_test(tokenizers_share_a_vocabulary),
        cmocka_unit_test(threads_share_a_vocabulary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
