/* vocabulary_trainer: which pairs are merged, in which order, and where that ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/train_sample.h"

static void expect(const char *text, enum vocabulary_score score, uint64_t min_frequency,
                   size_t limit_alphabet, size_t size, const char *wanted) {
    struct string_counts words = train_words(text);
    struct vocabulary_trainer *trainer = train_begin(&words, score, min_frequency, limit_alphabet);
    string_counts_release(&words); /* not needed any more */
    train_grow(trainer, size);
    char *got = train_join(vocabulary_trainer_pieces(trainer));
    assert_string_equal(got, wanted);
    free(got);
    vocabulary_trainer_free(trainer);
}

static void the_best_pair_is_merged(void **state) {
    (void)state;
    const enum vocabulary_score frequency = VOCABULARY_SCORE_FREQUENCY;
    expect("abc abc abd", frequency, 1, 0, 100, "a b c d ##a ##b ##c ##d ab abc abd ");
    expect("abc abc abd", frequency, 1, 0, 9, "a b c d ##a ##b ##c ##d ab ");
    expect("abc abc abd", frequency, 2, 0, 100, "a b c d ##a ##b ##c ##d ab abc ");
    expect("abc abc abd", frequency, 4, 0, 100, "a b c d ##a ##b ##c ##d ");
    expect("abc", frequency, 1, 0, 0, "a b c ##a ##b ##c ");
}

static void of_equal_pairs_the_older_is_merged(void **state) {
    (void)state;
    const enum vocabulary_score frequency = VOCABULARY_SCORE_FREQUENCY;
    expect("ca ab ba ac", frequency, 1, 0, 100, "a b c ##a ##b ##c ab ac ba ca ");
    /* "ab" is younger than every character: of its pair and that of "##x" the latter goes first. */
    expect("abxy abxy ab", frequency, 2, 0, 100, "a b x y ##a ##b ##x ##y ab ##xy abxy ");
}

static void runs_are_merged_from_the_left(void **state) {
    (void)state;
    const enum vocabulary_score frequency = VOCABULARY_SCORE_FREQUENCY;
    expect("aaaaaa", frequency, 1, 0, 100, "a ##a ##aa aaa ##aaa aaaaaa ");
}

static void the_same_piece_may_come_about_twice(void **state) {
    (void)state;
    /* ##abc is made of ##ab and ##c in one word, and of ##a and ##bc in another. */
    struct string_counts words = STRING_COUNTS_INIT;
    train_add(&words, "xab", 9);
    train_add(&words, "zbc", 8);
    train_add(&words, "xabc", 5);
    train_add(&words, "yaabc", 3);
    struct vocabulary_trainer *trainer = train_begin(&words, VOCABULARY_SCORE_FREQUENCY, 1, 0);
    train_grow(trainer, 100);
    const struct string_counts *pieces = vocabulary_trainer_pieces(trainer);
    for (size_t i = 0; i < pieces->size; i++)
        assert_int_equal(string_counts_find(pieces, string_counts_string(pieces, i)), i);
    for (size_t i = 0; i < words.size; i++)
        assert_int_not_equal(string_counts_find(pieces, string_counts_string(&words, i)),
                             STRING_COUNTS_NONE);
    vocabulary_trainer_free(trainer);
    string_counts_release(&words);
}

static void likelihood_weighs_by_the_parts(void **state) {
    (void)state;
    /* ##q follows x alone, and x comes before nothing else: 2 / (2 * 2) against 4 / (7 * 4). */
    expect("ab ab ab ab ac ac ac xq xq", VOCABULARY_SCORE_LIKELIHOOD, 2, 0, 13,
           "a b c q x ##a ##b ##c ##q ##x xq ab ac ");
    expect("ab ab ab ab ac ac ac xq xq", VOCABULARY_SCORE_FREQUENCY, 2, 0, 13,
           "a b c q x ##a ##b ##c ##q ##x ab ac xq ");
    /* Words of one character count, too. */
    expect("ab ab cd cd", VOCABULARY_SCORE_LIKELIHOOD, 2, 0, 9, "a b c d ##a ##b ##c ##d ab ");
    expect("ab ab cd cd a", VOCABULARY_SCORE_LIKELIHOOD, 2, 0, 9, "a b c d ##a ##b ##c ##d cd ");
}

static void the_alphabet_is_limited(void **state) {
    (void)state;
    const enum vocabulary_score frequency = VOCABULARY_SCORE_FREQUENCY;
    expect("aab aab cd cd cd", frequency, 2, 2, 100, "a c ##a ##c ");
}

static void what_the_alphabet_lacks_is_counted(void **state) {
    (void)state;
    struct string_counts words = train_words("aab aab c bd b-b . .");
    struct vocabulary_trainer *trainer = train_begin(&words, VOCABULARY_SCORE_FREQUENCY, 2, 3);
    struct vocabulary_trainer_alphabet alphabet = vocabulary_trainer_alphabet(trainer);
    assert_int_equal(alphabet.characters, 3); /* a, b, and the full stop */
    assert_int_equal(alphabet.left_out, 3);
    assert_int_equal(alphabet.words_left_out, 3);
    assert_int_equal(alphabet.pieces, 5); /* nothing follows before a full stop */
    char *pieces = train_join(vocabulary_trainer_pieces(trainer));
    assert_string_equal(pieces, ". a b ##a ##b ");
    free(pieces);
    vocabulary_trainer_free(trainer);
    string_counts_release(&words);
}

/* Any order of the words gives the same, and growing step by step what growing at once gives. */
static void order_and_steps_do_not_matter(void **state) {
    (void)state;
    char *expected[2] = {NULL, NULL};
    for (unsigned turn = 0; turn < 4; turn++) {
        struct string_counts words = STRING_COUNTS_INIT;
        for (unsigned i = 0; i < 3000; i++) {
            unsigned number = turn % 2 == 0 ? i : 2999 - i;
            char word[16];
            snprintf(word, sizeof word, "%o", number * number % 40009);
            train_add(&words, word, 1 + number % 7);
        }
        enum vocabulary_score score =
            turn < 2 ? VOCABULARY_SCORE_FREQUENCY : VOCABULARY_SCORE_LIKELIHOOD;
        struct vocabulary_trainer *trainer = train_begin(&words, score, 2, 0);
        for (size_t size = turn % 2 == 0 ? 800 : 20; size <= 800; size++)
            train_grow(trainer, size);
        char *got = train_join(vocabulary_trainer_pieces(trainer));
        assert_int_equal(vocabulary_trainer_pieces(trainer)->size, 800);
        if (expected[turn / 2] == NULL) {
            expected[turn / 2] = got;
        } else {
            assert_string_equal(got, expected[turn / 2]);
            free(got);
        }
        vocabulary_trainer_free(trainer);
        string_counts_release(&words);
    }
    assert_string_not_equal(expected[0], expected[1]);
    free(expected[0]);
    free(expected[1]);
}

static void no_words_give_no_pieces(void **state) {
    (void)state;
    expect("", VOCABULARY_SCORE_FREQUENCY, 1, 0, 100, "");
    expect("", VOCABULARY_SCORE_LIKELIHOOD, 1, 5, 100, "");
    vocabulary_trainer_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_pair_is_merged),
        cmocka_unit_test(of_equal_pairs_the_older_is_merged),
        cmocka_unit_test(runs_are_merged_from_the_left),
        cmocka_unit_test(the_same_piece_may_come_about_twice),
        cmocka_unit_test(likelihood_weighs_by_the_parts),
        cmocka_unit_test(the_alphabet_is_limited),
        cmocka_unit_test(what_the_alphabet_lacks_is_counted),
        cmocka_unit_test(order_and_steps_do_not_matter),
        cmocka_unit_test(no_words_give_no_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
