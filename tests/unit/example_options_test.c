/*
 * example_options: a sentence for each mistake, a warning for what breaks a known trainer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "tools/mlm/example_options.h"

static struct example_options good_options(void) {
    struct example_options options;
    example_options_init(&options);
    options.vocabulary_size = 100;
    options.replacement_count = 100;
    options.cls_id = 1;
    options.sep_id = 2;
    options.mask_id = 3;
    return options;
}

static void refuse(const struct example_options *options, const char *words) {
    struct error error;
    assert_int_equal(example_options_check(options, &error), STATUS_USAGE);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' is not in '%s'", words, error.message);
}

static void accept(const struct example_options *options) {
    struct error error = {.message = ""};
    if (example_options_check(options, &error) != STATUS_OK)
        fail_msg("refused: %s", error.message);
}

static void test_good(void **state) {
    (void)state;
    static const uint32_t LIST[] = {99, 0};
    struct example_options options = good_options();
    accept(&options);
    assert_int_equal(options.max_seq_length, 128);
    assert_int_equal(options.max_predictions_per_seq, 20);
    assert_true(options.masked_lm_prob == 0.15 && options.short_seq_prob == 0.1);
    assert_int_equal(options.dupe_factor, 5);
    assert_int_equal(options.seed.words[0], 12345);
    options.max_seq_length = 5;
    options.max_predictions_per_seq = 0;
    options.masked_lm_prob = 0;
    options.short_seq_prob = 1;
    accept(&options);
    options.max_seq_length = 65535;
    options.replacements = LIST;
    options.replacement_count = 2;
    accept(&options);
}

static void test_lengths(void **state) {
    (void)state;
    struct example_options options = good_options();
    options.max_seq_length = 4;
    refuse(&options, "--max-seq-length is 4; give a length from 5 to 65535");
    options.max_seq_length = 65536;
    refuse(&options, "--max-seq-length is 65536");
    options = good_options();
    options.dupe_factor = 0;
    refuse(&options, "--dupe-factor is 0");
    options = good_options();
    options.seed.count = 0;
    refuse(&options, "seed");
}

static void test_probabilities(void **state) {
    (void)state;
    static const double BAD[] = {-0.1, 1.1, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct example_options options = good_options();
        options.masked_lm_prob = BAD[i];
        refuse(&options, "--masked-lm-prob");
        options = good_options();
        options.short_seq_prob = BAD[i];
        refuse(&options, "--short-seq-prob");
    }
}

static void test_ids(void **state) {
    (void)state;
    static const uint32_t LIST[] = {0, 100, 1};
    struct example_options options = good_options();
    options.cls_id = 100;
    refuse(&options, "id 100 of [CLS] is not in the vocabulary of 100 tokens");
    options = good_options();
    options.sep_id = 100;
    refuse(&options, "[SEP]");
    options = good_options();
    options.mask_id = 100;
    refuse(&options, "[MASK]");
    options = good_options();
    options.replacement_count = 101;
    refuse(&options, "id 100 of a random replacement");
    options.replacements = LIST;
    options.replacement_count = 3;
    refuse(&options, "id 100 of a random replacement");
    options.replacement_count = 0;
    refuse(&options, "no tokens to draw random ones from");
}

struct warnings {
    unsigned count;
    char last[512];
};

static void take_warning(void *context, const char *sentence) {
    struct warnings *warnings = context;
    warnings->count++;
    assert_true(strlen(sentence) < sizeof warnings->last);
    assert_true(sentence[strlen(sentence) - 1] != '.');
    memcpy(warnings->last, sentence, strlen(sentence) + 1);
}

static void expect_warnings(uint32_t length, uint32_t predictions, double probability,
                            unsigned count, const char *words) {
    struct warnings warnings = {0};
    struct example_options options = good_options();
    options.max_seq_length = length;
    options.max_predictions_per_seq = predictions;
    options.masked_lm_prob = probability;
    example_options_warnings(&options, take_warning, &warnings);
    assert_int_equal(warnings.count, count);
    if (strstr(warnings.last, words) == NULL)
        fail_msg("'%s' is not in '%s'", words, warnings.last);
}

static void test_warnings(void **state) {
    (void)state;
    expect_warnings(128, 20, 0.15, 0, "");
    expect_warnings(512, 80, 0.15, 0, "");
    expect_warnings(128, 19, 0.15, 1, "give 20 or more");
    expect_warnings(128, 19, 0.15, 1, "PaddleNLP");
    expect_warnings(128, 19, 0.15, 1, "can have 19 predictions");
    expect_warnings(128, 5, 0.15, 1, "can have 5 predictions");
    expect_warnings(512, 77, 0.15, 1, "give 78 or more");
    expect_warnings(10, 7, 1, 1, "give 8 or more");
    expect_warnings(10, 8, 1, 0, "");
    expect_warnings(128, 0, 0.15, 1, "masks nothing");
    expect_warnings(513, 80, 0.15, 1, "512 positions");
    expect_warnings(1024, 20, 0.15, 2, "512 positions");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),          cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_probabilities), cmocka_unit_test(test_ids),
        cmocka_unit_test(test_warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
