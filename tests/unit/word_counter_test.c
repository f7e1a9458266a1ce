/* word_counter: the words of a text, as BERT's tokenizer cuts it, and how often each occurs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/train_sample.h"
#include "tokenizer/train/word_counter.h"

static void count(struct word_counter *counter, const char *text, size_t size) {
    struct error error;
    struct view view = {(const unsigned char *)text, size};
    train_require(word_counter_add(counter, view, &error), &error);
}

static uint64_t count_of(const struct word_counter *counter, const char *word) {
    uint32_t place = string_counts_find(&counter->words, view_of_string(word));
    return place == STRING_COUNTS_NONE ? 0 : counter->words.entries[place].count;
}

static void finish(struct word_counter *counter) {
    struct error error;
    train_require(word_counter_finish(counter, &error), &error);
}

static void words_are_cut_and_folded(void **state) {
    (void)state;
    static const char TEXT[] = "The fish, the FISH;\tthe\r\nfishes. Th\xC3\xA9 [MASK] [mask]\n";
    struct word_counter counter;
    struct basic_tokenizer_options options = {
        .word_limit = 100, .lower_case = true, .strip_accents = true, .special_literals = true};
    struct error error;
    train_require(word_counter_init(&counter, &options, &error), &error);
    count(&counter, TEXT, sizeof TEXT - 1);
    count(&counter, "the", 3);
    finish(&counter);
    assert_int_equal(count_of(&counter, "the"), 5);
    assert_int_equal(count_of(&counter, "fish"), 2);
    assert_int_equal(count_of(&counter, "fishes"), 1);
    assert_int_equal(count_of(&counter, ","), 1);
    assert_int_equal(count_of(&counter, "mask"), 1); /* the literal is no word */
    assert_int_equal(count_of(&counter, "["), 1);
    assert_int_equal(counter.words.size, 9);
    word_counter_clear(&counter);
    count(&counter, "  ", 2);
    finish(&counter);
    assert_int_equal(counter.words.size, 0);
    word_counter_release(&counter);
}

static void cased_words_stay_as_they_are(void **state) {
    (void)state;
    static const char TEXT[] = "\xC3\x84"
                               "b \xC3\xA4"
                               "b \xC3\x84"
                               "b";
    struct word_counter counter;
    struct basic_tokenizer_options options = {.word_limit = 100};
    struct error error;
    train_require(word_counter_init(&counter, &options, &error), &error);
    count(&counter, TEXT, sizeof TEXT - 1);
    finish(&counter);
    assert_int_equal(counter.words.size, 2);
    assert_int_equal(count_of(&counter, "\xC3\x84"
                                        "b"),
                     2);
    word_counter_release(&counter);
}

static void malformed_and_long_words_are_counted_as_often_as_they_occur(void **state) {
    (void)state;
    static const char TEXT[] = "a\xFF\xFE"
                               "b a\xFF\xFE"
                               "b \xE4\xB8 \xC3";
    struct word_counter counter;
    struct basic_tokenizer_options options = {.word_limit = 5, .lower_case = true};
    struct error error;
    train_require(word_counter_init(&counter, &options, &error), &error);
    count(&counter, TEXT, sizeof TEXT - 1);
    count(&counter, "fishes fishes fishy fish-fish", 29);
    finish(&counter);
    assert_int_equal(counter.malformed, 6);
    assert_int_equal(counter.too_long, 2);
    assert_int_equal(count_of(&counter, "ab"), 2);
    assert_int_equal(count_of(&counter, "fishy"), 1);
    assert_int_equal(count_of(&counter, "fish"), 2);
    assert_int_equal(counter.words.size, 4);
    word_counter_release(&counter);
}

static void an_undecidable_sigma_is_told(void **state) {
    (void)state;
    struct word_counter counter;
    struct basic_tokenizer_options options = {.word_limit = 100, .lower_case = true};
    struct error error;
    char *text = malloc(100000);
    assert_non_null(text);
    memset(text, '.', 100000);
    memcpy(text, "a\xCE\xA3", 3);
    train_require(word_counter_init(&counter, &options, &error), &error);
    count(&counter, text, 100000);
    assert_int_equal(word_counter_finish(&counter, &error), STATUS_FAILED);
    word_counter_clear(&counter);
    count(&counter, "a b", 3);
    finish(&counter);
    assert_int_equal(counter.words.size, 2);
    word_counter_release(&counter);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_cut_and_folded),
        cmocka_unit_test(cased_words_stay_as_they_are),
        cmocka_unit_test(malformed_and_long_words_are_counted_as_often_as_they_occur),
        cmocka_unit_test(an_undecidable_sigma_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
