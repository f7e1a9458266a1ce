/*
 * Inputs made to break the tokenizer: their ids, and memory that does not grow with them.
 *
 * Most have ten megabytes or more, which anything quadratic would not get through in a day.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/tokenizer_sample.h"

/* What may be allocated while such an input is read: batches, and what the kernel rounds up. */
#define GROWTH ((size_t)6 << 20)

enum { PIECE = 65536 };

static struct vocabulary *vocabulary;
static struct bert_tokenizer *bert;

static int set_up(void **state) {
    (void)state;
    vocabulary = sample_small_vocabulary("a\n##a\n,\n'\n\xCF\x83\n\xE4\xB8\x80\n1\n2\n##1\n##2\n");
    bert = sample_tokenizer(vocabulary, true);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    bert_tokenizer_free(bert);
    vocabulary_free(vocabulary);
    return 0;
}

/* The largest resident size since the process began, in bytes. */
static size_t peak_memory(void) {
    char line[256];
    size_t kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtoul(line + 6, NULL, 10);
    }
    if (file != NULL)
        fclose(file);
    return kilobytes * 1024;
}

/* A text of parts: `unit` so many times each. */
struct part {
    const char *unit;
    size_t count;
};

struct feeder {
    struct document_tokenizer tokenizer;
    struct token_batch batch;
    unsigned char piece[PIECE];
    size_t size;
    enum status status;
    struct error error;
};

static void hand_over(struct feeder *feeder) {
    if (feeder->status == STATUS_OK)
        feeder->status =
            document_tokenizer_feed(&feeder->tokenizer, (struct view){feeder->piece, feeder->size},
                                    &feeder->batch, &feeder->error);
    token_batch_clear(&feeder->batch);
    feeder->size = 0;
}

static void add(struct feeder *feeder, const char *unit, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (feeder->size == PIECE)
            hand_over(feeder);
        feeder->piece[feeder->size++] = (unsigned char)unit[i];
    }
}

/* Tokenizes a text and checks that memory stays; the status and counts are in the result. */
static struct feeder *read_parts(const struct part *parts, size_t count) {
    static struct feeder feeder;
    document_tokenizer_release(&feeder.tokenizer);
    token_batch_release(&feeder.batch);
    feeder.size = 0;
    feeder.status = STATUS_OK;
    document_tokenizer_init(&feeder.tokenizer, bert, false);
    document_tokenizer_begin(&feeder.tokenizer, "made");
    size_t before = peak_memory();
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < parts[i].count; j++)
            add(&feeder, parts[i].unit, strlen(parts[i].unit));
    }
    hand_over(&feeder);
    if (feeder.status == STATUS_OK)
        feeder.status =
            document_tokenizer_end_of_file(&feeder.tokenizer, &feeder.batch, &feeder.error);
    assert_true(peak_memory() - before < GROWTH);
    return &feeder;
}

#define READ(...)                                                                                  \
    read_parts((const struct part[]){__VA_ARGS__},                                                 \
               sizeof((const struct part[]){__VA_ARGS__}) / sizeof(struct part))

static void expect(const struct feeder *feeder, uint64_t documents, uint64_t sentences,
                   uint64_t tokens, uint64_t unknown) {
    if (feeder->status != STATUS_OK)
        fail_msg("%s", feeder->error.message);
    assert_int_equal(feeder->tokenizer.counts.documents, documents);
    assert_int_equal(feeder->tokenizer.counts.sentences, sentences);
    assert_int_equal(feeder->tokenizer.counts.tokens, tokens);
    assert_int_equal(feeder->tokenizer.counts.unknown_tokens, unknown);
}

static void words_and_lines_of_any_length(void **state) {
    (void)state;
    expect(READ({"a", 100000000}), 1, 1, 1, 1);
    expect(READ({"\xC3\xA1", 5000000}), 1, 1, 1, 1);
    expect(READ({"a ", 5000000}), 1, 1, 5000000, 0);
    expect(READ({",", 10000000}), 1, 1, 10000000, 0);
    expect(READ({"a,", 5000000}), 1, 1, 10000000, 0);
    expect(READ({"\xE4\xB8\x80", 4000000}), 1, 1, 4000000, 0);
}

static void any_number_of_lines(void **state) {
    (void)state;
    expect(READ({"\n", 10000000}), 0, 0, 0, 0);
    expect(READ({"\r", 10000000}), 0, 0, 0, 0);
    expect(READ({"a\n", 5000000}), 1, 5000000, 5000000, 0);
    expect(READ({"a\n\n", 5000000}), 5000000, 5000000, 5000000, 0);
    expect(READ({"\x01\n", 5000000}), 0, 0, 0, 0);
    expect(READ({"\r", 1000000}, {"\n", 1000000}), 0, 0, 0, 0);
}

static void characters_that_leave_nothing(void **state) {
    (void)state;
    expect(READ({"a", 1}, {"\xE2\x80\x8B", 4000000}, {"a", 1}), 1, 1, 2, 0);
    expect(READ({" ", 10000000}), 0, 0, 0, 0);
    expect(READ({"\xE3\x80\x80", 4000000}), 0, 0, 0, 0);
    struct feeder *feeder = READ({"a", 1}, {"\xFF", 5000000}, {"\xF0\x9F", 5000000});
    expect(feeder, 1, 1, 1, 0);
    assert_int_equal(feeder->tokenizer.counts.malformed, 10000000);
}

static void a_million_marks(void **state) {
    (void)state;
    expect(READ({"a", 1}, {"\xCC\x81", 1000000}), 1, 1, 1, 0);
    /* Marks that are kept, in descending order of class: a run of them is never sorted as a whole.
     */
    expect(READ({"a", 1}, {"\xE3\x80\xAE", 1000000}, {"\xE3\x80\xAA", 1000000}), 1, 1, 1, 1);
    expect(READ({"\xE3\x80\xAE\xF0\x96\xBF\xB0", 1000000}), 1, 1, 1, 1);
    expect(READ({"\xEA\xB0\x81", 1000000}), 1, 1, 1, 1);
}

static void sigmas(void **state) {
    (void)state;
    expect(READ({"\xCE\xA3", 5000000}), 1, 1, 1, 1);
    /* Only the last one is final, and that letter is not in the vocabulary. */
    expect(READ({"\xCE\xA3'", 5000000}), 1, 1, 10000000, 1);
    expect(READ({"a\xCE\xA3", 1}, {"'", 65000}, {"a", 1}), 1, 1, 65002, 1);
    expect(READ({"a'\xCE\xA3'", 2500000}), 1, 1, 10000000, 1);
    struct feeder *feeder = READ({"\n", 1}, {"a\xCE\xA3", 1}, {"'", 1000000}, {"a", 1});
    assert_int_equal(feeder->status, STATUS_FAILED);
    assert_non_null(strstr(feeder->error.message, "'made', line 2,"));
    assert_non_null(strstr(feeder->error.message, "capital sigma"));
    /* The tokenizer is good for another file. */
    expect(READ({"a", 1}), 1, 1, 1, 0);
}

static void words_that_are_all_different(void **state) {
    (void)state;
    static struct feeder feeder;
    document_tokenizer_init(&feeder.tokenizer, bert, false);
    document_tokenizer_begin(&feeder.tokenizer, "made");
    size_t before = peak_memory();
    for (uint32_t i = 0; i < 1000000; i++) {
        char word[24];
        size_t size = 0;
        for (uint32_t bits = i | 1u << 22; bits > 1; bits >>= 1)
            word[size++] = bits & 1 ? '1' : '2';
        word[size++] = ' ';
        add(&feeder, word, size);
    }
    hand_over(&feeder);
    assert_true(peak_memory() - before < GROWTH);
    expect(&feeder, 1, 1, (uint64_t)22 * 1000000, 0);
    token_batch_release(&feeder.batch);
    document_tokenizer_release(&feeder.tokenizer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_lines_of_any_length),
        cmocka_unit_test(any_number_of_lines),
        cmocka_unit_test(characters_that_leave_nothing),
        cmocka_unit_test(a_million_marks),
        cmocka_unit_test(sigmas),
        cmocka_unit_test(words_that_are_all_different),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
