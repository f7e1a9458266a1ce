/*
 * random_seed: words of decimal numbers, and seeds of single shards, as Python computes them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tools/mlm/python_random.h"
#include "tools/mlm/random_seed.h"

static void expect_words(const char *text, size_t count, uint32_t low, uint32_t high) {
    struct random_seed seed;
    struct error error;
    assert_int_equal(random_seed_from_text(&seed, text, &error), STATUS_OK);
    assert_int_equal(seed.count, count);
    assert_int_equal(seed.words[0], low);
    assert_int_equal(seed.words[seed.count - 1], high);
}

static void test_words(void **state) {
    (void)state;
    expect_words("0", 1, 0, 0);
    expect_words("-0", 1, 0, 0);
    expect_words("000", 1, 0, 0);
    expect_words("12345", 1, 12345, 12345);
    expect_words("-12345", 1, 12345, 12345);
    expect_words("+00012345", 1, 12345, 12345);
    expect_words("4294967295", 1, UINT32_MAX, UINT32_MAX);
    expect_words("4294967296", 2, 0, 1);
    expect_words("4294967301", 2, 5, 1);
    expect_words("12551164187995604260", 2, 2132084004U, 2922295636U);
}

static void test_longest(void **state) {
    (void)state;
    char text[RANDOM_SEED_DIGITS + 2];
    memset(text, '9', sizeof text);
    text[RANDOM_SEED_DIGITS] = '\0';
    expect_words(text, RANDOM_SEED_WORDS, UINT32_MAX, 63846087U);
    struct random_seed seed;
    struct error error;
    struct python_random random;
    assert_int_equal(random_seed_from_text(&seed, text, &error), STATUS_OK);
    python_random_init(&random, &seed);
    assert_int_equal(python_random_output(&random), 3300891924U);

    text[RANDOM_SEED_DIGITS] = '9';
    text[RANDOM_SEED_DIGITS + 1] = '\0';
    assert_int_equal(random_seed_from_text(&seed, text, &error), STATUS_USAGE);
}

static void test_refused(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"",    "-",   "+",     " 1",   "1 ", "1.0", "1e3",
                                        "0x1", "--1", "1_000", "seed", "١",  "12a"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        struct random_seed seed;
        struct error error;
        assert_int_equal(random_seed_from_text(&seed, TEXTS[i], &error), STATUS_USAGE);
        assert_non_null(strstr(error.message, TEXTS[i]));
        assert_int_equal(random_seed_for_shard(&seed, TEXTS[i], "x", &error), STATUS_USAGE);
    }
}

/* int.from_bytes(hashlib.sha256(b"12345:wiki_training_0").digest()[:8], "little") and so on. */
static void test_shard(void **state) {
    (void)state;
    static const char *const EQUAL[] = {"12345", "-12345", "0012345", "+12345"};
    struct random_seed seed;
    struct error error;
    for (size_t i = 0; i < sizeof EQUAL / sizeof *EQUAL; i++) {
        assert_int_equal(random_seed_for_shard(&seed, EQUAL[i], "wiki_training_0", &error),
                         STATUS_OK);
        assert_int_equal(seed.count, 2);
        assert_int_equal(seed.words[0], 355142859);
        assert_int_equal(seed.words[1], 3310035128U);
    }
    assert_int_equal(random_seed_for_shard(&seed, "12345", "", &error), STATUS_OK);
    assert_int_equal(seed.words[0], 1400868146);
    assert_int_equal(seed.words[1], 1987889596);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_shard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
