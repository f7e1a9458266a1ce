/*
 * wordpiece and word_batch: words against a greedy split written plainly, over random vocabularies;
 * and on every path of span_tokenizer, among other words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/fast_ways.h"
#include "tests/unit/hard_texts.h"
#include "tokenizer/word_batch.h"
#include "tokenizer/wordpiece.h"

#define MOST_TOKENS   400
#define LONGEST_TOKEN 40
#define LONGEST_WORD  90
#define BEHIND        16 /* random bytes behind a text */

struct token {
    unsigned char bytes[LONGEST_TOKEN + 8];
    size_t size;
};

static struct token tokens[MOST_TOKENS]; /* all different */
static size_t count;

/* Few letters, so that tokens are often the beginnings of others; of one to four bytes. */
static const struct hard_text LETTERS[] = {
    HARD("a"),
    HARD("b"),
    HARD("#"),
    HARD("\xC3\xA9"),
    HARD("\xC3\xA8"),
    HARD("\xE4\xB8\x80"),
    HARD("\xE4\xB8\x81"),
    HARD("\xEF\xBF\xBC"),
    HARD("\x7F"),
    HARD("\xDF\xBF"),
    HARD("\xF0\x9F\x98\x80"),
    HARD("\xF4\x8F\xBF\xBD"),
};

static size_t letters_of(const unsigned char *bytes, size_t size) {
    size_t letters = 0;
    for (size_t i = 0; i < size; i++)
        letters += (bytes[i] & 0xC0) != 0x80;
    return letters;
}

/* Cuts off letters until so many are left. */
static void shorten(struct token *token, size_t letters) {
    while (letters_of(token->bytes, token->size) > letters) {
        do
            token->size--;
        while ((token->bytes[token->size] & 0xC0) == 0x80);
    }
}

static void append_letters(struct token *token, struct hard_random *random, uint32_t kinds,
                           size_t size) {
    uint32_t first = hard_below(random, 12 - kinds + 1);
    while (token->size < size) {
        const struct hard_text *letter = &LETTERS[first + hard_below(random, kinds)];
        memcpy(token->bytes + token->size, letter->bytes, letter->size);
        token->size += letter->size;
    }
    if (token->size > LONGEST_TOKEN)
        shorten(token, letters_of(token->bytes, token->size) - 1);
}

/* A token of its own, or one that begins as another does. */
static struct token make_token(struct hard_random *random, uint32_t kinds) {
    struct token token = {.size = 0};
    if (count > 0 && hard_below(random, 3) > 0) {
        token = tokens[hard_below(random, (uint32_t)count)];
        shorten(&token, hard_below(random, 1 + (uint32_t)letters_of(token.bytes, token.size)));
    }
    size_t more = hard_below(random, 4) == 0 ? LONGEST_TOKEN : 6;
    size_t size = token.size + 1 + hard_below(random, (uint32_t)more);
    append_letters(&token, random, kinds, size < LONGEST_TOKEN ? size : LONGEST_TOKEN);
    return token;
}

static bool same(const struct token *token, const unsigned char *bytes, size_t size) {
    return token->size == size && memcmp(token->bytes, bytes, size) == 0;
}

static void make_tokens(struct hard_random *random, size_t most) {
    uint32_t kinds = 1 + hard_below(random, 12);
    count = 0;
    for (size_t tries = 0; count < most && tries < 4 * most; tries++) {
        struct token token = make_token(random, kinds);
        bool known = false;
        for (size_t i = 0; i < count && !known; i++)
            known = same(&tokens[i], token.bytes, token.size);
        if (!known && token.size > 0)
            tokens[count++] = token;
    }
}

/* A text of tokens and letters; BEHIND random bytes stand behind it. */
static size_t make_text(struct hard_random *random, unsigned char *text, size_t most) {
    size_t size = 0;
    size_t wanted = 1 + hard_below(random, (uint32_t)most);
    while (size < wanted) {
        const struct token *token = &tokens[hard_below(random, (uint32_t)count)];
        const struct hard_text *letter = &LETTERS[hard_below(random, 12)];
        bool whole = hard_below(random, 4) > 0;
        memcpy(text + size, whole ? (const void *)token->bytes : letter->bytes,
               whole ? token->size : letter->size);
        size += whole ? token->size : letter->size;
    }
    for (size_t i = 0; i < BEHIND; i++)
        text[size + i] = (unsigned char)hard_below(random, 256);
    return size;
}

/* The id of a token, the last line that has it; or the vocabulary's size. */
static uint32_t line_of(const struct vocabulary *vocabulary, const unsigned char *key,
                        size_t size) {
    uint32_t line = vocabulary_size(vocabulary);
    while (line > 0) {
        struct view token = vocabulary_token(vocabulary, --line);
        if (token.size == size && memcmp(token.data, key, size) == 0)
            return line;
    }
    return vocabulary_size(vocabulary);
}

/* A word's pieces, by asking for every length. */
static size_t greedy(const struct vocabulary *vocabulary, const unsigned char *word, size_t size,
                     uint32_t *ids) {
    size_t pieces = 0;
    for (size_t at = 0; at < size; pieces++) {
        unsigned char key[2 + LONGEST_WORD + LONGEST_TOKEN] = "##";
        size_t begin = at == 0 ? 0 : 2;
        size_t length = size - at;
        memcpy(key + begin, word + at, length);
        while (length > 0 && (ids[pieces] = line_of(vocabulary, key, begin + length)) ==
                                 vocabulary_size(vocabulary))
            length--;
        if (length == 0) {
            ids[0] = vocabulary_special(vocabulary, SPECIAL_UNK);
            return 1;
        }
        at += length;
    }
    return pieces;
}

/* A vocabulary of the tokens, half of them as such that continue a word. */
static struct vocabulary *vocabulary_of_tokens(struct hard_random *random) {
    struct buffer lines = BUFFER_INIT;
    for (size_t i = 0; i < count; i++) {
        if (hard_below(random, 2) == 0 && tokens[i].bytes[0] != '#')
            hard_append(&lines, "##", 2);
        hard_append(&lines, tokens[i].bytes, tokens[i].size);
        hard_append(&lines, "\n", 1);
    }
    hard_append(&lines, "", 1);
    struct vocabulary *vocabulary = sample_small_vocabulary((const char *)lines.data);
    buffer_release(&lines);
    return vocabulary;
}

static void words_in_pieces(void **state) {
    (void)state;
    struct hard_random random = {4};
    for (size_t round = 0; round < 60; round++) {
        make_tokens(&random, 1 + hard_below(&random, 120));
        struct vocabulary *vocabulary = vocabulary_of_tokens(&random);
        for (size_t i = 0; i < 200; i++) {
            unsigned char word[LONGEST_WORD + LONGEST_TOKEN + BEHIND];
            uint32_t ids[LONGEST_WORD + LONGEST_TOKEN], wanted[LONGEST_WORD + LONGEST_TOKEN];
            size_t size = make_text(&random, word, LONGEST_WORD);
            size_t pieces = wordpiece_split(vocabulary, (struct view){word, size}, ids);
            assert_int_equal(pieces, greedy(vocabulary, word, size, wanted));
            assert_memory_equal(ids, wanted, pieces * sizeof *ids);
        }
        vocabulary_free(vocabulary);
    }
}

/* Parts of texts and of ids in one batch: each stays in its place. */
static void a_batch_of_words(void **state) {
    (void)state;
    enum { PARTS = 100, SIZE = LONGEST_WORD + LONGEST_TOKEN + BEHIND };
    static unsigned char words[PARTS][SIZE];
    static struct word_batch batch;
    struct hard_random random = {5};
    for (size_t round = 0; round < 100; round++) {
        make_tokens(&random, 1 + hard_below(&random, 120));
        struct vocabulary *vocabulary = vocabulary_of_tokens(&random);
        size_t sizes[PARTS];
        size_t parts = hard_below(&random, PARTS + 1);
        word_batch_clear(&batch, words[0]);
        for (size_t i = 0; i < parts; i++) {
            sizes[i] = i % 5 == 3 ? 0 : make_text(&random, words[i], i % 7 == 0 ? 1 : 16);
            if (sizes[i] > 0) {
                word_batch_add_text(&batch, words[i], sizes[i], letters_of(words[i], sizes[i]));
                continue;
            }
            batch.ids[batch.id_end] = (uint32_t)i;
            word_batch_add_ids(&batch, 1);
        }
        word_batch_split(&batch, vocabulary);
        for (size_t i = 0; i < parts; i++) {
            uint32_t wanted[SIZE] = {(uint32_t)i};
            size_t pieces = sizes[i] > 0 ? greedy(vocabulary, words[i], sizes[i], wanted) : 1;
            assert_int_equal(batch.counts[i], pieces);
            assert_memory_equal(batch.ids + batch.firsts[i], wanted, pieces * sizeof *wanted);
        }
        vocabulary_free(vocabulary);
    }
}

/* Texts of many new words, so that batches have more of them than go side by side. */
static void words_on_every_path(void **state) {
    (void)state;
    struct hard_random random = {6};
    for (size_t round = 0; round < 30; round++) {
        make_tokens(&random, 1 + hard_below(&random, MOST_TOKENS));
        struct vocabulary *vocabulary = vocabulary_of_tokens(&random);
        struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
        options.lower_case = options.strip_accents = round % 3 != 0;
        options.max_characters_per_word = round % 5 == 0 ? 7 : 100;
        struct fast_ways ways;
        fast_ways_init(&ways, vocabulary, &options);
        for (size_t i = 0; i < 4; i++) {
            struct buffer text = BUFFER_INIT;
            while (text.size < (i == 3 ? 30000 : 1000)) {
                unsigned char word[LONGEST_WORD + LONGEST_TOKEN + BEHIND];
                size_t most = hard_below(&random, 4) == 0 ? LONGEST_WORD : 14;
                hard_append(&text, word, make_text(&random, word, most));
                hard_append(&text, hard_below(&random, 9) == 0 ? "\n" : " ", 1);
            }
            fast_check(&ways, buffer_view(&text), i == 0 ? 100 : 0);
            buffer_release(&text);
        }
        fast_ways_release(&ways);
        vocabulary_free(vocabulary);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_in_pieces),
        cmocka_unit_test(a_batch_of_words),
        cmocka_unit_test(words_on_every_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
