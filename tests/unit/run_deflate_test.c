#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "formats/h5/adler.h"
#include "formats/h5/run_deflate.h"
#include "formats/h5/run_scan.h"

static struct error error;

static uint32_t number = 1;

static uint32_t next_number(uint32_t limit) {
    number = number * 1664525 + 1013904223;
    return (number >> 8) % limit;
}

/* zlib makes exactly these bytes of the stream. */
static void check_stream(const unsigned char *stream, size_t stream_size,
                         const unsigned char *expected, size_t size) {
    unsigned char *made = malloc(size + 1);
    uLongf made_size = size + 1;
    uLong used = stream_size;
    assert_int_equal(uncompress2(made, &made_size, stream, &used), Z_OK);
    assert_int_equal(made_size, size);
    assert_int_equal(used, stream_size);
    assert_memory_equal(made, expected, size);
    free(made);
}

/* Bytes and runs in random pieces; small alphabets, skewed ones, and all values alike. */
static void zlib_reads_any_pieces(void **state) {
    (void)state;
    enum { MOST = 1 << 20 };
    static const uint32_t ALPHABETS[] = {1, 2, 3, 17, 256};
    unsigned char *expected = malloc(MOST);
    unsigned char *stream = malloc(run_deflate_bound(MOST));
    struct run_deflate deflate;
    assert_int_equal(run_deflate_init(&deflate, &error), STATUS_OK);
    for (unsigned turn = 0; turn < 400; turn++) {
        uint32_t alphabet = ALPHABETS[turn % 5];
        size_t size = 0;
        run_deflate_start(&deflate, stream);
        for (unsigned piece = next_number(20); piece > 0; piece--) {
            size_t count = next_number(piece % 7 == 0 ? 200000 : 2000);
            if (count > MOST - size)
                break;
            if (piece % 2 == 0) {
                unsigned char value = (unsigned char)next_number(alphabet);
                memset(expected + size, value, count);
                run_deflate_run(&deflate, value, count);
            } else {
                for (size_t i = 0; i < count; i++)
                    expected[size + i] = (unsigned char)next_number(1 + next_number(alphabet));
                run_deflate_bytes(&deflate, expected + size, count);
            }
            size += count;
        }
        size_t used = run_deflate_finish(&deflate);
        assert_in_range(used, 1, run_deflate_bound(size) + 1024 * 20);
        check_stream(stream, used, expected, size);
    }
    run_deflate_release(&deflate);
    free(stream);
    free(expected);
}

/* Every length of a run, so every length of a match and every remainder. */
static void zlib_reads_any_run(void **state) {
    (void)state;
    enum { MOST = 1100 };
    unsigned char expected[2 * MOST];
    unsigned char stream[16384];
    struct run_deflate deflate;
    assert_int_equal(run_deflate_init(&deflate, &error), STATUS_OK);
    for (size_t length = 0; length <= MOST; length++) {
        memset(expected, 7, length);
        memset(expected + length, 9, MOST);
        run_deflate_start(&deflate, stream);
        run_deflate_run(&deflate, 7, length / 2);
        run_deflate_run(&deflate, 7, length - length / 2);
        run_deflate_run(&deflate, 9, MOST);
        size_t used = run_deflate_finish(&deflate);
        check_stream(stream, used, expected, length + MOST);
        run_deflate_start(&deflate, stream);
        run_deflate_bytes(&deflate, expected, length + MOST);
        used = run_deflate_finish(&deflate);
        check_stream(stream, used, expected, length + MOST);
    }
    run_deflate_release(&deflate);
}

/* Counts as a Fibonacci series make the longest words there can be: they are cut to 14 bits. */
static void zlib_reads_the_longest_words(void **state) {
    (void)state;
    unsigned char *expected = malloc(RUN_DEFLATE_BLOCK);
    unsigned char *stream = malloc(run_deflate_bound(RUN_DEFLATE_BLOCK));
    struct run_deflate deflate;
    size_t size = 0;
    size_t counts[2] = {1, 1};
    for (unsigned value = 0; size + counts[0] <= RUN_DEFLATE_BLOCK; value++) {
        memset(expected + size, (int)value, counts[0]);
        size += counts[0];
        size_t next = counts[0] + counts[1];
        counts[0] = counts[1];
        counts[1] = next;
    }
    /* Shuffled, lest they be runs. */
    for (size_t i = size - 1; i > 0; i--) {
        size_t other = next_number((uint32_t)i + 1);
        unsigned char taken = expected[i];
        expected[i] = expected[other];
        expected[other] = taken;
    }
    assert_int_equal(run_deflate_init(&deflate, &error), STATUS_OK);
    run_deflate_start(&deflate, stream);
    run_deflate_bytes(&deflate, expected, size);
    size_t used = run_deflate_finish(&deflate);
    assert_in_range(used, 1, size);
    check_stream(stream, used, expected, size);
    run_deflate_release(&deflate);
    free(stream);
    free(expected);
}

/* The plain variant of each function, whatever the processor is, gives the same bytes. */
static void variants_agree(void **state) {
    (void)state;
    enum { SIZE = 100000 };
    unsigned char *bytes = malloc(SIZE);
    unsigned char *streams[2] = {malloc(run_deflate_bound(SIZE)), malloc(run_deflate_bound(SIZE))};
    size_t used[2];
    struct run_deflate deflate;
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (unsigned char)next_number(i % 50 < 10 ? 1 : 200);
    assert_int_equal(run_deflate_init(&deflate, &error), STATUS_OK);
    for (unsigned k = 0; k < 2; k++) {
        run_deflate_start(&deflate, streams[k]);
        run_deflate_bytes(&deflate, bytes, SIZE);
        used[k] = run_deflate_finish(&deflate);
        check_stream(streams[k], used[k], bytes, SIZE);
        deflate.is_2013 = false;
    }
    assert_int_equal(used[0], used[1]);
    assert_memory_equal(streams[0], streams[1], used[0]);
    run_deflate_release(&deflate);
    free(streams[0]);
    free(streams[1]);
    free(bytes);
}

/* Parts add up to the bytes, and no run of four is left among literals. */
static void finds_every_run(void **state) {
    (void)state;
    enum { MOST = 700 };
    struct run_deflate_part parts[MOST / 4 + 1];
    for (unsigned turn = 0; turn < 3000; turn++) {
        size_t size = next_number(MOST);
        unsigned char *bytes = malloc(size + 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] =
                i > 0 && next_number(8) < turn % 8 ? bytes[i - 1] : (unsigned char)next_number(256);
        size_t count = run_scan(parts, bytes, size);
        size_t at = 0;
        assert_in_range(count, 0, size / 4 + 1);
        for (size_t k = 0; k < count; k++) {
            for (size_t i = at; i + 3 < at + parts[k].literals; i++)
                assert_false(bytes[i] == bytes[i + 1] && bytes[i] == bytes[i + 2] &&
                             bytes[i] == bytes[i + 3]);
            at += parts[k].literals;
            if (parts[k].repeats > 0)
                assert_in_range(parts[k].repeats, 3, size);
            for (uint32_t i = 0; i < parts[k].repeats; i++, at++)
                assert_int_equal(bytes[at], bytes[at - 1]);
        }
        assert_int_equal(at, size);
        free(bytes);
    }
}

static void adler_of_runs_is_that_of_bytes(void **state) {
    (void)state;
    static const size_t SIZES[] = {0,     1,      2,      3,      65520,  65521,
                                   65522, 131042, 131043, 999999, 1000000};
    unsigned char *bytes = malloc(1000000);
    uint32_t adler = 1;
    for (unsigned value = 0; value < 256; value += 51) {
        for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
            memset(bytes, (int)value, SIZES[i]);
            uint32_t expected = (uint32_t)adler32_z(adler, bytes, SIZES[i]);
            assert_int_equal(adler_of_bytes(adler, bytes, SIZES[i]), expected);
            assert_int_equal(adler_of_run(adler, (unsigned char)value, SIZES[i]), expected);
            adler = expected;
        }
    }
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zlib_reads_any_pieces),
        cmocka_unit_test(zlib_reads_any_run),
        cmocka_unit_test(zlib_reads_the_longest_words),
        cmocka_unit_test(variants_agree),
        cmocka_unit_test(finds_every_run),
        cmocka_unit_test(adler_of_runs_is_that_of_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
