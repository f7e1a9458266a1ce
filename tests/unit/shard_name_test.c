#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "formats/h5/shard_name.h"

static struct error error;

struct reading {
    const char *text;
    const char *corpus; /* NULL when it is not a shard's name */
    enum shard_name_split split;
    uint64_t number;
};

static const struct reading READINGS[] = {
    {"wikicorpus_en_training_0.hdf5", "wikicorpus_en", SHARD_NAME_TRAINING, 0},
    {"wikicorpus_en_training_17.txt", "wikicorpus_en", SHARD_NAME_TRAINING, 17},
    {"wikicorpus_en_test_3", "wikicorpus_en", SHARD_NAME_TEST, 3},
    {"a_training_10", "a", SHARD_NAME_TRAINING, 10},
    {"my_training_1_training_2.hdf5", "my_training_1", SHARD_NAME_TRAINING, 2},
    {"my_training_1_test_2.hdf5", "my_training_1", SHARD_NAME_TEST, 2},
    {"training_training_2", "training", SHARD_NAME_TRAINING, 2},
    {"__training_2", "_", SHARD_NAME_TRAINING, 2},
    {"x_training_18446744073709551615", "x", SHARD_NAME_TRAINING, UINT64_MAX},
    {"x.txt_training_1.txt", "x.txt", SHARD_NAME_TRAINING, 1},
    {"größe_test_1", "größe", SHARD_NAME_TEST, 1},
    {"a b_training_1", "a b", SHARD_NAME_TRAINING, 1},
    {"x_training_18446744073709551616", NULL, 0, 0},
    {"x_training_00", NULL, 0, 0},
    {"x_training_01", NULL, 0, 0},
    {"x_training_", NULL, 0, 0},
    {"x_training_1.hdf5.txt", NULL, 0, 0},
    {"x_training_1.txt.hdf5", NULL, 0, 0},
    {"x_training_1.h5", NULL, 0, 0},
    {"x_training_-1", NULL, 0, 0},
    {"x_training_1a", NULL, 0, 0},
    {"x_Training_1", NULL, 0, 0},
    {"x_training1", NULL, 0, 0},
    {"_training_1", NULL, 0, 0},
    {"training_1", NULL, 0, 0},
    {"._training_1", NULL, 0, 0},
    {".._test_1", NULL, 0, 0},
    {"a/b_training_1", NULL, 0, 0},
    {"a\n_training_1", NULL, 0, 0},
    {"a\x7f_training_1", NULL, 0, 0},
    {"", NULL, 0, 0},
    {"1", NULL, 0, 0},
    {".hdf5", NULL, 0, 0},
};

static void names_are_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof READINGS / sizeof READINGS[0]; i++) {
        const struct reading *reading = &READINGS[i];
        struct shard_name name;
        if (shard_name_parse(&name, view_of_string(reading->text)) != (reading->corpus != NULL))
            fail_msg("'%s'", reading->text);
        if (reading->corpus == NULL)
            continue;
        assert_int_equal(name.corpus.size, strlen(reading->corpus));
        assert_memory_equal(name.corpus.data, reading->corpus, name.corpus.size);
        assert_int_equal(name.split, reading->split);
        assert_int_equal(name.number, reading->number);
    }
}

static void names_are_made(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct shard_name name = {view_of_string("wikicorpus_en"), SHARD_NAME_TRAINING, 1023, 0};
    assert_int_equal(shard_name_append(&name, &text, &error), STATUS_OK);
    name.split = SHARD_NAME_TEST;
    name.number = 0;
    assert_int_equal(shard_name_append(&name, &text, &error), STATUS_OK);
    static const char BOTH[] = "wikicorpus_en_training_1023.hdf5wikicorpus_en_test_0.hdf5";
    assert_int_equal(text.size, strlen(BOTH));
    assert_memory_equal(text.data, BOTH, text.size);
    name.corpus = view_of_string("a/b");
    assert_int_equal(shard_name_append(&name, &text, &error), STATUS_USAGE);
    assert_string_equal(error.message, "'a/b' cannot name a corpus: it contains a slash");
    assert_int_equal(text.size, strlen(BOTH));
    buffer_release(&text);
}

static void corpora_are_checked(void **state) {
    (void)state;
    char long_name[202];
    memset(long_name, 'a', sizeof long_name);
    long_name[201] = '\0';
    const char *const bad[] = {"",  ".",    "..",   ".a",        "a/b",
                               "/", "a\tb", "\x7f", "a\x1b[31m", long_name};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(shard_name_check_corpus(view_of_string(bad[i]), &error), STATUS_USAGE);
        assert_null(strpbrk(error.message, "\t\x1b\x7f"));
    }
    const char *const good[] = {"a.b", "a", "wikicorpus_en", "ü", long_name + 1};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(shard_name_check_corpus(view_of_string(good[i]), &error), STATUS_OK);
    assert_int_equal(
        shard_name_check_corpus((struct view){(const unsigned char *)"a\0b", 3}, &error),
        STATUS_USAGE);
}

static void folders_are_named_as_trainers_expect(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct shard_name_parameters parameters = {"hdf5", true, 128, 20, 0.15, "12345", 5, ""};
    assert_int_equal(shard_name_append_folder(&parameters, &text, &error), STATUS_OK);
    static const char PHASE1[] = "hdf5_lower_case_1_seq_len_128_max_pred_20_masked_lm_prob_0.15_"
                                 "random_seed_12345_dupe_factor_5";
    assert_int_equal(text.size, strlen(PHASE1));
    assert_memory_equal(text.data, PHASE1, text.size);
    buffer_clear(&text);
    parameters = (struct shard_name_parameters){
        "hdf5", false, 512, 80, 0.1, "-98765432109876543210", 10, "_sop"};
    assert_int_equal(shard_name_append_folder(&parameters, &text, &error), STATUS_OK);
    static const char OTHER[] = "hdf5_lower_case_0_seq_len_512_max_pred_80_masked_lm_prob_0.1_"
                                "random_seed_-98765432109876543210_dupe_factor_10_sop";
    assert_int_equal(text.size, strlen(OTHER));
    assert_memory_equal(text.data, OTHER, text.size);
    static const char *const SEEDS[] = {"", "-", "1/2", "../x", "1 ", "0x1"};
    for (size_t i = 0; i < sizeof SEEDS / sizeof SEEDS[0]; i++) {
        parameters.random_seed = SEEDS[i];
        assert_int_equal(shard_name_append_folder(&parameters, &text, &error), STATUS_USAGE);
    }
    buffer_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(names_are_made),
        cmocka_unit_test(corpora_are_checked),
        cmocka_unit_test(folders_are_named_as_trainers_expect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
