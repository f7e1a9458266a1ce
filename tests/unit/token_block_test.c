/*
 * Blocks of documents whose numbers contradict each other, under checks that are right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/stream_bytes.h"
#include "tests/unit/token_reading.h"

static struct buffer bytes, payload;

static int release(void **state) {
    (void)state;
    buffer_release(&bytes);
    buffer_release(&payload);
    return 0;
}

/* A stream in an open shard; then blocks by add_block. */
static uint32_t sequence;

static void begin(void) {
    buffer_clear(&bytes);
    stream_header(&bytes, 1, 1);
    stream_block(&bytes, 0, "PROV", "{}", 2);
    stream_shard_begin(&bytes, 1, 0, "a");
    sequence = 2;
}

/* The numbers of a block: head, sentences of documents and tokens of sentences, all u32; then ids.
 */
#define add_block(id_bytes, numbers, ...)                                                          \
    do {                                                                                           \
        static const uint64_t NUMBERS[] = numbers;                                                 \
        static const uint64_t IDS[] = {__VA_ARGS__};                                               \
        stream_numbers(&payload, 4, sizeof NUMBERS / sizeof NUMBERS[0], NUMBERS);                  \
        stream_numbers(&payload, id_bytes, sizeof IDS / sizeof IDS[0], IDS);                       \
        stream_block_of(&bytes, sequence++, "DOCS", &payload);                                     \
    } while (0)
#define N(...)                                                                                     \
    { __VA_ARGS__ }

/* Reads `bytes`; a vocabulary of 100, ids of the given width. */
static enum status read_bytes(unsigned id_bytes, struct token_reading *reading) {
    *reading = (struct token_reading){.id_bytes = id_bytes, .vocabulary_size = 100};
    enum status status = token_reading_of(reading, buffer_view(&bytes));
    buffer_release(&reading->text);
    return status;
}

static void assert_refused(unsigned id_bytes, const char *part) {
    struct token_reading reading;
    enum status status = read_bytes(id_bytes, &reading);
    if (status != STATUS_CORRUPT || strstr(reading.error.message, part) == NULL)
        fail_msg("status %d instead of corrupt, %s: %s", (int)status, part, reading.error.message);
}

/* What there is so far is fine: only the end is missing. */
static void assert_taken(unsigned id_bytes) {
    struct token_reading reading;
    enum status status = read_bytes(id_bytes, &reading);
    if (status != STATUS_CUT_SHORT)
        fail_msg("status %d: %s", (int)status, reading.error.message);
}

static void sound_blocks_are_taken(void **state) {
    (void)state;
    begin();
    add_block(2, N(0, 1, 1, 1, 1, 1), 99);
    add_block(2, N(0, 2, 3, 4, 1, 2, 1, 1, 2), 1, 2, 3, 0);
    add_block(2, N(1, 1, 1, 1, 1, 1), 99);
    add_block(2, N(3, 2, 2, 3, 1, 1, 2, 1), 1, 2, 3);
    assert_taken(2);
    begin();
    add_block(4, N(0, 1, 1, 1, 1, 1), 99);
    add_block(4, N(3, 2, 2, 3, 1, 1, 2, 1), 1, 2, 3);
    assert_taken(4);
}

static void counts_must_fit_the_size(void **state) {
    (void)state;
    static const char SIZE[] = "documents whose counts differ from their size";
    begin();
    add_block(2, N(0, 1, 1, 1, 1, 1), 5, 5);
    assert_refused(2, SIZE);
    begin();
    add_block(2, N(0, 1, 1, 2, 1, 2), 5);
    assert_refused(2, SIZE);
    begin();
    add_block(2, N(0, 1, 1, 1, 1, 1), 5);
    assert_refused(4, SIZE);
    begin();
    add_block(2, N(0, UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, 1), 5);
    assert_refused(2, SIZE);
    /* 16 + 4 * 2^30 + 4 * 2^30 + 2 * 2^31 is 16 modulo 2^32. */
    begin();
    add_block(2, N(0, 1U << 30, 1U << 30, 1U << 31), 5);
    assert_refused(2, SIZE);
    for (size_t size = 0; size < 16; size++) {
        begin();
        stream_block(&bytes, sequence, "DOCS", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", size);
        assert_refused(2, "documents without a head");
    }
}

static void sums_must_agree(void **state) {
    (void)state;
    static const char SUMS[] = "documents whose counts do not add up";
    begin();
    add_block(2, N(0, 2, 3, 4, 1, 1, 1, 1, 2), 1, 2, 3, 4);
    assert_refused(2, SUMS);
    begin();
    add_block(2, N(0, 2, 3, 4, 1, 3, 1, 1, 2), 1, 2, 3, 4);
    assert_refused(2, SUMS);
    begin();
    add_block(2, N(0, 2, 3, 4, 1, 2, 1, 1, 1), 1, 2, 3, 4);
    assert_refused(2, SUMS);
    begin();
    add_block(2, N(0, 2, 3, 4, 1, 2, 1, 1, 3), 1, 2, 3, 4);
    assert_refused(2, SUMS);
    /* Sums that are right modulo 2^32. */
    begin();
    add_block(2, N(0, 1, 2, 2, 2, 0x80000001, 0x80000001), 1, 2);
    assert_refused(2, SUMS);
    begin();
    add_block(2, N(0, 3, 1, 1, 0x80000000, 0x80000000, 1, 1), 1);
    assert_refused(2, SUMS);
}

static void nothing_is_empty(void **state) {
    (void)state;
    begin();
    add_block(2, N(0, 2, 2, 2, 0, 2, 1, 1), 1, 2);
    assert_refused(2, "documents whose counts do not add up");
    begin();
    add_block(2, N(0, 1, 2, 2, 2, 0, 2), 1, 2);
    assert_refused(2, "documents whose counts do not add up");
    begin();
    stream_block(&bytes, sequence, "DOCS", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
    assert_refused(2, "documents without a token");
}

static void ids_are_of_the_vocabulary(void **state) {
    (void)state;
    static const char BEYOND[] = "an id beyond the vocabulary";
    begin();
    add_block(2, N(0, 1, 1, 3, 1, 3), 1, 100, 2);
    assert_refused(2, BEYOND);
    begin();
    add_block(2, N(0, 1, 1, 1, 1, 1), 65535);
    assert_refused(2, BEYOND);
    begin();
    add_block(4, N(0, 1, 1, 3, 1, 3), 1, 2, 100);
    assert_refused(4, BEYOND);
    begin();
    add_block(4, N(0, 1, 1, 1, 1, 1), UINT32_MAX);
    assert_refused(4, BEYOND);
    begin();
    add_block(4, N(0, 1, 1, 1, 1, 1), 65536 + 5);
    assert_refused(4, BEYOND);
}

static void a_continuation_continues_something(void **state) {
    (void)state;
    begin();
    add_block(2, N(1, 1, 1, 1, 1, 1), 5);
    assert_refused(2, "a continuation of nothing");
    begin();
    add_block(2, N(3, 1, 1, 1, 1, 1), 5);
    assert_refused(2, "a continuation of nothing");
    static const char FLAGS[] = "documents with flags that make no sense";
    begin();
    add_block(2, N(2, 1, 1, 1, 1, 1), 5);
    assert_refused(2, FLAGS);
    begin();
    add_block(2, N(4, 1, 1, 1, 1, 1), 5);
    assert_refused(2, FLAGS);
    begin();
    add_block(2, N(0x80000000, 1, 1, 1, 1, 1), 5);
    assert_refused(2, FLAGS);
    /* What the last shard ended, the next one cannot continue. */
    begin();
    add_block(2, N(0, 1, 1, 1, 1, 1), 5);
    stream_shard_end(&bytes, sequence++, 1, 1, 1);
    stream_shard_begin(&bytes, sequence++, 1, "b");
    assert_taken(2);
    add_block(2, N(1, 1, 1, 1, 1, 1), 5);
    assert_refused(2, "a continuation of nothing");
}

static void what_continues_is_counted_once(void **state) {
    (void)state;
    begin();
    add_block(2, N(0, 1, 1, 1, 1, 1), 5);
    add_block(2, N(3, 1, 1, 1, 1, 1), 5);
    add_block(2, N(1, 1, 2, 2, 2, 1, 1), 5, 6);
    add_block(2, N(3, 2, 3, 3, 1, 2, 1, 1, 1), 5, 6, 7);
    stream_shard_end(&bytes, sequence++, 2, 5, 7);
    stream_end(&bytes, sequence, 1, 7);
    struct token_reading reading = {.id_bytes = 2, .vocabulary_size = 100};
    assert_int_equal(token_reading_of(&reading, buffer_view(&bytes)), STATUS_END);
    static const char TEXT[] = "shard a 0 -1\n D S 5 5 S 5 S 6 5 D S 6 S 7\nend 2 5 7\ndone\n";
    assert_int_equal(reading.text.size, sizeof TEXT - 1);
    assert_memory_equal(reading.text.data, TEXT, sizeof TEXT - 1);
    buffer_release(&reading.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_blocks_are_taken),
        cmocka_unit_test(counts_must_fit_the_size),
        cmocka_unit_test(sums_must_agree),
        cmocka_unit_test(nothing_is_empty),
        cmocka_unit_test(ids_are_of_the_vocabulary),
        cmocka_unit_test(a_continuation_continues_something),
        cmocka_unit_test(what_continues_is_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
