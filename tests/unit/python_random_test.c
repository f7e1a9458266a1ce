/*
 * python_random and random_seed: equal to CPython.
 *
 * The table was printed by CPython 3.11's random.Random, called for each seed in the order of
 * test_stream.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tools/mlm/python_random.h"
#include "tools/mlm/random_seed.h"

static const uint32_t BOUNDS[] = {1U,          2U,          3U,         17U,    44U,
                                  128U,        1000U,       30522U,     65536U, 65537U,
                                  2147483648U, 2147483649U, 4294967295U};

enum { BOUND_COUNT = sizeof BOUNDS / sizeof *BOUNDS, RANDOM_COUNT = 3, LONG_SHUFFLE = 1000 };

struct stream {
    const char *seed;
    uint64_t weighted_sum;        /* shuffle() of 0 to 999: sum of (index + 1) * number */
    double randoms[RANDOM_COUNT]; /* random() */
    uint32_t bits[32];            /* getrandbits(1) to getrandbits(32) */
    uint32_t below[BOUND_COUNT];  /* _randbelow(BOUNDS[i]) */
    uint32_t shuffled[10];        /* shuffle() of 0 to 9 */
    uint32_t later;               /* getrandbits(32) after 5000 of them */
};

static const struct stream STREAMS[] = {
    {.seed = "0",
     .randoms = {0x1.b0580f98a7dbep-1, 0x1.84129978f9c1ap-1, 0x1.aeaa51052e978p-2},
     .bits = {0U,         3U,         4U,          7U,         12U,       58U,        100U,
              212U,       155U,       991U,        976U,       1466U,     4779U,      14608U,
              29757U,     14315U,     66150U,      36509U,     147764U,   146534U,    1585036U,
              397749U,    5187255U,   13411749U,   8405597U,   66253843U, 122104075U, 142958961U,
              527628934U, 757172936U, 1739928271U, 2585149702U},
     .below = {0U, 1U, 0U, 2U, 43U, 84U, 483U, 18343U, 13199U, 46372U, 1864753826U, 1358054485U,
               2623739577U},
     .shuffled = {1, 6, 5, 0, 2, 4, 9, 7, 8, 3},
     .weighted_sum = 253463178,
     .later = 1943062719U},
    {.seed = "1",
     .randoms = {0x1.132d8f91b7584p-3, 0x1.b1e2d5b3584f8p-1, 0x1.870d778409f13p-1},
     .bits = {0U,         0U,         3U,          12U,        14U,       30U,       83U,
              97U,        403U,       214U,        192U,       1998U,     232U,      14636U,
              27386U,     25546U,     56723U,      159236U,    399654U,   804423U,   4416U,
              2918534U,   3736178U,   4468285U,    24210865U,  53809656U, 30703945U, 158686540U,
              507488340U, 109765575U, 1935800732U, 1363349907U},
     .below = {0U, 0U, 0U, 0U, 24U, 55U, 992U, 13831U, 3806U, 29057U, 1880712864U, 2129497364U,
               2374513802U},
     .shuffled = {4, 6, 0, 2, 7, 1, 8, 9, 5, 3},
     .weighted_sum = 250431502,
     .later = 310306022U},
    {.seed = "-12345",
     .randoms = {0x1.aa9e665dc8a18p-2, 0x1.4d392d1f6f840p-7, 0x1.a68177b361de3p-1},
     .bits = {0U,         3U,         2U,          14U,       6U,        17U,        72U,
              111U,       82U,        382U,        254U,      3580U,     3546U,      4277U,
              18418U,     41105U,     22851U,      160371U,   290047U,   195883U,    744282U,
              3096019U,   8036829U,   12295512U,   3063321U,  35637675U, 131350836U, 197404884U,
              221254915U, 628195046U, 1082192973U, 715425150U},
     .below = {0U, 0U, 2U, 2U, 12U, 87U, 329U, 770U, 60140U, 44501U, 115405912U, 1784466476U,
               14837456U},
     .shuffled = {1, 4, 6, 5, 3, 9, 7, 8, 2, 0},
     .weighted_sum = 245480902,
     .later = 2600109928U},
    {.seed = "4294967301",
     .randoms = {0x1.4218067c49768p-3, 0x1.21442cf1e9172p-2, 0x1.357affb575f81p-1},
     .bits = {0U,         1U,         5U,         2U,         24U,       60U,       118U,
              211U,       339U,       997U,       1015U,      2991U,     2903U,     15340U,
              24719U,     60980U,     106727U,    63514U,     165036U,   768634U,   1416072U,
              3504336U,   6704337U,   13275026U,  29680463U,  45837794U, 26458259U, 259761549U,
              269860327U, 171286323U, 865484597U, 1956571982U},
     .below = {0U, 1U, 2U, 0U, 40U, 29U, 379U, 6203U, 37625U, 39645U, 1846015770U, 1060926495U,
               2329950305U},
     .shuffled = {7, 8, 2, 5, 4, 1, 9, 3, 0, 6},
     .weighted_sum = 249891648,
     .later = 602851639U},
    {.seed = "12345",
     .randoms = {0x1.aa9e665dc8a18p-2, 0x1.4d392d1f6f840p-7, 0x1.a68177b361de3p-1},
     .bits = {0U,         3U,         2U,          14U,       6U,        17U,        72U,
              111U,       82U,        382U,        254U,      3580U,     3546U,      4277U,
              18418U,     41105U,     22851U,      160371U,   290047U,   195883U,    744282U,
              3096019U,   8036829U,   12295512U,   3063321U,  35637675U, 131350836U, 197404884U,
              221254915U, 628195046U, 1082192973U, 715425150U},
     .below = {0U, 0U, 2U, 2U, 12U, 87U, 329U, 770U, 60140U, 44501U, 115405912U, 1784466476U,
               14837456U},
     .shuffled = {1, 4, 6, 5, 3, 9, 7, 8, 2, 0},
     .weighted_sum = 245480902,
     .later = 2600109928U},
    {.seed = "12551164187995604260",
     .randoms = {0x1.c869a2f9ecc92p-1, 0x1.2de3233099e88p-3, 0x1.3ee4846c1b76fp-1},
     .bits = {0U,         1U,         1U,         1U,         18U,       31U,       42U,
              157U,       389U,       732U,       1380U,      4069U,     6965U,     11648U,
              13437U,     11428U,     56809U,     249925U,    225521U,   31877U,    928895U,
              3936189U,   7800781U,   10745535U,  11996094U,  14980922U, 46416809U, 171989308U,
              371897838U, 256166284U, 578255781U, 1287606589U},
     .below = {0U, 0U, 1U, 15U, 21U, 42U, 356U, 4331U, 13642U, 2329U, 1588671983U, 297299244U,
               1097669273U},
     .shuffled = {6, 4, 1, 3, 9, 7, 0, 8, 5, 2},
     .weighted_sum = 249277738,
     .later = 1684817105U},
    {.seed = "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345"
             "678901234567890",
     .randoms = {0x1.72031aded05aep-2, 0x1.e16e0bf995442p-1, 0x1.cfe00f84f0d4cp-1},
     .bits = {1U,         0U,          2U,         3U,         19U,       44U,       47U,
              0U,         368U,        411U,       354U,       1717U,     1857U,     15441U,
              8234U,      4130U,       34395U,     139217U,    517280U,   170029U,   698902U,
              813676U,    5053494U,    4771790U,   29524443U,  55426996U, 66785239U, 127875742U,
              463801473U, 1000932434U, 301963176U, 1589089437U},
     .below = {0U, 1U, 2U, 8U, 21U, 42U, 771U, 19060U, 52606U, 30985U, 1919129929U, 1976402206U,
               697038885U},
     .shuffled = {2, 9, 5, 0, 3, 7, 1, 8, 4, 6},
     .weighted_sum = 249116097,
     .later = 2381845168U},
};

static void start(struct python_random *random, const char *text) {
    struct random_seed seed;
    struct error error;
    assert_int_equal(random_seed_from_text(&seed, text, &error), STATUS_OK);
    python_random_init(random, &seed);
}

static void test_stream(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof STREAMS / sizeof *STREAMS; i++) {
        const struct stream *expected = &STREAMS[i];
        struct python_random random;
        start(&random, expected->seed);
        for (size_t j = 0; j < RANDOM_COUNT; j++)
            assert_true(python_random_double(&random) == expected->randoms[j]);
        for (unsigned bits = 1; bits <= 32; bits++)
            assert_int_equal(python_random_bits(&random, bits), expected->bits[bits - 1]);
        for (size_t j = 0; j < BOUND_COUNT; j++)
            assert_int_equal(python_random_below(&random, BOUNDS[j]), expected->below[j]);
        uint32_t numbers[LONG_SHUFFLE];
        for (uint32_t j = 0; j < LONG_SHUFFLE; j++)
            numbers[j] = j;
        python_random_shuffle(&random, numbers, 10);
        assert_memory_equal(numbers, expected->shuffled, sizeof expected->shuffled);
        for (uint32_t j = 0; j < LONG_SHUFFLE; j++)
            numbers[j] = j;
        python_random_shuffle(&random, numbers, LONG_SHUFFLE);
        uint64_t sum = 0;
        for (uint32_t j = 0; j < LONG_SHUFFLE; j++)
            sum += (uint64_t)(j + 1) * numbers[j];
        assert_int_equal(sum, expected->weighted_sum);
        for (int j = 0; j < 5000; j++)
            (void)python_random_output(&random);
        assert_int_equal(python_random_output(&random), expected->later);
    }
}

/* The branch-free loops against one draw at a time, over borders of width and of block. */
static void test_shuffle_equals_single_draws(void **state) {
    (void)state;
    static const uint32_t COUNTS[] = {2, 3, 4, 64, 127, 128, 129, 255, 256, 257, 700, 4096, 65537};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        struct python_random one, other;
        start(&one, "99");
        start(&other, "99");
        uint32_t *numbers = calloc(COUNTS[i], sizeof *numbers);
        uint32_t *expected = calloc(COUNTS[i], sizeof *expected);
        assert_true(numbers != NULL && expected != NULL);
        for (uint32_t j = 0; j < COUNTS[i]; j++)
            numbers[j] = expected[j] = j;
        python_random_shuffle(&one, numbers, COUNTS[i]);
        for (uint32_t bound = COUNTS[i]; bound > 1; bound--) {
            uint32_t drawn = python_random_below(&other, bound);
            uint32_t moved = expected[bound - 1];
            expected[bound - 1] = expected[drawn];
            expected[drawn] = moved;
        }
        assert_memory_equal(numbers, expected, COUNTS[i] * sizeof *numbers);
        assert_int_equal(python_random_output(&one), python_random_output(&other));
        free(numbers);
        free(expected);
    }
}

/* Every variant of the block makes the numbers of the one in plain C. */
static void test_variants_make_the_same_blocks(void **state) {
    (void)state;
    static const uint32_t SEED[] = {19650218, 5};
    uint32_t expected_state[MERSENNE_TWISTER_BLOCK], state_of_variant[MERSENNE_TWISTER_BLOCK];
    uint32_t expected[MERSENNE_TWISTER_BLOCK], outputs[MERSENNE_TWISTER_BLOCK];
    size_t variants = 0;
    for (; mersenne_twister_variant(variants) != NULL; variants++) {
        mersenne_twister_seed(expected_state, SEED, 2);
        mersenne_twister_seed(state_of_variant, SEED, 2);
        for (int block = 0; block < 20; block++) {
            mersenne_twister_variant(0)(expected_state, expected);
            mersenne_twister_variant(variants)(state_of_variant, outputs);
            assert_memory_equal(state_of_variant, expected_state, sizeof expected_state);
            assert_memory_equal(outputs, expected, sizeof expected);
        }
    }
    assert_ptr_equal(mersenne_twister_best(), mersenne_twister_variant(variants - 1));
    print_message("# %zu variants\n", variants);
}

/* Outputs asked for in portions of any size are those of the stream. */
static void test_reserve(void **state) {
    (void)state;
    struct python_random one, other;
    start(&one, "7");
    start(&other, "7");
    for (size_t i = 0; i < 3000; i++) {
        size_t count = i * 7919 % PYTHON_RANDOM_RESERVE + 1;
        const uint32_t *outputs = python_random_reserve(&one, count);
        for (size_t j = 0; j < count; j++)
            assert_int_equal(outputs[j], python_random_output(&other));
        one.next += count;
    }
}

static void test_below_half_equals_random(void **state) {
    (void)state;
    struct python_random one, other;
    start(&one, "5");
    start(&other, "5");
    for (int i = 0; i < 10000; i++)
        assert_int_equal(python_random_is_below_half(&one), python_random_double(&other) < 0.5);
}

static void test_between(void **state) {
    (void)state;
    struct python_random one, other;
    start(&one, "5");
    start(&other, "5");
    for (int i = 0; i < 1000; i++)
        assert_int_equal(python_random_between(&one, 2, 125), 2 + python_random_below(&other, 124));
}

static void test_short_shuffles_draw_nothing(void **state) {
    (void)state;
    struct python_random one, other;
    uint32_t number = 7;
    start(&one, "5");
    start(&other, "5");
    python_random_shuffle(&one, &number, 0);
    python_random_shuffle(&one, &number, 1);
    assert_int_equal(number, 7);
    assert_int_equal(python_random_output(&one), python_random_output(&other));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stream),
        cmocka_unit_test(test_shuffle_equals_single_draws),
        cmocka_unit_test(test_variants_make_the_same_blocks),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_below_half_equals_random),
        cmocka_unit_test(test_between),
        cmocka_unit_test(test_short_shuffles_draw_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
