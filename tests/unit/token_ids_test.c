/* Token ids of every text of the sample equal the reference's, whole and in pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/text/utf8.h"

struct mode {
    const char *name;
    const char *vocabulary;
    bool lower_case;
};

static const struct mode UNCASED = {"uncased", "vocab.txt", true};
static const struct mode CASED = {"cased", "vocab-cased.txt", false};

/* The file of ids for a text, which lies in edge/ or not. */
static void ids_path(char path[1024], const char *text, const char *mode) {
    const char *slash = strrchr(text, '/');
    const char *dot = strrchr(text, '.');
    bool edge = strstr(text, "/edge/") != NULL;
    snprintf(path, 1024, SAMPLE "golden/tok/%s%.*s.%s.ids", edge ? "edge_" : "",
             (int)(dot - slash - 1), slash + 1, mode);
    struct buffer bytes = BUFFER_INIT;
    if (!sample_read(&bytes, path))
        snprintf(path, 1024, SAMPLE "golden/tok/%.*s.%s.ids", (int)(dot - slash - 1), slash + 1,
                 mode);
    buffer_release(&bytes);
}

static void compare(const struct mode *mode, struct document_tokenizer *tokenizer, const char *path,
                    size_t most) {
    struct error error;
    struct buffer text = BUFFER_INIT;
    struct buffer expected = BUFFER_INIT;
    char golden[1024];
    ids_path(golden, path, mode->name);
    if (!sample_read(&text, path) || !sample_read(&expected, golden))
        fail_msg("%s or %s is not there", path, golden);
    for (size_t piece = 0; piece <= most; piece++) {
        struct sample_ids ids = {.begun = false};
        size_t size = piece == 0 ? text.size + 1 : piece;
        sample_require(sample_tokenize(tokenizer, &ids, buffer_view(&text), size, &error), &error);
        if (ids.text.size != expected.size ||
            (expected.size > 0 && memcmp(ids.text.data, expected.data, expected.size) != 0))
            fail_msg("%s, %s, in pieces of %zu bytes: wrong ids", path, mode->name, size);
        sample_ids_release(&ids);
    }
    buffer_release(&text);
    buffer_release(&expected);
}

static void every_text_of_the_sample_has_the_ids_of_the_reference(void **state) {
    const struct mode *mode = *state;
    glob_t texts;
    char path[1024];
    snprintf(path, sizeof path, SAMPLE "%s", mode->vocabulary);
    struct vocabulary *vocabulary = sample_vocabulary(path);
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, mode->lower_case);
    struct document_tokenizer tokenizer;
    document_tokenizer_init(&tokenizer, bert, true);
    assert_int_equal(glob(SAMPLE "edge/*.txt", 0, NULL, &texts), 0);
    assert_true(texts.gl_pathc >= 39);
    for (size_t i = 0; i < texts.gl_pathc; i++) {
        /* The random text is large: in pieces of a few sizes only. */
        bool large = strstr(texts.gl_pathv[i], "random") != NULL;
        compare(mode, &tokenizer, texts.gl_pathv[i], large ? 3 : 70);
    }
    compare(mode, &tokenizer, SAMPLE "sample.txt", 70);
    globfree(&texts);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    vocabulary_free(vocabulary);
}

/* The text with U+FFFD for each malformed sequence; returns how many, the first one's offset too.
 */
static uint64_t replace_malformed(struct buffer *replaced, uint64_t *first, struct view text) {
    struct error error;
    uint64_t count = 0;
    for (size_t at = 0; at < text.size;) {
        uint32_t code_point;
        size_t size = utf8_decode(text.data + at, text.size - at, &code_point);
        bool malformed = size == 0 || code_point == UTF8_MALFORMED;
        if (size == 0)
            size = text.size - at;
        if (malformed && count++ == 0)
            *first = at;
        sample_require(malformed ? buffer_append(replaced, "\xEF\xBF\xBD", 3, &error)
                                 : buffer_append(replaced, text.data + at, size, &error),
                       &error);
        at += size;
    }
    return count;
}

static void compare_malformed(struct document_tokenizer *tokenizer, const char *path) {
    struct error error;
    struct buffer text = BUFFER_INIT;
    struct buffer replaced = BUFFER_INIT;
    struct sample_ids expected = {.begun = false};
    uint64_t first = UINT64_MAX;
    assert_true(sample_read(&text, path));
    uint64_t count = replace_malformed(&replaced, &first, buffer_view(&text));
    assert_true(count > 0);
    sample_require(
        sample_tokenize(tokenizer, &expected, buffer_view(&replaced), replaced.size, &error),
        &error);
    assert_int_equal(tokenizer->counts.malformed, 0);
    for (size_t piece = 1; piece <= text.size; piece++) {
        struct sample_ids ids = {.begun = false};
        sample_require(sample_tokenize(tokenizer, &ids, buffer_view(&text), piece, &error), &error);
        assert_int_equal(ids.text.size, expected.text.size);
        assert_memory_equal(ids.text.data, expected.text.data, expected.text.size);
        assert_int_equal(tokenizer->counts.malformed, count);
        assert_int_equal(tokenizer->malformed[0].byte, first);
        sample_ids_release(&ids);
    }
    sample_ids_release(&expected);
    buffer_release(&text);
    buffer_release(&replaced);
}

static void malformed_texts_are_read_as_with_replacement_characters(void **state) {
    const struct mode *mode = *state;
    glob_t texts;
    char path[1024];
    snprintf(path, sizeof path, SAMPLE "%s", mode->vocabulary);
    struct vocabulary *vocabulary = sample_vocabulary(path);
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, mode->lower_case);
    struct document_tokenizer tokenizer;
    document_tokenizer_init(&tokenizer, bert, false);
    assert_int_equal(glob(SAMPLE "edge/malformed/*.txt", 0, NULL, &texts), 0);
    assert_true(texts.gl_pathc >= 9);
    for (size_t i = 0; i < texts.gl_pathc; i++)
        compare_malformed(&tokenizer, texts.gl_pathv[i]);
    globfree(&texts);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    vocabulary_free(vocabulary);
}

static void wikipedia_has_the_ids_of_the_reference(void **state) {
    const struct mode *mode = *state;
    const char *shared = getenv("MLMPREP_SHARED");
    char path[1024];
    struct buffer text = BUFFER_INIT;
    struct buffer expected = BUFFER_INIT;
    struct error error;
    shared = shared != NULL ? shared : "../shared";
    snprintf(path, sizeof path, "%s/golden/wiki_valid.%s.ids", shared, mode->name);
    if (!sample_read(&expected, path)) {
        print_message("# %s is not there\n", path);
        skip();
    }
    snprintf(path, sizeof path, "%s/golden/wiki_valid.txt", shared);
    assert_true(sample_read(&text, path));
    snprintf(path, sizeof path, "%s/golden/bert-base-%s-vocab.txt", shared, mode->name);
    struct vocabulary *vocabulary = sample_vocabulary(path);
    struct bert_tokenizer *bert = sample_tokenizer(vocabulary, mode->lower_case);
    struct document_tokenizer tokenizer;
    document_tokenizer_init(&tokenizer, bert, true);
    struct sample_ids ids = {.begun = false};
    sample_require(sample_tokenize(&tokenizer, &ids, buffer_view(&text), 4096, &error), &error);
    assert_int_equal(ids.text.size, expected.size);
    assert_memory_equal(ids.text.data, expected.data, expected.size);
    sample_ids_release(&ids);
    document_tokenizer_release(&tokenizer);
    bert_tokenizer_free(bert);
    vocabulary_free(vocabulary);
    buffer_release(&text);
    buffer_release(&expected);
}

#define TEST(function, mode)                                                                       \
    { #function " (" #mode ")", function, NULL, NULL, (void *)(uintptr_t) & (mode) }

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_text_of_the_sample_has_the_ids_of_the_reference, UNCASED),
        TEST(every_text_of_the_sample_has_the_ids_of_the_reference, CASED),
        TEST(malformed_texts_are_read_as_with_replacement_characters, UNCASED),
        TEST(malformed_texts_are_read_as_with_replacement_characters, CASED),
        TEST(wikipedia_has_the_ids_of_the_reference, UNCASED),
        TEST(wikipedia_has_the_ids_of_the_reference, CASED),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
