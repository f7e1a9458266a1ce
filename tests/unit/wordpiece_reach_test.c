/*
 * wordpiece on every path of span_tokenizer at the far ends: every code point a token, the longest
 * words an option allows, tokens and words about as long as keys and vectors, and what is met
 * again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/fast_ways.h"
#include "tests/unit/hard_texts.h"
#include "tokenizer/wordpiece.h"

static bool is_surrogate(uint32_t code_point) {
    return code_point >= 0xD800 && code_point <= 0xDFFF;
}

/* Whether a code point begins words in the vocabulary of all; the others continue them. */
static bool begins(uint32_t code_point) {
    return code_point % 3 != 0;
}

/* A line for each code point, which a vocabulary may strip to nothing. */
static struct vocabulary *vocabulary_of_all(void) {
    struct buffer lines = BUFFER_INIT;
    hard_append(&lines, "x\n##x\n", 6);
    for (uint32_t code_point = 1; code_point < 0x110000; code_point++) {
        unsigned char bytes[UTF8_LONGEST + 1];
        if (is_surrogate(code_point) || code_point == '\n' || code_point == '\r')
            continue;
        size_t size = utf8_encode(code_point, bytes);
        bytes[size] = '\n';
        if (!begins(code_point))
            hard_append(&lines, "##", 2);
        hard_append(&lines, bytes, size + 1);
    }
    hard_append(&lines, "", 1);
    struct vocabulary *vocabulary = sample_small_vocabulary((const char *)lines.data);
    buffer_release(&lines);
    return vocabulary;
}

/* The id of a code point that begins a word, or of one that continues it. */
static uint32_t id_of(const struct vocabulary *vocabulary, uint32_t code_point, bool first) {
    unsigned char token[2 + UTF8_LONGEST] = "##";
    size_t begin = first ? 0 : 2;
    size_t size = begin + utf8_encode(code_point, token + begin);
    return vocabulary_find(vocabulary, (struct view){token, size});
}

static void check_code_point(const struct vocabulary *vocabulary, uint32_t code_point) {
    unsigned char word[1 + UTF8_LONGEST] = "x";
    uint32_t unknown = vocabulary_special(vocabulary, SPECIAL_UNK);
    uint32_t ids[2 + UTF8_LONGEST];
    size_t size = utf8_encode(code_point, word + 1);
    uint32_t first = id_of(vocabulary, code_point, true);
    uint32_t next = id_of(vocabulary, code_point, false);
    if (begins(code_point) && first != TOKEN_TRIE_NONE) {
        struct view token = vocabulary_token(vocabulary, first);
        assert_int_equal(token.size, size);
        assert_memory_equal(token.data, word + 1, size);
    }
    assert_int_equal(wordpiece_split(vocabulary, (struct view){word + 1, size}, ids), 1);
    assert_int_equal(ids[0], first == TOKEN_TRIE_NONE ? unknown : first);
    size_t count = wordpiece_split(vocabulary, (struct view){word, size + 1}, ids);
    assert_int_equal(count, next == TOKEN_TRIE_NONE ? 1 : 2);
    assert_int_equal(ids[count - 1], next == TOKEN_TRIE_NONE ? unknown : next);
}

static void append_code_point(struct buffer *text, uint32_t code_point, const char *before,
                              const char *behind) {
    unsigned char bytes[UTF8_LONGEST];
    hard_append(text, before, strlen(before));
    hard_append(text, bytes, utf8_encode(code_point, bytes));
    hard_append(text, behind, strlen(behind));
}

static void every_code_point(void **state) {
    (void)state;
    struct vocabulary *vocabulary = vocabulary_of_all();
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    struct fast_ways ways;
    struct buffer text = BUFFER_INIT;
    size_t found = 0;
    options.lower_case = options.strip_accents = false;
    fast_ways_init(&ways, vocabulary, &options);
    for (uint32_t code_point = 1; code_point < 0x110000; code_point++) {
        if (is_surrogate(code_point))
            continue;
        check_code_point(vocabulary, code_point);
        found += id_of(vocabulary, code_point, begins(code_point)) != TOKEN_TRIE_NONE;
        /* Planes in which nothing is assigned are left out of what costs most. */
        if (code_point < 0x34000 || code_point >= 0xE0000)
            append_code_point(&text, code_point, " ", code_point % 2 == 0 ? "x" : "");
        if (code_point < 0x34000 && code_point % 64 == 0)
            append_code_point(&text, code_point, "\nxx", "x");
    }
    /* All but white space, which is stripped away. */
    assert_in_range(found, 0x110000 - 0x800 - 64, 0x110000 - 0x800);
    fast_check(&ways, buffer_view(&text), 0);
    buffer_release(&text);
    fast_ways_release(&ways);
    vocabulary_free(vocabulary);
}

/* Words of as many code points as may be, or one more, at most four bytes each; then some other. */
static void the_longest_words(void **state) {
    (void)state;
    static const struct hard_text UNITS[] = {HARD("\xF0\x90\x90\xA8"), HARD("\xF0\x9F\x98\x80"),
                                             HARD("\xE3\x81\x8B"), HARD("\xC3\xA9"), HARD("a")};
    static const struct hard_text ENDS[] = {
        HARD(""),
        HARD("\xC2\xAD"),
        HARD("\xEE\x80\x80"),
        HARD("a"),
        HARD("\xC3\xA9"),
        HARD("\xE3\x81\x8B"),
        HARD("\xEA\xB0\x80"),
        HARD("\xE3\x81\x8C"),
        HARD("\xCC\x81"),
        HARD("\xE5\x80\x80"),
        HARD(","),
        HARD("\xF0\x90\x90\xA8"),
    };
    static const uint32_t LIMITS[] = {BERT_TOKENIZER_LONGEST_WORD, BERT_TOKENIZER_LONGEST_WORD - 1,
                                      100, 200};
    struct vocabulary *vocabulary =
        sample_small_vocabulary(HARD_VOCABULARY "\xF0\x90\x90\xA8\n##\xF0\x90\x90\xA8\n");
    for (size_t i = 0; i < 8; i++) {
        struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
        struct fast_ways ways;
        struct buffer text = BUFFER_INIT;
        options.max_characters_per_word = LIMITS[i / 2];
        options.lower_case = options.strip_accents = i % 2 == 0;
        fast_ways_init(&ways, vocabulary, &options);
        for (size_t unit = 0; unit < sizeof UNITS / sizeof UNITS[0]; unit++) {
            for (size_t end = 0; end < sizeof ENDS / sizeof ENDS[0]; end++) {
                for (size_t less = 0; less < 5; less++) {
                    hard_append_times(&text, &UNITS[unit], LIMITS[i / 2] + 1 - less);
                    hard_append_times(&text, &ENDS[end], 1 + less % 3);
                    hard_append(&text, less % 2 == 0 ? " " : "\n", 1);
                }
            }
        }
        fast_check(&ways, buffer_view(&text), 0);
        buffer_release(&text);
        fast_ways_release(&ways);
    }
    vocabulary_free(vocabulary);
}

/* Tokens of `a` of so many bytes, of both kinds, and the letters apart. */
static struct vocabulary *vocabulary_of_lengths(void) {
    static const size_t LENGTHS[] = {2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100};
    static const struct hard_text LETTERS[] = {HARD("a"), HARD("\xC3\xA9")};
    struct buffer lines = BUFFER_INIT;
    hard_append(&lines, "a\n##a\n##b\n\xC3\xA9\n##\xC3\xA9\n", 18);
    for (size_t i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0] * 4; i++) {
        const struct hard_text *letter = &LETTERS[i / 2 % 2];
        hard_append(&lines, "##", i % 2 * 2);
        hard_append_times(&lines, letter, LENGTHS[i / 4] / letter->size);
        hard_append(&lines, i / 2 % 2 == 0 ? "\n" : "b\n", i / 2 % 2 == 0 ? 1 : 2);
    }
    hard_append(&lines, "", 1);
    struct vocabulary *vocabulary = sample_small_vocabulary((const char *)lines.data);
    buffer_release(&lines);
    return vocabulary;
}

/* Words of all lengths, met again at once, in the same window, and in later ones. */
static void lengths_of_tokens_and_keys(void **state) {
    (void)state;
    static const struct hard_text LETTERS[] = {HARD("a"), HARD("A"), HARD("\xC3\xA9"), HARD("ab")};
    static const char *const ENDS[] = {" ", "b ", "q\n", "\xC3\xA9, ", "b\xE4\xB8\x80 "};
    struct vocabulary *vocabulary = vocabulary_of_lengths();
    for (size_t round = 0; round < 4; round++) {
        struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
        struct fast_ways ways;
        struct buffer text = BUFFER_INIT;
        options.lower_case = round % 2 == 0;
        options.strip_accents = round / 2 == 0;
        fast_ways_init(&ways, vocabulary, &options);
        for (size_t i = 0; i < 110 * 4 * 5; i++) {
            const char *end = ENDS[i % 5];
            for (size_t times = 0; times < 1 + i % 3; times++) {
                hard_append_times(&text, &LETTERS[i / 5 % 4], 1 + i / 20);
                hard_append(&text, end, strlen(end));
            }
        }
        fast_check(&ways, buffer_view(&text), 5000);
        fast_check(&ways, buffer_view(&text), 0); /* now the caches are full */
        buffer_release(&text);
        fast_ways_release(&ways);
    }
    vocabulary_free(vocabulary);
}

/* Few tokens, of which none or just one continues a word, or it is the sign for that itself. */
static void hardly_anything_continues(void **state) {
    (void)state;
    static const char *const LINES[] = {"a\n",   "a\nab\nb\n", "#\n##\na\n",  "##\n##a\n",
                                        "##a\n", "a\n##ab\n",  "#\n###\na\n", "##\xC3\xA9\na\n"};
    static const struct hard_text WORDS[] = {
        HARD("a"), HARD("b"),  HARD("ab"),   HARD("aa"),  HARD("aab"),      HARD("\xC3\xA9"),
        HARD("#"), HARD("##"), HARD("a##a"), HARD("###"), HARD("a\xC3\xA9")};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        struct vocabulary *vocabulary = sample_small_vocabulary(LINES[i]);
        struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
        struct hard_random random = {i};
        struct fast_ways ways;
        struct buffer text = BUFFER_INIT;
        options.lower_case = options.strip_accents = false;
        fast_ways_init(&ways, vocabulary, &options);
        while (text.size < 5000) {
            hard_append_times(&text, &WORDS[hard_below(&random, 11)], 1 + hard_below(&random, 3));
            hard_append(&text, " ", hard_below(&random, 2));
        }
        fast_check(&ways, buffer_view(&text), 100);
        buffer_release(&text);
        fast_ways_release(&ways);
        vocabulary_free(vocabulary);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(the_longest_words),
        cmocka_unit_test(lengths_of_tokens_and_keys),
        cmocka_unit_test(hardly_anything_continues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
