/* vocabulary and wordpiece: lines and ids, what is refused, longest match first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/vocabulary_digest.h"
#include "tokenizer/vocabulary_sort.h"
#include "tokenizer/wordpiece.h"

#define SPECIAL "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"

static enum status load(struct vocabulary **vocabulary, const char *bytes, size_t size,
                        struct error *error) {
    struct byte_source source;
    byte_source_from_memory(&source, (struct view){(const unsigned char *)bytes, size}, "v.txt");
    return vocabulary_load(vocabulary, &source, error);
}

static uint32_t find(const struct vocabulary *vocabulary, const char *token) {
    return vocabulary_find(vocabulary, view_of_string(token));
}

static void lines_of_all_kinds_have_numbers(void **state) {
    (void)state;
    struct error error;
    struct vocabulary *vocabulary;
    static const char BYTES[] = SPECIAL "five\r\n six \r\n\n\xC2\xA0"
                                        "eight\xE3\x80\x80\rnine\r\x1C\r\neleven";
    sample_require(load(&vocabulary, BYTES, sizeof BYTES - 1, &error), &error);
    assert_int_equal(vocabulary_size(vocabulary), 12);
    assert_int_equal(find(vocabulary, "[PAD]"), 0);
    assert_int_equal(find(vocabulary, "five"), 5);
    assert_int_equal(find(vocabulary, "six"), 6);
    assert_int_equal(vocabulary_token(vocabulary, 7).size, 0);
    assert_int_equal(find(vocabulary, "eight"), 8);
    assert_int_equal(find(vocabulary, "nine"), 9);
    assert_int_equal(vocabulary_token(vocabulary, 10).size, 0);
    assert_int_equal(find(vocabulary, "eleven"), 11);
    assert_int_equal(find(vocabulary, "eleve"), TOKEN_TRIE_NONE);
    assert_int_equal(find(vocabulary, "elevens"), TOKEN_TRIE_NONE);
    assert_int_equal(find(vocabulary, ""), TOKEN_TRIE_NONE);
    assert_int_equal(vocabulary_special(vocabulary, SPECIAL_MASK), 4);
    sample_require(vocabulary_check_size(vocabulary, 12, &error), &error);
    assert_int_equal(vocabulary_check_size(vocabulary, 13, &error), STATUS_FAILED);
    vocabulary_free(vocabulary);
}

static void of_a_repeated_token_the_last_line_counts(void **state) {
    (void)state;
    struct error error;
    struct vocabulary *vocabulary;
    static const char BYTES[] = "b\na\n" SPECIAL "a\n\nb\na\n[UNK]\n\nc\n";
    sample_require(load(&vocabulary, BYTES, sizeof BYTES - 1, &error), &error);
    assert_int_equal(vocabulary_size(vocabulary), 14);
    assert_int_equal(find(vocabulary, "a"), 10);
    assert_int_equal(find(vocabulary, "b"), 9);
    assert_int_equal(vocabulary_special(vocabulary, SPECIAL_UNK), 11);
    size_t count;
    const struct vocabulary_repeat *repeats = vocabulary_repeats(vocabulary, &count);
    static const uint32_t LINES[] = {0, 9, 1, 7, 10, 3, 11, 8, 12};
    static const size_t COUNTS[] = {2, 3, 2, 2};
    const uint32_t *line = LINES;
    assert_int_equal(count, 4);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(repeats[i].count, COUNTS[i]);
        for (size_t j = 0; j < repeats[i].count; j++)
            assert_int_equal(repeats[i].lines[j], *line++);
    }
    vocabulary_free(vocabulary);
}

static int by_bytes(const void *left, const void *right) {
    const char *a = *(const char *const *)left;
    const char *b = *(const char *const *)right;
    return strcmp(a, b);
}

/* Lines that differ early, late and in length, against the C library's order. */
static void tokens_are_sorted_by_their_bytes(void **state) {
    (void)state;
    enum { LINES = 4000, ROOM = 24 };
    static char lines[LINES][ROOM];
    static const char *wanted[LINES];
    static struct token_trie_entry entries[LINES];
    struct error error;
    uint32_t random = 5;
    for (uint32_t i = 0; i < LINES; i++) {
        random = random * 1664525 + 1013904223;
        size_t size = (random >> 24) % (ROOM - 1);
        for (size_t j = 0; j < size; j++) {
            random = random * 1664525 + 1013904223;
            /* Much alike in the beginning; bytes of both halves. */
            lines[i][j] = j < 10 ? (char)('a' + (random >> 28 == 0)) : (char)(random >> 24 | 1);
        }
        wanted[i] = lines[i];
        entries[i] = (struct token_trie_entry){view_of_string(lines[i]), i};
    }
    qsort(wanted, LINES, sizeof *wanted, by_bytes);
    sample_require(vocabulary_sort(entries, LINES, &error), &error);
    for (size_t i = 0; i < LINES; i++) {
        assert_int_equal(entries[i].token.size, strlen(wanted[i]));
        assert_memory_equal(entries[i].token.data, wanted[i], entries[i].token.size);
        if (i > 0 && strcmp(wanted[i], wanted[i - 1]) == 0)
            assert_true(entries[i].id > entries[i - 1].id);
    }
}

static void the_digest_is_of_the_file(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_vocabulary(SAMPLE "vocab.txt");
    struct buffer list = BUFFER_INIT;
    struct error error;
    assert_true(sample_read(&list, SAMPLE "golden/inputs.sha256"));
    sample_require(buffer_append(&list, "", 1, &error), &error);
    const char *at = strstr((const char *)list.data, "  vocab.txt");
    assert_non_null(at);
    char digest[SHA256_HEX_SIZE];
    vocabulary_digest(vocabulary, digest);
    assert_memory_equal(digest, at - 64, 64);
    assert_int_equal(vocabulary_size(vocabulary), 4000);
    size_t count;
    vocabulary_repeats(vocabulary, &count);
    assert_int_equal(count, 0);
    buffer_release(&list);
    vocabulary_free(vocabulary);
}

static void what_is_no_vocabulary_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        enum status status;
        const char *sentence;
    } CASES[] = {
        {"", 0, STATUS_CORRUPT, "is empty"},
        {"a\n[UNK]\n", 8, STATUS_NOT_OURS, "lacks [PAD], [CLS], [SEP], [MASK];"},
        {"a\nb\0c\n", 6, STATUS_NOT_OURS, "NUL byte in line 2, at byte 3"},
        {"a\r\nb\rc\xFF\n", 8, STATUS_CORRUPT, "malformed UTF-8 in line 3, at byte 6"},
        {"\xEF\xBB\xBF" SPECIAL, 3 + sizeof SPECIAL - 1, STATUS_NOT_OURS, "byte order mark"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct error error;
        struct vocabulary *vocabulary;
        assert_int_equal(load(&vocabulary, CASES[i].bytes, CASES[i].size, &error), CASES[i].status);
        assert_null(vocabulary);
        if (strstr(error.message, CASES[i].sentence) == NULL)
            fail_msg("%s", error.message);
    }
}

static void too_large_a_file_is_refused(void **state) {
    (void)state;
    struct error error;
    struct vocabulary *vocabulary;
    char *bytes = malloc(VOCABULARY_LARGEST_FILE + 1);
    assert_non_null(bytes);
    memset(bytes, 'a', VOCABULARY_LARGEST_FILE + 1);
    assert_int_equal(load(&vocabulary, bytes, VOCABULARY_LARGEST_FILE + 1, &error), STATUS_FAILED);
    free(bytes);
}

static void pieces_are_the_longest_from_the_left(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary(
        "un\n##aff\n##able\nunaff\n##a\nab\n##\n##b\n#\n\xC3\xA9\n##\xC3\xA9");
    static const struct {
        const char *word;
        size_t count;
        uint32_t ids[4];
    } CASES[] = {
        {"un", 1, {5}},
        {"unaffable", 2, {8, 7}},
        {"unaff", 1, {8}},
        {"unable", 2, {5, 7}},
        {"unab", 3, {5, 9, 12}},
        {"abab", 3, {10, 9, 12}},
        {"abc", 1, {1}},
        {"x", 1, {1}},
        {"b", 1, {1}},
        {"#", 1, {13}},
        {"\xC3\xA9\xC3\xA9", 2, {14, 15}},
        {"un\xC3\xA8", 1, {1}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        uint32_t ids[64];
        assert_int_equal(wordpiece_split(vocabulary, view_of_string(CASES[i].word), ids),
                         CASES[i].count);
        assert_memory_equal(ids, CASES[i].ids, CASES[i].count * sizeof ids[0]);
    }
    vocabulary_free(vocabulary);
}

/* The reference's loop: ever shorter ends, until the piece is in the list. */
static size_t split_naively(const struct vocabulary *vocabulary, struct view word, uint32_t *ids) {
    size_t count = 0;
    for (size_t start = 0; start < word.size;) {
        size_t end = word.size;
        char piece[64];
        uint32_t found = TOKEN_TRIE_NONE;
        for (; end > start && found == TOKEN_TRIE_NONE; end--) {
            snprintf(piece, sizeof piece, "%s%.*s", start > 0 ? "##" : "", (int)(end - start),
                     (const char *)word.data + start);
            for (uint32_t id = 0; id < vocabulary_size(vocabulary); id++) {
                struct view token = vocabulary_token(vocabulary, id);
                if (token.size == strlen(piece) && memcmp(token.data, piece, token.size) == 0)
                    found = id;
            }
        }
        if (found == TOKEN_TRIE_NONE) {
            ids[0] = 1;
            return 1;
        }
        ids[count++] = found;
        start = end + 1;
    }
    return count;
}

static void random_words_split_as_the_simplest_way_does(void **state) {
    (void)state;
    uint32_t random = 1;
    for (int round = 0; round < 60; round++) {
        struct buffer lines = BUFFER_INIT;
        struct error error;
        for (int i = 0; i < 40; i++) {
            char token[16] = "";
            size_t length = 0;
            random = random * 1664525 + 1013904223;
            if (random >> 31)
                length = (size_t)snprintf(token, sizeof token, "##");
            for (uint32_t left = 1 + (random >> 20) % 5; left > 0; left--) {
                random = random * 1664525 + 1013904223;
                token[length++] = "abz~"[random >> 30];
            }
            sample_require(buffer_format(&lines, &error, "%.*s\n", (int)length, token), &error);
        }
        sample_require(buffer_append(&lines, "", 1, &error), &error);
        struct vocabulary *vocabulary = sample_small_vocabulary((const char *)lines.data);
        for (int i = 0; i < 200; i++) {
            unsigned char word[12];
            uint32_t ids[12], expected[12];
            size_t size = 1 + (random >> 8) % 12;
            for (size_t j = 0; j < size; j++) {
                random = random * 1664525 + 1013904223;
                word[j] = (unsigned char)"abz~"[random >> 30];
            }
            size_t count = split_naively(vocabulary, (struct view){word, size}, expected);
            assert_int_equal(wordpiece_split(vocabulary, (struct view){word, size}, ids), count);
            assert_memory_equal(ids, expected, count * sizeof ids[0]);
        }
        vocabulary_free(vocabulary);
        buffer_release(&lines);
    }
}

static void a_trie_of_every_byte_and_one_long_path_holds(void **state) {
    (void)state;
    struct error error;
    struct token_trie trie;
    enum { COUNT = 65536, LONG = 1000000 };
    unsigned char *pairs = malloc((size_t)2 * COUNT);
    unsigned char *path = malloc(LONG);
    struct token_trie_entry *entries = calloc(COUNT + 1, sizeof *entries);
    if (pairs == NULL || path == NULL || entries == NULL)
        abort();
    for (size_t i = 0; i < COUNT; i++) {
        pairs[2 * i] = (unsigned char)(i >> 8);
        pairs[2 * i + 1] = (unsigned char)i;
        entries[i] = (struct token_trie_entry){{pairs + 2 * i, 2}, (uint32_t)i};
    }
    memset(path, 0xFF, LONG);
    entries[COUNT] = (struct token_trie_entry){{path, LONG}, COUNT};
    sample_require(token_trie_build(&trie, entries, COUNT + 1, &error), &error);
    for (uint32_t i = 0; i <= COUNT; i++) {
        uint32_t node = token_trie_walk(&trie, entries[i].token);
        assert_true(node != TOKEN_TRIE_LOST && token_trie_ends(&trie, node));
        assert_int_equal(trie.ids[node], i);
    }
    assert_int_equal(token_trie_walk(&trie, (struct view){(const unsigned char *)"abc", 3}),
                     TOKEN_TRIE_LOST);
    token_trie_release(&trie);
    free(entries);
    free(path);
    free(pairs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_all_kinds_have_numbers),
        cmocka_unit_test(of_a_repeated_token_the_last_line_counts),
        cmocka_unit_test(tokens_are_sorted_by_their_bytes),
        cmocka_unit_test(the_digest_is_of_the_file),
        cmocka_unit_test(what_is_no_vocabulary_is_refused),
        cmocka_unit_test(too_large_a_file_is_refused),
        cmocka_unit_test(pieces_are_the_longest_from_the_left),
        cmocka_unit_test(random_words_split_as_the_simplest_way_does),
        cmocka_unit_test(a_trie_of_every_byte_and_one_long_path_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
