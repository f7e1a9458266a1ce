/*
 * Damaged record streams: whatever is cut, flipped, lost, moved or made up, the reader never says
 * that the stream ended well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/small_stream.h"

static struct buffer bytes;
static struct token_reading reading;

static int release(void **state) {
    (void)state;
    buffer_release(&bytes);
    buffer_release(&reading.text);
    return 0;
}

/* Starts `bytes` with the small stream's first bytes. */
static void begin_with(size_t size) {
    buffer_clear(&bytes);
    stream_raw(&bytes, SMALL_STREAM, size);
}

static enum status read_bytes(void) {
    return small_reading(&reading, buffer_view(&bytes));
}

/* `bytes` is refused with a sentence that has a part in it. */
static void assert_refused(enum status wanted, const char *part) {
    enum status status = read_bytes();
    if (status != wanted || strstr(reading.error.message, part) == NULL)
        fail_msg("status %d instead of %d: %s", (int)status, (int)wanted, reading.error.message);
    assert_int_equal(reading.error.status, wanted);
}

static void cut_at_every_byte_it_is_cut_short(void **state) {
    (void)state;
    for (size_t size = 1; size < SMALL_STREAM_SIZE; size++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "cut short after %zu bytes", size);
        begin_with(size);
        assert_refused(STATUS_CUT_SHORT, wanted);
        if (reading.text.size > 0)
            assert_null(memmem(reading.text.data, reading.text.size, "done", 4));
    }
    begin_with(0);
    assert_refused(STATUS_CUT_SHORT, "stream is empty");
}

static void what_came_before_is_told(void **state) {
    (void)state;
    begin_with(60);
    assert_refused(STATUS_CUT_SHORT, "after 0 whole shards: stream was cut short");
    begin_with(100);
    assert_refused(STATUS_CUT_SHORT, "in shard 'sea': stream was cut short");
    begin_with(SMALL_STREAM_SIZE - 1);
    assert_refused(STATUS_CUT_SHORT, "after 1 whole shards: stream was cut short");
}

static void every_flipped_bit_is_noticed(void **state) {
    (void)state;
    for (size_t at = 0; at < SMALL_STREAM_SIZE; at++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            begin_with(SMALL_STREAM_SIZE);
            bytes.data[at] ^= (unsigned char)(1U << bit);
            enum status status = read_bytes();
            if (status != STATUS_CORRUPT && !(at < 8 && status == STATUS_NOT_OURS))
                fail_msg("bit %u of byte %zu: status %d", bit, at, (int)status);
        }
    }
}

static void every_byte_lost_or_added_is_noticed(void **state) {
    (void)state;
    for (size_t at = 0; at <= SMALL_STREAM_SIZE; at++) {
        for (int byte = -1; byte < 256; byte += 51) {
            begin_with(at);
            unsigned char added = (unsigned char)byte;
            if (byte >= 0)
                stream_raw(&bytes, &added, 1);
            else if (at == SMALL_STREAM_SIZE)
                continue;
            size_t rest = byte < 0 ? at + 1 : at;
            stream_raw(&bytes, SMALL_STREAM + rest, SMALL_STREAM_SIZE - rest);
            enum status status = read_bytes();
            if (status != STATUS_CORRUPT && status != STATUS_CUT_SHORT && status != STATUS_NOT_OURS)
                fail_msg("byte %d at %zu: status %d", byte, at, (int)status);
        }
    }
}

/* As a bad sector would have it: zeros, and the rest of the stream as it should be. */
static void damage_at_every_border_is_noticed(void **state) {
    (void)state;
    struct stream_blocks blocks = stream_blocks_of(small_stream());
    for (size_t i = 0; i < blocks.count; i++) {
        size_t border = (size_t)(blocks.at[i].data - SMALL_STREAM);
        for (size_t size = 1; size <= 24; size++) {
            for (size_t back = 0; back <= size && back <= border; back++) {
                begin_with(SMALL_STREAM_SIZE);
                size_t start = border - back;
                size_t room = SMALL_STREAM_SIZE - start;
                memset(bytes.data + start, 0, size < room ? size : room);
                if (memcmp(bytes.data, SMALL_STREAM, SMALL_STREAM_SIZE) == 0)
                    continue;
                enum status status = read_bytes();
                if (status != STATUS_CORRUPT && status != STATUS_NOT_OURS)
                    fail_msg("%zu zeros at byte %zu: status %d", size, start, (int)status);
            }
        }
    }
}

/* The small stream's blocks in another order, numbered as they were or anew. */
static void put_together(const size_t *order, size_t count, bool renumber) {
    struct stream_blocks blocks = stream_blocks_of(small_stream());
    begin_with(STREAM_HEADER);
    for (size_t i = 0; i < count; i++) {
        if (renumber)
            stream_block_again(&bytes, (uint32_t)i, NULL, blocks.at[order[i]]);
        else
            stream_raw(&bytes, blocks.at[order[i]].data, blocks.at[order[i]].size);
    }
}

static void assert_order_refused(const size_t *order, size_t count) {
    for (int renumber = 0; renumber < 2; renumber++) {
        put_together(order, count, renumber == 1);
        enum status status = read_bytes();
        if (status == STATUS_CORRUPT || status == STATUS_CUT_SHORT || status == STATUS_NOT_OURS)
            continue;
        fail_msg("blocks %zu %zu %zu...: status %d", order[0], order[1], order[2], (int)status);
    }
}

static void blocks_lost_repeated_or_swapped_are_noticed(void **state) {
    (void)state;
    enum { COUNT = 5 };
    for (size_t i = 0; i < COUNT; i++) {
        size_t order[COUNT + 1];
        size_t count = 0;
        for (size_t j = 0; j < COUNT; j++) {
            if (j != i)
                order[count++] = j;
        }
        assert_order_refused(order, count);
        count = 0;
        for (size_t j = 0; j < COUNT; j++) {
            order[count++] = j;
            if (j == i)
                order[count++] = j;
        }
        assert_order_refused(order, count);
        for (size_t k = i + 1; k < COUNT; k++) {
            for (size_t j = 0; j < COUNT; j++)
                order[j] = j == i ? k : j == k ? i : j;
            assert_order_refused(order, COUNT);
        }
    }
    static const size_t RIGHT[COUNT] = {0, 1, 2, 3, 4};
    put_together(RIGHT, COUNT, true);
    assert_int_equal(read_bytes(), STATUS_END);
}

static void numbering_goes_on_in_every_block(void **state) {
    (void)state;
    struct stream_blocks blocks = stream_blocks_of(small_stream());
    for (size_t i = 0; i < blocks.count; i++) {
        begin_with(STREAM_HEADER);
        for (size_t j = 0; j < blocks.count; j++)
            stream_block_again(&bytes, (uint32_t)(j == i ? j + 1 : j), NULL, blocks.at[j]);
        assert_refused(STATUS_CORRUPT, "a block before it is missing or repeated");
    }
}

static void a_huge_length_is_refused_before_memory_is_asked_for(void **state) {
    (void)state;
    static const uint32_t LENGTHS[] = {(16U << 20) + 1, INT32_MAX, UINT32_MAX};
    for (size_t i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0]; i++) {
        begin_with(STREAM_HEADER);
        stream_block_claiming(&bytes, 0, "PROV", "{}", 2, LENGTHS[i]);
        assert_refused(STATUS_CORRUPT, "block at byte 24: it claims to be larger than any block");
        assert_int_equal(reading.payload_capacity, 0);
    }
    begin_with(STREAM_HEADER);
    stream_block_claiming(&bytes, 0, "PROV", "{}", 2, 16U << 20);
    assert_refused(STATUS_CUT_SHORT, "was cut short after 50 bytes");
    assert_true(reading.payload_capacity <= 32U << 20);
}

static void assert_header_refused(unsigned version, unsigned kind, const char *part) {
    buffer_clear(&bytes);
    stream_header(&bytes, version, kind);
    stream_raw(&bytes, SMALL_STREAM + STREAM_HEADER, SMALL_STREAM_SIZE - STREAM_HEADER);
    assert_refused(STATUS_NOT_OURS, part);
}

static void other_streams_are_not_ours(void **state) {
    (void)state;
    assert_header_refused(2, 1, "stream is a stream of version 2, and this tool knows version 1");
    assert_header_refused(0, 1, "version 0");
    assert_header_refused(1, 2,
                          "stream holds examples where tokens are needed; make them with "
                          "wpiece");
    assert_header_refused(1, 0, "stream holds something unknown where tokens are needed");
    assert_header_refused(1, 3, "something unknown");
    static const char *const TEXTS[] = {"x", "hello, world\n", "\x1f\x8b\x08\0\0\0\0\0",
                                        "A longer text, as somebody may well give by mistake."};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        buffer_clear(&bytes);
        stream_raw(&bytes, TEXTS[i], strlen(TEXTS[i]));
        assert_refused(STATUS_NOT_OURS, "stream is no stream of tokens; make them with wpiece");
    }
}

/* Appends each byte as a transfer would have it that changes `from` into `to`, both up to two. */
static void transfer(const char *from, const char *to) {
    size_t length = strlen(from);
    buffer_clear(&bytes);
    for (size_t at = 0; at < SMALL_STREAM_SIZE;) {
        if (SMALL_STREAM_SIZE - at >= length && memcmp(SMALL_STREAM + at, from, length) == 0) {
            stream_raw(&bytes, to, strlen(to));
            at += length;
        } else {
            stream_raw(&bytes, SMALL_STREAM + at++, 1);
        }
    }
}

static void a_transfer_in_text_mode_is_named(void **state) {
    (void)state;
    static const char NAMED[] = "stream was damaged by a transfer in text mode; transfer it as "
                                "binary";
    transfer("\r\n", "\n");
    assert_refused(STATUS_CORRUPT, NAMED);
    transfer("\n", "\r\n");
    assert_refused(STATUS_CORRUPT, NAMED);
    transfer("\r", "");
    assert_refused(STATUS_CORRUPT, NAMED);
    transfer("\r", "\n");
    assert_refused(STATUS_CORRUPT, NAMED);
    begin_with(SMALL_STREAM_SIZE);
    for (size_t i = 0; i < bytes.size; i++)
        bytes.data[i] &= 0x7F;
    assert_refused(STATUS_CORRUPT, NAMED);
    /* Latin-1 to UTF-8, and what is no UTF-8 to U+FFFD. */
    transfer("\x89", "\xc2\x89");
    assert_refused(STATUS_CORRUPT, NAMED);
    transfer("\x89", "\xef\xbf\xbd");
    assert_refused(STATUS_CORRUPT, NAMED);
    /* Control-Z taken for the end. */
    begin_with(6);
    assert_refused(STATUS_CUT_SHORT, "cut short after 6 bytes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_every_byte_it_is_cut_short),
        cmocka_unit_test(what_came_before_is_told),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(every_byte_lost_or_added_is_noticed),
        cmocka_unit_test(damage_at_every_border_is_noticed),
        cmocka_unit_test(blocks_lost_repeated_or_swapped_are_noticed),
        cmocka_unit_test(numbering_goes_on_in_every_block),
        cmocka_unit_test(a_huge_length_is_refused_before_memory_is_asked_for),
        cmocka_unit_test(other_streams_are_not_ours),
        cmocka_unit_test(a_transfer_in_text_mode_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
