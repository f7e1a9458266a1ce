/*
 * The record stream as a whole: what is drawn in mlmprep-stream(5) is what is written and read, and
 * streams may be joined, interrupted and extended as it says. For damage see record_damage_test.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "formats/stream/token_stream_writer.h"
#include "tests/unit/small_stream.h"

static struct error error;

static void the_writer_draws_the_picture(void **state) {
    (void)state;
    static const uint32_t IDS[] = {7, 300, 8, 9, 65535, 0};
    struct buffer bytes = BUFFER_INIT;
    struct byte_sink sink;
    struct token_stream_writer writer;
    byte_sink_to_memory(&sink, &bytes, "memory");
    token_stream_writer_init(&writer, &sink, 2);
    struct shard_stream_writer *stream = &writer.stream;
    assert_int_equal(shard_stream_writer_begin(stream, view_of_string("{}"), &error), STATUS_OK);
    assert_int_equal(shard_stream_writer_shard(stream, "sea", 17, &error), STATUS_OK);
    assert_int_equal(token_stream_writer_ids(&writer, IDS, 2, &error), STATUS_OK);
    assert_int_equal(token_stream_writer_end_sentence(&writer, &error), STATUS_OK);
    assert_int_equal(token_stream_writer_ids(&writer, IDS + 2, 1, &error), STATUS_OK);
    assert_int_equal(token_stream_writer_end_document(&writer, 10, &error), STATUS_OK);
    assert_int_equal(token_stream_writer_ids(&writer, IDS + 3, 3, &error), STATUS_OK);
    assert_int_equal(token_stream_writer_end_shard(&writer, &error), STATUS_OK);
    assert_int_equal(shard_stream_writer_end(stream, &error), STATUS_OK);
    assert_int_equal(bytes.size, SMALL_STREAM_SIZE);
    assert_memory_equal(bytes.data, SMALL_STREAM, SMALL_STREAM_SIZE);
    token_stream_writer_release(&writer);
    byte_sink_release(&sink);
    buffer_release(&bytes);
}

static void the_reader_sees_what_is_drawn(void **state) {
    (void)state;
    struct token_reading reading = {.text = BUFFER_INIT};
    assert_int_equal(small_reading(&reading, small_stream()), STATUS_END);
    assert_int_equal(reading.text.size, strlen(SMALL_STREAM_TEXT));
    assert_memory_equal(reading.text.data, SMALL_STREAM_TEXT, reading.text.size);
    buffer_release(&reading.text);
}

/* The tests' own way of making streams agrees with the picture, too. */
static void the_tests_draw_the_picture(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT, payload = BUFFER_INIT;
    stream_header(&bytes, 1, 1);
    stream_block(&bytes, 0, "PROV", "{}", 2);
    stream_numbers(&payload, 8, 2, (uint64_t[]){0, 17});
    stream_raw(&payload, "sea", 3);
    stream_block_of(&bytes, 1, "SBEG", &payload);
    small_stream_documents(&bytes, 2);
    stream_shard_end(&bytes, 3, 2, 3, 6);
    stream_end(&bytes, 4, 1, 6);
    assert_int_equal(bytes.size, SMALL_STREAM_SIZE);
    assert_memory_equal(bytes.data, SMALL_STREAM, SMALL_STREAM_SIZE);
    buffer_release(&payload);
    buffer_release(&bytes);
}

/* Gives one byte a call; fails at a given call. */
struct dribble {
    struct view left;
    unsigned calls, fail_at;
};

static enum status dribble(struct byte_source *source, void *bytes, size_t size, size_t *got,
                           struct error *failure) {
    struct dribble *from = source->context;
    (void)size;
    if (++from->calls == from->fail_at)
        return error_set(failure, STATUS_FAILED, "the line went dead");
    *got = from->left.size > 0;
    if (*got > 0)
        *(unsigned char *)bytes = *from->left.data;
    from->left.data += *got;
    from->left.size -= *got;
    return STATUS_OK;
}

static void a_dribbling_source_makes_no_difference(void **state) {
    (void)state;
    struct token_reading reading = {.text = BUFFER_INIT, .id_bytes = 2, .vocabulary_size = 65536};
    struct dribble from = {.left = small_stream()};
    struct byte_source source;
    byte_source_from_function(&source, dribble, &from, "pipe");
    assert_int_equal(token_reading_from(&reading, &source), STATUS_END);
    assert_memory_equal(reading.text.data, SMALL_STREAM_TEXT, reading.text.size);
    assert_int_equal(from.calls, SMALL_STREAM_SIZE + 1);
    buffer_release(&reading.text);
}

static void a_failing_source_is_told_wherever_it_fails(void **state) {
    (void)state;
    struct token_reading reading = {.text = BUFFER_INIT, .id_bytes = 2, .vocabulary_size = 65536};
    for (unsigned n = 1; n <= SMALL_STREAM_SIZE + 1; n++) {
        struct dribble from = {.left = small_stream(), .fail_at = n};
        struct byte_source source;
        byte_source_from_function(&source, dribble, &from, "pipe");
        assert_int_equal(token_reading_from(&reading, &source), STATUS_FAILED);
        assert_string_equal(reading.error.message, "the line went dead");
        assert_int_equal(from.calls, n);
    }
    buffer_release(&reading.text);
}

/* The small stream with one more block in front of its block number `place`. */
static void with_block(struct buffer *bytes, size_t place, const char *type, const void *payload,
                       size_t size) {
    struct stream_blocks blocks = stream_blocks_of(small_stream());
    uint32_t sequence = 0;
    buffer_clear(bytes);
    stream_raw(bytes, SMALL_STREAM, STREAM_HEADER);
    for (size_t i = 0; i <= blocks.count; i++) {
        if (i == place)
            stream_block(bytes, sequence++, type, payload, size);
        if (i < blocks.count)
            stream_block_again(bytes, sequence++, NULL, blocks.at[i]);
    }
}

static void unknown_blocks_are_skipped_or_refused_by_their_letter(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT;
    struct token_reading reading = {.text = BUFFER_INIT};
    for (size_t place = 1; place < 5; place++) {
        with_block(&bytes, place, "xtra", "anything", 8);
        assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_END);
        assert_memory_equal(reading.text.data, SMALL_STREAM_TEXT, reading.text.size);
        with_block(&bytes, place, "zERO", NULL, 0);
        assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_END);
        with_block(&bytes, place, "Xtra", "anything", 8);
        assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_CORRUPT);
        assert_non_null(strstr(reading.error.message, "a type of block that this version does not "
                                                      "know; make the stream again"));
        with_block(&bytes, place, "EXAM", "anything", 8);
        assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_CORRUPT);
    }
    with_block(&bytes, 0, "xtra", "anything", 8);
    assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_CORRUPT);
    assert_non_null(strstr(reading.error.message, "a provenance block should be first"));
    /* Behind the end it is no stream. */
    with_block(&bytes, 5, "xtra", "anything", 8);
    assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_NOT_OURS);
    buffer_release(&reading.text);
    buffer_release(&bytes);
}

static void progress_is_told(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT;
    struct token_reading reading = {.text = BUFFER_INIT};
    for (size_t place = 2; place < 4; place++) {
        with_block(&bytes, place, "prog", "\x0c\x01\0\0\0\0\0\0", 8);
        assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_END);
        assert_int_equal(reading.input_bytes, 268);
    }
    buffer_release(&reading.text);
    buffer_release(&bytes);
}

static void an_upstreams_sentence_is_repeated(void **state) {
    (void)state;
    static const char PAYLOAD[] = "\1\0\0\0wpiece: error: 'größe' is on fire";
    struct buffer bytes = BUFFER_INIT;
    struct token_reading reading = {.text = BUFFER_INIT};
    for (size_t place = 0; place < 5; place++) {
        with_block(&bytes, place, "ERRO", PAYLOAD, sizeof PAYLOAD - 1);
        assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_UPSTREAM);
        assert_int_equal(reading.error.status, STATUS_UPSTREAM);
        assert_string_equal(reading.error.message, PAYLOAD + 4);
    }
    char long_payload[4 + 3000];
    memset(long_payload, 'x', sizeof long_payload);
    with_block(&bytes, 3, "ERRO", long_payload, sizeof long_payload);
    assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_UPSTREAM);
    assert_int_equal(strlen(reading.error.message), ERROR_MESSAGE_SIZE - 1);
    with_block(&bytes, 3, "ERRO", PAYLOAD, 3);
    assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_CORRUPT);
    with_block(&bytes, 3, "ERRO", PAYLOAD, 4);
    assert_int_equal(small_reading(&reading, buffer_view(&bytes)), STATUS_UPSTREAM);
    assert_string_not_equal(reading.error.message, "");
    buffer_release(&reading.text);
    buffer_release(&bytes);
}

/* The stream "header, ERRO 1 no", computed as the small stream's bytes were. */
static const unsigned char FAILED_STREAM[] =
    "\x89\x4d\x4c\x4d\x0d\x0a\x1a\x0a\x01\x00\x01\x00\x00\x00\x00\x00\xfa\x7e\x14\x5c\x1c\x9a\xf3"
    "\x14\x45\x52\x52\x4f\x06\x00\x00\x00\x00\x00\x00\x00\x82\x6b\x6a\xe8\x28\xc5\x7e\x9c\x0e\x00"
    "\xc2\xc5\x01\x00\x00\x00\x6e\x6f";

static void a_writer_can_fail_before_it_begins_and_not_after_it_ended(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT;
    struct byte_sink sink;
    struct shard_stream_writer writer;
    byte_sink_to_memory(&sink, &bytes, "memory");
    shard_stream_writer_init(&writer, &sink, RECORD_KIND_TOKENS);
    for (int round = 0; round < 2; round++)
        assert_int_equal(shard_stream_writer_fail(&writer, 1, "no", &error), STATUS_OK);
    assert_int_equal(bytes.size, sizeof FAILED_STREAM - 1);
    assert_memory_equal(bytes.data, FAILED_STREAM, sizeof FAILED_STREAM - 1);
    assert_int_equal(small_status(&bytes), STATUS_UPSTREAM);

    buffer_clear(&bytes);
    shard_stream_writer_init(&writer, &sink, RECORD_KIND_TOKENS);
    assert_int_equal(shard_stream_writer_begin(&writer, view_of_string("{}"), &error), STATUS_OK);
    assert_int_equal(shard_stream_writer_end(&writer, &error), STATUS_OK);
    size_t size = bytes.size;
    assert_int_equal(shard_stream_writer_fail(&writer, 1, "no", &error), STATUS_OK);
    assert_int_equal(bytes.size, size);
    assert_int_equal(small_status(&bytes), STATUS_END);
    byte_sink_release(&sink);
    buffer_release(&bytes);
}

static void a_block_has_its_limit(void **state) {
    (void)state;
    static unsigned char payload[(16U << 20) + 1];
    struct buffer bytes = BUFFER_INIT;
    struct byte_sink sink;
    struct record_writer writer;
    byte_sink_to_memory(&sink, &bytes, "memory");
    record_writer_init(&writer, &sink);
    assert_int_equal(
        record_writer_begin(&writer, RECORD_KIND_TOKENS, (struct view){payload, 16U << 20}, &error),
        STATUS_OK);
    assert_int_equal(record_writer_block(&writer, RECORD_TYPE('x', 't', 'r', 'a'),
                                         (struct view){payload, sizeof payload}, &error),
                     STATUS_FAILED);
    assert_string_equal(error.message, "a block of 16777217 bytes is too large for the stream");
    assert_int_equal(record_writer_end(&writer, 0, 0, &error), STATUS_OK);
    assert_int_equal(small_status(&bytes), STATUS_END);
    byte_sink_release(&sink);
    buffer_release(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_writer_draws_the_picture),
        cmocka_unit_test(the_reader_sees_what_is_drawn),
        cmocka_unit_test(the_tests_draw_the_picture),
        cmocka_unit_test(a_dribbling_source_makes_no_difference),
        cmocka_unit_test(a_failing_source_is_told_wherever_it_fails),
        cmocka_unit_test(unknown_blocks_are_skipped_or_refused_by_their_letter),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(an_upstreams_sentence_is_repeated),
        cmocka_unit_test(a_writer_can_fail_before_it_begins_and_not_after_it_ended),
        cmocka_unit_test(a_block_has_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
