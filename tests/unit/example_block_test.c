/*
 * Blocks of examples that make no sense, under checks that are right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/example_reading.h"
#include "tests/unit/stream_bytes.h"

/* A block of two rows; each test spoils one number of it. */
struct block {
    unsigned id_bytes;
    uint64_t head[4]; /* examples, tokens, predictions, 0 */
    uint64_t ids[9];
    uint64_t labels[3];
    uint64_t lengths[2], firsts[2], masked[2];
    uint64_t positions[3];
    uint64_t next[2];
};

/* Rows have at most 5 tokens and 2 predictions; ids are below 100. */
static const struct block SOUND = {
    .id_bytes = 2,
    .head = {2, 9, 3, 0},
    .ids = {2, 99, 3, 9, 3, 2, 4, 3, 3},
    .labels = {99, 0, 6},
    .lengths = {5, 4},
    .firsts = {3, 4},
    .masked = {2, 1},
    .positions = {1, 4, 0},
    .next = {0, 1},
};

static struct example_reading reading;
static struct buffer bytes, payload;

static int release(void **state) {
    (void)state;
    buffer_release(&bytes);
    buffer_release(&payload);
    buffer_release(&reading.text);
    return 0;
}

static void put_payload(const struct block *block) {
    buffer_clear(&payload);
    stream_numbers(&payload, 4, 4, block->head);
    stream_numbers(&payload, block->id_bytes, 9, block->ids);
    stream_numbers(&payload, block->id_bytes, 3, block->labels);
    stream_numbers(&payload, 2, 2, block->lengths);
    stream_numbers(&payload, 2, 2, block->firsts);
    stream_numbers(&payload, 2, 2, block->masked);
    stream_numbers(&payload, 2, 3, block->positions);
    stream_numbers(&payload, 1, 2, block->next);
}

/* Reads a stream with the payload as its only block, as ids of a width. */
static enum status read_payload(unsigned id_bytes) {
    buffer_clear(&bytes);
    stream_header(&bytes, 1, 2);
    stream_block(&bytes, 0, "PROV", "{}", 2);
    stream_shard_begin(&bytes, 1, 0, "a");
    stream_block_of(&bytes, 2, "EXAM", &payload);
    stream_shard_end(&bytes, 3, 2, 3, 9);
    stream_end(&bytes, 4, 1, 9);
    reading.id_bytes = id_bytes;
    reading.vocabulary_size = 100;
    reading.max_length = 5;
    reading.max_masked = 2;
    return example_reading_of(&reading, buffer_view(&bytes));
}

static void assert_refused(const struct block *block, const char *part) {
    put_payload(block);
    enum status status = read_payload(block->id_bytes);
    if (status != STATUS_CORRUPT || strstr(reading.error.message, part) == NULL)
        fail_msg("status %d instead of corrupt, %s: %s", (int)status, part, reading.error.message);
}

/* The sound block with one number changed. */
#define REFUSED(member, value, part)                                                               \
    do {                                                                                           \
        struct block changed = SOUND;                                                              \
        changed.member = (value);                                                                  \
        assert_refused(&changed, part);                                                            \
    } while (0)

static const char SENSE[] = "an example that makes no sense";

static void the_sound_block_is_taken(void **state) {
    (void)state;
    put_payload(&SOUND);
    assert_int_equal(read_payload(2), STATUS_END);
    struct block wide = SOUND;
    wide.id_bytes = 4;
    put_payload(&wide);
    assert_int_equal(read_payload(4), STATUS_END);
    static const char TEXT[] = "shard a 0 -1\n"
                               "[2 99 3 9 3|3|0] 1:99 4:0\n"
                               "[2 4 3 3|4|1] 0:6\n"
                               "end 2 3 9\n"
                               "done\n";
    assert_int_equal(reading.text.size, sizeof TEXT - 1);
    assert_memory_equal(reading.text.data, TEXT, sizeof TEXT - 1);
}

static void lengths_fit_the_row(void **state) {
    (void)state;
    struct block spoilt = SOUND;
    /* The sum is right, a row is too long. */
    spoilt.lengths[0] = 6;
    spoilt.lengths[1] = 3;
    assert_refused(&spoilt, SENSE);
    spoilt.lengths[0] = 9;
    spoilt.lengths[1] = 0;
    spoilt.masked[0] = 2;
    assert_refused(&spoilt, SENSE);
    REFUSED(lengths[0], 4, SENSE);
    REFUSED(lengths[1], 5, SENSE);
    REFUSED(lengths[1], 65535, SENSE);
    REFUSED(firsts[0], 6, SENSE);
    REFUSED(firsts[1], 5, SENSE);
    REFUSED(next[0], 2, SENSE);
    REFUSED(next[1], 255, SENSE);
}

static void positions_ascend_inside_the_row(void **state) {
    (void)state;
    REFUSED(positions[0], 4, SENSE);
    REFUSED(positions[1], 1, SENSE);
    REFUSED(positions[1], 0, SENSE);
    REFUSED(positions[1], 5, SENSE);
    REFUSED(positions[2], 4, SENSE);
    REFUSED(positions[2], 65535, SENSE);
    /* Positions of the second row may be below those of the first. */
    struct block other = SOUND;
    other.positions[2] = 3;
    put_payload(&other);
    assert_int_equal(read_payload(2), STATUS_END);
}

static void predictions_fit_their_number(void **state) {
    (void)state;
    REFUSED(masked[0], 1, SENSE);
    REFUSED(masked[1], 2, SENSE);
    REFUSED(masked[1], 0, SENSE);
    struct block spoilt = SOUND;
    /* The sum is right, a row has too many. */
    spoilt.masked[0] = 3;
    spoilt.masked[1] = 0;
    spoilt.positions[2] = 4;
    spoilt.positions[1] = 2;
    assert_refused(&spoilt, SENSE);
    REFUSED(masked[0], 65535, SENSE);
}

static void ids_and_labels_are_of_the_vocabulary(void **state) {
    (void)state;
    static const char BEYOND[] = "an id beyond the vocabulary";
    REFUSED(ids[0], 100, BEYOND);
    REFUSED(ids[8], 65535, BEYOND);
    REFUSED(labels[0], 100, BEYOND);
    REFUSED(labels[2], 65535, BEYOND);
    struct block wide = SOUND;
    wide.id_bytes = 4;
    wide.ids[4] = 65536 + 5;
    assert_refused(&wide, BEYOND);
    wide = SOUND;
    wide.id_bytes = 4;
    wide.labels[1] = UINT32_MAX;
    assert_refused(&wide, BEYOND);
}

static void counts_fit_the_size(void **state) {
    (void)state;
    static const char SIZE[] = "examples whose counts differ from their size";
    REFUSED(head[0], 1, SIZE);
    REFUSED(head[0], 3, SIZE);
    REFUSED(head[1], 8, SIZE);
    REFUSED(head[1], 10, SIZE);
    REFUSED(head[2], 2, SIZE);
    REFUSED(head[2], UINT32_MAX, SIZE);
    struct block spoilt = SOUND;
    spoilt.head[0] = spoilt.head[1] = spoilt.head[2] = UINT32_MAX;
    assert_refused(&spoilt, SIZE);
    /* 7 * 2^30 + 2 * 2^30 + 2 * 2^30 + 2 * 2^31 + ... is right modulo 2^32. */
    spoilt = SOUND;
    spoilt.head[0] += UINT32_C(1) << 30;
    spoilt.head[1] += UINT32_C(1) << 30;
    spoilt.head[2] += UINT32_C(3) << 30;
    assert_refused(&spoilt, SIZE);
    put_payload(&SOUND);
    assert_int_equal(read_payload(4), STATUS_CORRUPT);
    for (size_t size = 0; size < 16; size++) {
        put_payload(&SOUND);
        payload.size = size;
        assert_int_equal(read_payload(2), STATUS_CORRUPT);
        assert_non_null(strstr(reading.error.message, "examples without a head"));
    }
    for (size_t size = 16; size < 60; size++) {
        put_payload(&SOUND);
        payload.size = size;
        assert_int_equal(read_payload(2), STATUS_CORRUPT);
        assert_non_null(strstr(reading.error.message, SIZE));
    }
}

static void tokens_have_their_own_blocks(void **state) {
    (void)state;
    buffer_clear(&bytes);
    stream_header(&bytes, 1, 2);
    stream_block(&bytes, 0, "PROV", "{}", 2);
    stream_shard_begin(&bytes, 1, 0, "a");
    put_payload(&SOUND);
    stream_block_of(&bytes, 2, "DOCS", &payload);
    assert_int_equal(example_reading_of(&reading, buffer_view(&bytes)), STATUS_CORRUPT);
    assert_non_null(strstr(reading.error.message, "a type of block that this version does not"));
    buffer_clear(&bytes);
    stream_header(&bytes, 1, 1);
    assert_int_equal(example_reading_of(&reading, buffer_view(&bytes)), STATUS_NOT_OURS);
    assert_string_equal(reading.error.message,
                        "stream holds tokens where examples are needed; make them with mkmlm");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sound_block_is_taken),
        cmocka_unit_test(lengths_fit_the_row),
        cmocka_unit_test(positions_ascend_inside_the_row),
        cmocka_unit_test(predictions_fit_their_number),
        cmocka_unit_test(ids_and_labels_are_of_the_vocabulary),
        cmocka_unit_test(counts_fit_the_size),
        cmocka_unit_test(tokens_have_their_own_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
