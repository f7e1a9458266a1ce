/*
 * token_table and wordpiece: the longest token against a search through all of them, over random
 * vocabularies; words against a greedy split written plainly.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/hard_texts.h"
#include "tokenizer/token_table.h"
#include "tokenizer/wordpiece.h"

#define MOST_TOKENS   400
#define LONGEST_TOKEN 40
#define LONGEST_WORD  90

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

/* A text of tokens and letters; TOKEN_TABLE_KEY random bytes stand behind it. */
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
    for (size_t i = 0; i < TOKEN_TABLE_KEY; i++)
        text[size + i] = (unsigned char)hard_below(random, 256);
    return size;
}

/* Every other token is one that begins a word, or all are of both kinds. */
static bool is_of(size_t i, enum token_position position, bool both) {
    return both || i % 2 == (size_t)position;
}

/* The longest token of up to `most` bytes that the text begins with, or NULL. */
static const struct token *search(const unsigned char *text, size_t size, size_t most,
                                  enum token_position position, bool both) {
    const struct token *longest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (is_of(i, position, both) && tokens[i].size <= size && tokens[i].size <= most &&
            memcmp(tokens[i].bytes, text, tokens[i].size) == 0 &&
            (longest == NULL || tokens[i].size > longest->size))
            longest = &tokens[i];
    }
    return longest;
}

static uint32_t id_of(const struct token *token, enum token_position position) {
    return (uint32_t)(token - tokens) * 2 + (uint32_t)position;
}

static void fill(struct token_table *table, size_t limit, bool both) {
    struct error error;
    sample_require(token_table_init(table, limit, &error), &error);
    for (size_t i = 0; i < count; i++) {
        struct view token = {tokens[i].bytes, tokens[i].size};
        for (unsigned position = 0; position < 2; position++) {
            enum token_position own = (enum token_position)position;
            if (is_of(i, own, both))
                token_table_add(table, token, own, id_of(&tokens[i], own));
        }
    }
}

static void check_longest(const struct token_table *table, const unsigned char *text, size_t size,
                          enum token_position position, bool both) {
    uint32_t id;
    bool longer;
    size_t length = token_table_longest(table, token_key_load(text), size, position, &id, &longer);
    const struct token *wanted = search(text, size, TOKEN_TABLE_KEY, position, both);
    assert_int_equal(length, wanted == NULL ? 0 : wanted->size);
    if (wanted != NULL)
        assert_int_equal(id, id_of(wanted, position));
    const struct token *any = search(text, size, size, position, both);
    if (any != NULL && any->size > TOKEN_TABLE_KEY)
        assert_true(longer);
    bool some = false;
    for (size_t i = 0; i < count && longer; i++)
        some = some || (is_of(i, position, both) && tokens[i].size > TOKEN_TABLE_KEY &&
                        memcmp(tokens[i].bytes, text, TOKEN_TABLE_KEY) == 0);
    assert_true(size > TOKEN_TABLE_KEY || !longer);
    assert_int_equal(longer, some);
}

static void the_longest_token(void **state) {
    (void)state;
    struct hard_random random = {2};
    for (size_t round = 0; round < 300; round++) {
        struct token_table table;
        unsigned char text[LONGEST_WORD + LONGEST_TOKEN + TOKEN_TABLE_KEY];
        bool both = round % 2 == 0;
        make_tokens(&random, 1 + hard_below(&random, MOST_TOKENS));
        fill(&table, both ? 2 * count : count, both);
        for (size_t i = 0; i < count; i++) {
            struct view token = {tokens[i].bytes, tokens[i].size};
            for (unsigned position = 0; position < 2; position++) {
                enum token_position own = (enum token_position)position;
                bool there = is_of(i, own, both) && token.size <= TOKEN_TABLE_KEY;
                assert_int_equal(token_table_find(&table, token, own),
                                 there ? id_of(&tokens[i], own) : TOKEN_TABLE_NONE);
            }
        }
        for (size_t i = 0; i < 300; i++) {
            size_t size = make_text(&random, text, LONGEST_WORD);
            check_longest(&table, text, size, TOKEN_BEGINS, both);
            check_longest(&table, text, size, TOKEN_CONTINUES, both);
        }
        token_table_release(&table);
    }
}

/* Shortens all tokens to a key's size, and drops those that are then equal to another. */
static void shorten_all(void) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool known = false;
        shorten(&tokens[i], TOKEN_TABLE_KEY / UTF8_LONGEST);
        for (size_t j = 0; j < kept && !known; j++)
            known = same(&tokens[j], tokens[i].bytes, tokens[i].size);
        if (!known)
            tokens[kept++] = tokens[i];
    }
    count = kept;
}

/* A table takes as many as it was made for; the others are as if they had not been added. */
static void a_full_table(void **state) {
    (void)state;
    struct hard_random random = {3};
    for (size_t round = 0; round < 200; round++) {
        struct token_table table;
        make_tokens(&random, 60);
        shorten_all();
        size_t limit = round % 4 == 0 ? round / 4 : hard_below(&random, 2 * (uint32_t)count);
        fill(&table, limit, true);
        assert_int_equal(table.used, limit < 2 * count ? limit : 2 * count);
        for (size_t i = 0; i < 2 * count; i++) {
            struct view token = {tokens[i / 2].bytes, tokens[i / 2].size};
            enum token_position position = i % 2 == 0 ? TOKEN_BEGINS : TOKEN_CONTINUES;
            assert_int_equal(token_table_find(&table, token, position),
                             i < limit ? i : TOKEN_TABLE_NONE);
        }
        token_table_release(&table);
    }
}

/* All code points as tokens: some hundred thousand of one to four bytes. */
static void every_code_point(void **state) {
    (void)state;
    struct error error;
    struct token_table table;
    unsigned char text[UTF8_LONGEST + TOKEN_TABLE_KEY];
    sample_require(token_table_init(&table, 0x110000, &error), &error);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t code_point = 1; code_point < 0x110000; code_point++) {
            if (code_point >= 0xD800 && code_point <= 0xDFFF)
                continue;
            enum token_position position = code_point % 3 == 0 ? TOKEN_CONTINUES : TOKEN_BEGINS;
            memset(text, 'x', sizeof text);
            size_t size = utf8_encode(code_point, text);
            if (pass == 0) {
                token_table_add(&table, (struct view){text, size}, position, code_point);
                continue;
            }
            uint32_t id;
            bool longer;
            assert_int_equal(token_table_longest(&table, token_key_load(text), sizeof text,
                                                 position, &id, &longer),
                             size);
            assert_int_equal(id, code_point);
            enum token_position other = position == TOKEN_BEGINS ? TOKEN_CONTINUES : TOKEN_BEGINS;
            assert_int_equal(
                token_table_longest(&table, token_key_load(text), sizeof text, other, &id, &longer),
                0);
        }
    }
    token_table_release(&table);
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

static void words_in_pieces(void **state) {
    (void)state;
    struct hard_random random = {4};
    for (size_t round = 0; round < 60; round++) {
        struct buffer lines = BUFFER_INIT;
        make_tokens(&random, 1 + hard_below(&random, 120));
        for (size_t i = 0; i < count; i++) {
            if (hard_below(&random, 2) == 0 && tokens[i].bytes[0] != '#')
                hard_append(&lines, "##", 2);
            hard_append(&lines, tokens[i].bytes, tokens[i].size);
            hard_append(&lines, "\n", 1);
        }
        hard_append(&lines, "", 1);
        struct vocabulary *vocabulary = sample_small_vocabulary((const char *)lines.data);
        for (size_t i = 0; i < 200; i++) {
            unsigned char word[LONGEST_WORD + LONGEST_TOKEN + TOKEN_TABLE_KEY];
            uint32_t ids[LONGEST_WORD + LONGEST_TOKEN], wanted[LONGEST_WORD + LONGEST_TOKEN];
            size_t size = make_text(&random, word, LONGEST_WORD);
            size_t pieces = wordpiece_split(vocabulary, (struct view){word, size}, ids);
            assert_int_equal(pieces, greedy(vocabulary, word, size, wanted));
            assert_memory_equal(ids, wanted, pieces * sizeof *ids);
            /* Its beginning as a short word: what comes behind it must make no difference. */
            while (size > TOKEN_TABLE_KEY || (word[size] & 0xC0) == 0x80)
                size--;
            if (size == 0)
                continue;
            pieces = wordpiece_split_short(vocabulary, token_key_load(word), size, ids);
            assert_int_equal(pieces, greedy(vocabulary, word, size, wanted));
            assert_memory_equal(ids, wanted, pieces * sizeof *ids);
        }
        vocabulary_free(vocabulary);
        buffer_release(&lines);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_token),
        cmocka_unit_test(a_full_table),
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(words_in_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
