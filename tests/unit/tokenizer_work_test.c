/*
 * Texts made to be slow for the fast way: their work is linear, and none costs many times what
 * words cost that are all new.
 *
 * Work is processor time of the thread. A measurement may be disturbed by other load, so one that
 * is too high is made again, some times; that of quadratic work would be too high every time.
 * Memory is tokenizer_bounds_test's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <time.h>

#include "tests/unit/fast_ways.h"
#include "tests/unit/hard_texts.h"
#include "tokenizer/word_cache.h"

#define SIZE  ((size_t)1 << 18)
#define TIMES 4

/* So many times the text may cost so many times the work; quadratic work would be 16 times. */
#define MOST_FOR_TIMES 8.0

/*
 * And a text may cost so many times as much as one of new words. Measured: 3 to 4 for words in
 * brackets and white space beyond ASCII, which go the long way in the midst of many that do not.
 */
#define MOST_OF_NEW_WORDS 20.0

#define TRIES 12

static struct vocabulary *vocabulary;

static int set_up(void **state) {
    (void)state;
    vocabulary = sample_small_vocabulary(HARD_VOCABULARY);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    vocabulary_free(vocabulary);
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds for a text that is fed at once, to a new tokenizer. */
static double work_of(struct view text) {
    struct error error;
    struct document_tokenizer tokenizer;
    struct token_batch batch;
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, true);
    token_batch_init(&batch);
    document_tokenizer_init(&tokenizer, bert, false);
    sample_require(token_batch_reserve(&batch, 2 * text.size, text.size, text.size, &error),
                   &error);
    double begin = now();
    sample_require(document_tokenizer_feed(&tokenizer, text, &batch, &error), &error);
    sample_require(document_tokenizer_end_of_file(&tokenizer, &batch, &error), &error);
    double took = now() - begin;
    token_batch_release(&batch);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    return took;
}

/* Writes words that are all different: numbers in letters of the vocabulary. */
static void append_new_words(struct buffer *text, size_t size) {
    static const char LETTERS[] = "abcthe0A";
    for (uint32_t number = 1; text->size < size; number++) {
        char word[12];
        size_t length = 0;
        for (uint32_t rest = number | 1u << 24; rest > 0; rest >>= 3)
            word[length++] = LETTERS[rest & 7];
        word[length++] = ' ';
        hard_append(text, word, length);
    }
}

/* Words of one bucket of the word cache. */
static void append_colliding_words(struct buffer *text, size_t size) {
    struct buffer words = BUFFER_INIT;
    size_t found = 0;
    for (uint32_t number = 1; found < 16; number++) {
        unsigned char word[17] = {0};
        size_t length = 0;
        for (uint32_t rest = number; rest > 0; rest /= 3)
            word[length++] = (unsigned char)("the"[rest % 3]);
        if (word_cache_bucket_of(load_le64(word), load_le64(word + 8)) != 7)
            continue;
        word[length] = ' ';
        hard_append(&words, word, length + 1);
        found++;
    }
    while (text->size < size)
        hard_append(text, words.data, words.size);
    buffer_release(&words);
}

struct text {
    const char *name;
    struct hard_text unit; /* repeated */
    void (*append)(struct buffer *text, size_t size);
};

static void make(struct buffer *bytes, const struct text *text, size_t size) {
    if (text->append != NULL)
        text->append(bytes, size);
    else
        hard_append_times(bytes, &text->unit, size / text->unit.size);
}

static const struct text TEXTS[] = {
    {"new words", HARD(""), append_new_words},
    {"words of one bucket", HARD(""), append_colliding_words},
    {"one word", HARD("a"), NULL},
    {"one accented word", HARD("\xC3\xA9"), NULL},
    {"marks", HARD("\xCC\x81"), NULL},
    {"marks that are kept", HARD("\xE3\x80\xAE"), NULL},
    {"marks out of order", HARD("a\xCC\x81\xCC\xA3 "), NULL},
    {"punctuation", HARD("."), NULL},
    {"opening brackets", HARD("["), NULL},
    {"brackets", HARD("[]"), NULL},
    {"brackets and words", HARD("[a] "), NULL},
    {"literals", HARD("[MASK] "), NULL},
    {"literals without spaces", HARD("[MASK]"), NULL},
    {"opening brackets, and a closing one far off", HARD("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ ] "),
     NULL},
    {"sigmas", HARD("\xCE\x91\xCE\xA3 "), NULL},
    {"sigmas and apostrophes", HARD("\xCE\x91\xCE\xA3'"), NULL},
    {"sigmas in a word", HARD("\xCE\xA3"), NULL},
    {"ideographs", HARD("\xE5\x80\x80"), NULL},
    {"ideographs out of the usual", HARD("\xF0\xA0\x80\x80"), NULL},
    {"malformed bytes", HARD("\xFF"), NULL},
    {"malformed bytes and words", HARD("a \xFF "), NULL},
    {"easy and hard stretches", HARD("the a, b e,,,,,,\xFF "), NULL},
    {"words before a hard one", HARD("a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,\xFF "), NULL},
    {"NUL", HARD("\0"), NULL},
    {"words and NUL", HARD("the a \0"), NULL},
    {"carriage returns", HARD("\r"), NULL},
    {"lines ended by CR LF", HARD("a\r\n"), NULL},
    {"CANCEL", HARD("a \x18 "), NULL},
    {"line feeds", HARD("\n"), NULL},
    {"short lines", HARD("a\n"), NULL},
    {"documents", HARD("a\n\n"), NULL},
    {"lines of white space", HARD("\xC2\xA0\n"), NULL},
    {"spaces", HARD(" "), NULL},
    {"white space", HARD("\xE3\x80\x80"), NULL},
    {"dropped characters", HARD("\xE2\x80\x8B"), NULL},
    {"words of 32 pieces", HARD("tttttttttttttttttttttttttttttttt "), NULL},
    {"words of 33 pieces", HARD("ttttttttttttttttttttttttttttttttt "), NULL},
    {"a long token, nearly", HARD("abcabcabcabcabcabcabcabcabcabcabcq "), NULL},
    {"long tokens, nearly", HARD("aabcabcabcabcabcabq"), NULL},
};

/* Whether a text's work is within what is allowed; what was measured last, in words. */
static bool is_linear(const struct text *text, const struct text *usual, char measured[100]) {
    struct buffer bytes = BUFFER_INIT, usual_bytes = BUFFER_INIT;
    make(&bytes, text, TIMES * SIZE);
    make(&usual_bytes, usual, TIMES * SIZE);
    bool linear = false;
    for (int i = 0; i < TRIES && !linear; i++) {
        double once = work_of((struct view){bytes.data, SIZE});
        double all = work_of(buffer_view(&bytes));
        double of_usual = work_of(buffer_view(&usual_bytes));
        linear = all < MOST_FOR_TIMES * once && all < MOST_OF_NEW_WORDS * of_usual;
        snprintf(measured, 100, "%.1f times for %d, %.1f times that of new words", all / once,
                 TIMES, all / of_usual);
    }
    buffer_release(&bytes);
    buffer_release(&usual_bytes);
    return linear;
}

static void the_work_is_linear(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        char measured[100];
        if (!is_linear(&TEXTS[i], &TEXTS[0], measured))
            fail_msg("%s: %s", TEXTS[i].name, measured);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_work_is_linear),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
