/*
 * partial_shuffle: the first elements of Python's shuffle(), and the same use of the stream.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "tools/mlm/partial_shuffle.h"

struct fixture {
    uint32_t *expected;
    uint16_t *shorts;
    uint8_t *bytes;
};

static void start(struct python_random *random, uint32_t seed) {
    python_random_init(random, &(struct random_seed){.words = {seed}, .count = 1});
}

static void check(const struct partial_shuffle *shuffle, struct fixture *fixture, uint32_t count,
                  uint32_t wanted) {
    struct python_random whole, partial;
    start(&whole, count + 1000 * wanted);
    start(&partial, count + 1000 * wanted);
    for (uint32_t i = 0; i < count; i++) {
        fixture->expected[i] = i;
        fixture->shorts[i] = (uint16_t)i;
    }
    python_random_shuffle(&whole, fixture->expected, count);
    shuffle->shorts(&partial, fixture->shorts, count, wanted);
    for (uint32_t i = 0; i < wanted; i++)
        assert_int_equal(fixture->shorts[i], fixture->expected[i]);
    uint32_t next = python_random_output(&whole);
    assert_int_equal(python_random_output(&partial), next);
    if (count > 255)
        return;
    start(&partial, count + 1000 * wanted);
    for (uint32_t i = 0; i < count; i++)
        fixture->bytes[i] = (uint8_t)i;
    shuffle->bytes(&partial, fixture->bytes, count, wanted);
    for (uint32_t i = 0; i < wanted; i++)
        assert_int_equal(fixture->bytes[i], fixture->expected[i]);
    assert_int_equal(python_random_output(&partial), next);
}

static void test_variants(void **state) {
    (void)state;
    static const uint32_t LONG[] = {257, 509, 511, 512, 513, 4096, 65535};
    struct fixture fixture = {malloc(65536 * sizeof(uint32_t)), malloc(65536 * sizeof(uint16_t)),
                              malloc(256)};
    assert_true(fixture.expected != NULL && fixture.shorts != NULL && fixture.bytes != NULL);
    size_t variants = 0;
    for (; partial_shuffle_variant(variants) != NULL; variants++) {
        const struct partial_shuffle *shuffle = partial_shuffle_variant(variants);
        for (uint32_t count = 0; count <= 256; count++)
            for (uint32_t wanted = 0; wanted <= count; wanted += wanted < 4 ? 1 : count / 9 + 1)
                check(shuffle, &fixture, count, wanted);
        for (size_t i = 0; i < sizeof LONG / sizeof *LONG; i++)
            for (uint32_t wanted = 0; wanted <= LONG[i]; wanted += LONG[i] / 7 + 1)
                check(shuffle, &fixture, LONG[i], wanted);
    }
    assert_ptr_equal(partial_shuffle_best(), partial_shuffle_variant(variants - 1));
    free(fixture.expected);
    free(fixture.shorts);
    free(fixture.bytes);
}

static void test_room(void **state) {
    (void)state;
    assert_int_equal(partial_shuffle_room(0), 1);
    assert_int_equal(partial_shuffle_room(1), 2);
    assert_int_equal(partial_shuffle_room(127), 128);
    assert_int_equal(partial_shuffle_room(128), 256);
    assert_int_equal(partial_shuffle_room(255), 256);
    assert_int_equal(partial_shuffle_room(256), 512);
    assert_int_equal(partial_shuffle_room(PARTIAL_SHUFFLE_MAX), 65536);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
