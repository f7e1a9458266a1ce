/* mlmprep_tokenizer: places, options, errors, no vocabulary, no text, threads that share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>

#include "tokenizer/library/mlmprep_tokenizer.h"

static const char VOCABULARY[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##a\n##bc\ne\n\xC3\xA9\n,\n"
    "\xEA\xB0\x80\n[\n]\nmask\nA\n\xE1\x84\x80\n##\xE1\x85\xA1\na\n";
enum { UNK = 1, MASK = 4, A2 = 6, BC2, E, E_ACUTE, COMMA, GA, OPEN, CLOSE, M, CAPITAL, G, AH2, A };

static struct mlmprep_vocabulary *read_vocabulary(void) {
    struct mlmprep_vocabulary *vocabulary;
    struct mlmprep_error error;
    if (mlmprep_vocabulary_read(&vocabulary, VOCABULARY, sizeof VOCABULARY - 1, &error) !=
        MLMPREP_OK)
        fail_msg("%s", error.message);
    return vocabulary;
}

/* The text's pieces and ids are these. */
static void expect(const struct mlmprep_tokenizer_options *options, const char *text,
                   const struct mlmprep_piece *wanted, size_t wanted_count) {
    struct mlmprep_vocabulary *vocabulary = read_vocabulary();
    struct mlmprep_tokenizer *tokenizer;
    const struct mlmprep_piece *pieces;
    const uint32_t *ids;
    size_t count, id_count;
    size_t size = strlen(text);
    assert_int_equal(mlmprep_tokenizer_new(&tokenizer, vocabulary, options, NULL), MLMPREP_OK);
    for (int twice = 0; twice < 2; twice++) {
        assert_int_equal(mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, text, size, NULL),
                         MLMPREP_OK);
        assert_int_equal(mlmprep_tokenizer_ids(tokenizer, &ids, &id_count, text, size, NULL),
                         MLMPREP_OK);
        assert_int_equal(count, wanted_count);
        assert_int_equal(id_count, wanted_count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(pieces[i].id, wanted[i].id);
            assert_int_equal(pieces[i].begin, wanted[i].begin);
            assert_int_equal(pieces[i].end, wanted[i].end);
            assert_int_equal(ids[i], wanted[i].id);
        }
    }
    mlmprep_tokenizer_free(tokenizer);
    mlmprep_vocabulary_free(vocabulary);
}

#define PIECES(...)                                                                                \
    (const struct mlmprep_piece[]){__VA_ARGS__},                                                   \
        sizeof((const struct mlmprep_piece[]){__VA_ARGS__}) / sizeof(struct mlmprep_piece)

static void places_are_those_of_the_original_bytes(void **state) {
    (void)state;
    expect(NULL, "A,  abc", PIECES({A, 0, 1}, {COMMA, 1, 2}, {A, 4, 5}, {BC2, 5, 7}));
    /* A letter with its accent; an accent of its own belongs to nothing, within a piece or behind.
     */
    expect(NULL, "\xC3\x89", PIECES({E, 0, 2}));
    expect(NULL,
           "e\xCC\x81 a\xCC\x81"
           "a",
           PIECES({E, 0, 1}, {A, 4, 5}, {A2, 7, 8}));
    expect(NULL,
           "ab\xCC\x81"
           "c",
           PIECES({A, 0, 1}, {BC2, 1, 5}));
    /* Each piece of a syllable spans it. */
    expect(NULL, ",\xEA\xB0\x80", PIECES({COMMA, 0, 1}, {G, 1, 4}, {AH2, 1, 4}));
    /* What is dropped is within, or outside. */
    expect(NULL,
           "\x01"
           "a\x02"
           "bc\x03",
           PIECES({A, 1, 2}, {BC2, 3, 5}));
    expect(NULL,
           "\xFF"
           "a\xE2\x82",
           PIECES({A, 1, 2}));
    expect(NULL, "xa\xCC\x81 a", PIECES({UNK, 0, 2}, {A, 5, 6}));
    expect(NULL,
           "a\n\xE2\x80\xA8"
           "a",
           PIECES({A, 0, 1}, {A, 5, 6}));
    expect(NULL, " [MA\xE2\x80\x8BSK] [MASK]e",
           PIECES({MASK, 1, 10}, {OPEN, 11, 12}, {M, 12, 16}, {CLOSE, 16, 17}, {E, 17, 18}));
}

static void options_are_apart(void **state) {
    (void)state;
    struct mlmprep_tokenizer_options options = {.flavor = MLMPREP_GOOGLE};
    expect(&options, "[MASK]", PIECES({OPEN, 0, 1}, {M, 1, 5}, {CLOSE, 5, 6}));
    expect(&options, "a\xEE\x80\x80", PIECES({UNK, 0, 4})); /* private use is kept */
    options.special_literals = MLMPREP_YES;
    expect(&options, "[MASK]", PIECES({MASK, 0, 6}));
    options.flavor = MLMPREP_NVIDIA;
    expect(&options, "a\xEE\x80\x80", PIECES({A, 0, 1}));
    options.special_literals = MLMPREP_NO;
    options.lower_case = MLMPREP_NO;
    expect(&options, "A \xC3\xA9", PIECES({CAPITAL, 0, 1}, {E_ACUTE, 2, 4}));
    options.strip_accents = MLMPREP_YES;
    expect(&options, "A \xC3\xA9", PIECES({CAPITAL, 0, 1}, {E, 2, 4}));
    options.lower_case = MLMPREP_YES;
    options.strip_accents = MLMPREP_NO;
    expect(&options, "A \xC3\x89 \xEA\xB0\x80", PIECES({A, 0, 1}, {E_ACUTE, 2, 4}, {GA, 5, 8}));
    options.max_chars_per_word = 2;
    expect(&options, "aa aaa aaaa", PIECES({A, 0, 1}, {A2, 1, 2}, {UNK, 3, 6}, {UNK, 7, 11}));
    /* Words as large as the room for them, which a sanitizer watches. */
    options.max_chars_per_word = 1;
    expect(&options, "a aa", PIECES({A, 0, 1}, {UNK, 2, 4}));
    expect(&options, "\xF0\x9F\x98\x80", PIECES({UNK, 0, 4}));
}

static void nothing_has_no_pieces(void **state) {
    (void)state;
    struct mlmprep_vocabulary *vocabulary = read_vocabulary();
    struct mlmprep_tokenizer *tokenizer;
    const struct mlmprep_piece *pieces;
    const uint32_t *ids;
    size_t count;
    struct mlmprep_error error = {MLMPREP_FAILED, "before"};
    assert_int_equal(mlmprep_tokenizer_new(&tokenizer, vocabulary, NULL, &error), MLMPREP_OK);
    assert_int_equal(error.status, MLMPREP_OK);
    assert_string_equal(error.message, "");
    assert_int_equal(mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, NULL, 0, &error),
                     MLMPREP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(mlmprep_tokenizer_ids(tokenizer, &ids, &count, NULL, 0, &error), MLMPREP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, " \0\n", 3, &error),
                     MLMPREP_OK);
    assert_int_equal(count, 0);
    mlmprep_tokenizer_free(tokenizer);
    mlmprep_vocabulary_free(vocabulary);
    mlmprep_tokenizer_free(NULL);
    mlmprep_vocabulary_free(NULL);
}

static void tokens_and_ids_are_found(void **state) {
    (void)state;
    struct mlmprep_vocabulary *vocabulary = read_vocabulary();
    size_t size;
    assert_int_equal(mlmprep_vocabulary_size(vocabulary), A + 1);
    assert_memory_equal(mlmprep_vocabulary_token(vocabulary, BC2, &size), "##bc", 4);
    assert_int_equal(size, 4);
    assert_null(mlmprep_vocabulary_token(vocabulary, A + 1, &size));
    assert_int_equal(mlmprep_vocabulary_find(vocabulary, "##bc", 4), BC2);
    assert_int_equal(mlmprep_vocabulary_find(vocabulary, "a", 1), A);
    assert_int_equal(mlmprep_vocabulary_find(vocabulary, "##b", 3), MLMPREP_NO_ID);
    assert_string_equal(mlmprep_tokenizer_version(), "0.1.0");
    mlmprep_vocabulary_free(vocabulary);
}

static void what_is_wrong_is_told(void **state) {
    (void)state;
    struct mlmprep_vocabulary *vocabulary = (void *)&vocabulary;
    struct mlmprep_tokenizer *tokenizer = (void *)&tokenizer;
    struct mlmprep_error error;
    assert_int_equal(mlmprep_vocabulary_load(&vocabulary, "no/such/file", &error), MLMPREP_FAILED);
    assert_null(vocabulary);
    assert_non_null(strstr(error.message, "'no/such/file'"));
    assert_int_equal(mlmprep_vocabulary_load(&vocabulary, "no/such/file", NULL), MLMPREP_FAILED);
    assert_int_equal(mlmprep_vocabulary_read(&vocabulary, "a\nb\n", 4, &error),
                     MLMPREP_WRONG_VOCABULARY);
    assert_null(vocabulary);
    assert_non_null(strstr(error.message, "lacks [PAD], [UNK]"));
    assert_int_equal(mlmprep_vocabulary_read(&vocabulary, "", 0, &error), MLMPREP_WRONG_VOCABULARY);
    vocabulary = read_vocabulary();
    struct mlmprep_tokenizer_options options = {.max_chars_per_word = 1025};
    assert_int_equal(mlmprep_tokenizer_new(&tokenizer, vocabulary, &options, &error),
                     MLMPREP_WRONG_OPTIONS);
    assert_null(tokenizer);
    assert_int_equal(error.status, MLMPREP_WRONG_OPTIONS);
    assert_non_null(strstr(error.message, "1025"));
    options.max_chars_per_word = 0;
    options.strip_accents = (enum mlmprep_choice)3;
    assert_int_equal(mlmprep_tokenizer_new(&tokenizer, vocabulary, &options, &error),
                     MLMPREP_WRONG_OPTIONS);
    mlmprep_vocabulary_free(vocabulary);
}

static void *tokenize_much(void *argument) {
    const struct mlmprep_vocabulary *vocabulary = argument;
    struct mlmprep_tokenizer *tokenizer;
    if (mlmprep_tokenizer_new(&tokenizer, vocabulary, NULL, NULL) != MLMPREP_OK)
        return NULL;
    size_t total = 0;
    for (int i = 0; i < 2000; i++) {
        const struct mlmprep_piece *pieces;
        const uint32_t *ids;
        size_t count;
        if (mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, "aabc, \xC3\x89", 8, NULL) ==
            MLMPREP_OK)
            total += count;
        if (mlmprep_tokenizer_ids(tokenizer, &ids, &count, "aabc, \xC3\x89", 8, NULL) == MLMPREP_OK)
            total += count;
    }
    mlmprep_tokenizer_free(tokenizer);
    return total == (size_t)2000 * 10 ? argument : NULL;
}

static void threads_share_a_vocabulary(void **state) {
    (void)state;
    struct mlmprep_vocabulary *vocabulary = read_vocabulary();
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, tokenize_much, vocabulary), 0);
    for (size_t i = 0; i < 4; i++) {
        void *result;
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_ptr_equal(result, vocabulary);
    }
    mlmprep_vocabulary_free(vocabulary);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_those_of_the_original_bytes),
        cmocka_unit_test(options_are_apart),
        cmocka_unit_test(nothing_has_no_pieces),
        cmocka_unit_test(tokens_and_ids_are_found),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(threads_share_a_vocabulary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
