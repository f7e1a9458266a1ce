#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "formats/h5/huffman_code.h"

static uint32_t number = 1;

static uint32_t next_number(uint32_t limit) {
    number = number * 1664525 + 1013904223;
    return (number >> 8) % limit;
}

/* The bits of the best code, by joining the two lightest trees again and again. */
static uint64_t best_bits(const uint32_t *counts, unsigned symbols) {
    uint64_t weights[HUFFMAN_CODE_SYMBOLS];
    unsigned trees = 0;
    uint64_t bits = 0;
    for (unsigned i = 0; i < symbols; i++) {
        if (counts[i] > 0)
            weights[trees++] = counts[i];
    }
    for (; trees > 1; trees--) {
        for (unsigned k = 0; k < 2; k++) {
            unsigned lightest = k;
            for (unsigned i = k; i < trees; i++)
                lightest = weights[i] < weights[lightest] ? i : lightest;
            uint64_t taken = weights[lightest];
            weights[lightest] = weights[k];
            weights[k] = taken;
        }
        bits += weights[0] + weights[1];
        weights[0] += weights[1];
        weights[1] = weights[trees - 1];
    }
    return bits;
}

static void check_code(const uint32_t *counts, unsigned symbols, unsigned longest) {
    uint8_t lengths[HUFFMAN_CODE_SYMBOLS];
    uint16_t words[HUFFMAN_CODE_SYMBOLS];
    uint32_t space = 0;
    uint64_t bits = 0;
    unsigned deepest = 0;
    huffman_code_lengths(lengths, counts, symbols, longest);
    huffman_code_words(words, lengths, symbols);
    for (unsigned i = 0; i < symbols; i++) {
        assert_int_equal(lengths[i] > 0, counts[i] > 0);
        assert_in_range(lengths[i], 0, longest);
        if (lengths[i] == 0)
            continue;
        space += 1U << (longest - lengths[i]);
        bits += (uint64_t)counts[i] * lengths[i];
        deepest = lengths[i] > deepest ? lengths[i] : deepest;
        assert_in_range(words[i], 0, (1U << lengths[i]) - 1);
        /* No word begins with another: first bits are lowest. */
        for (unsigned k = 0; k < i; k++) {
            unsigned shorter = lengths[k] < lengths[i] ? lengths[k] : lengths[i];
            assert_true(lengths[k] == 0 || ((words[k] ^ words[i]) & ((1U << shorter) - 1)) != 0);
        }
    }
    assert_int_equal(space, 1U << longest);
    uint64_t best = best_bits(counts, symbols);
    if (deepest < longest)
        assert_int_equal(bits, best);
    else
        assert_in_range(bits, best, best + best / 2);
}

static void codes_are_complete_and_short(void **state) {
    (void)state;
    for (unsigned turn = 0; turn < 600; turn++) {
        uint32_t counts[HUFFMAN_CODE_SYMBOLS] = {0};
        unsigned symbols = turn % 3 == 0 ? 19 : 2 + next_number(HUFFMAN_CODE_SYMBOLS - 1);
        unsigned longest = turn % 3 == 0 ? 7 : 14;
        uint32_t largest = turn % 2 == 0 ? 5 : 100000;
        for (unsigned i = 0; i < symbols; i++)
            counts[i] = next_number(1 + next_number(1 + next_number(largest)));
        counts[0]++;
        counts[symbols - 1]++;
        check_code(counts, symbols, longest);
    }
}

/* Counts that make words as long as can be. */
static void long_words_are_cut(void **state) {
    (void)state;
    uint32_t counts[40] = {1, 1};
    for (unsigned i = 2; i < 40; i++)
        counts[i] = counts[i - 1] + counts[i - 2];
    check_code(counts, 40, 15);
    check_code(counts, 19, 7);
    check_code(counts, 40, 6);
}

/* As RFC 1951 has it in 3.2.2: lengths (3, 3, 3, 3, 3, 2, 4, 4) and their words. */
static void words_are_those_of_the_standard(void **state) {
    (void)state;
    static const uint8_t LENGTHS[] = {3, 3, 3, 3, 3, 2, 4, 4};
    static const char *const WORDS[] = {"010", "011", "100", "101", "110", "00", "1110", "1111"};
    uint16_t words[8];
    huffman_code_words(words, LENGTHS, 8);
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned k = 0; k < LENGTHS[i]; k++)
            assert_int_equal(words[i] >> k & 1, WORDS[i][k] - '0');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_complete_and_short),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(words_are_those_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
