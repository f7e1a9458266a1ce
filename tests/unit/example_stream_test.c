/*
 * Example streams: the bytes of the layout, and rows that come out as they went in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/example_gathering.h"
#include "tests/unit/example_reading.h"

static struct error error;

static void require(enum status status) {
    if (status != STATUS_OK)
        fail_msg("%s", error.message);
}

/* Two rows with ids of 4 bytes, as a Python program with xxHash's own library computed them. */
static const unsigned char PICTURE[] = {
    /* clang-format off: a line of the picture is a line here */
    /* magic, version 1, kind 2, check */
    "\x89\x4d\x4c\x4d\x0d\x0a\x1a\x0a"
    "\x01\x00\x02\x00\x00\x00\x00\x00"
    "\xfb\x75\xe6\xff\xd6\xff\x4b\xa0"
    /* PROV: {} */
    "\x50\x52\x4f\x56\x02\x00\x00\x00"
    "\x00\x00\x00\x00\x1c\x45\xde\x59"
    "\x18\x58\xef\x8f\xa6\x54\xd0\x3f"
    "\x7b\x7d"
    /* SBEG: shard 0, size unknown, "sea" */
    "\x53\x42\x45\x47\x13\x00\x00\x00"
    "\x01\x00\x00\x00\x4d\xc7\x38\x6d"
    "\xfe\x23\x85\xe0\xfc\xdb\xcc\xad"
    "\x00\x00\x00\x00\x00\x00\x00\x00"
    "\xff\xff\xff\xff\xff\xff\xff\xff"
    "\x73\x65\x61"
    /* EXAM: 2 examples, 9 tokens, 3 predictions, 0 */
    "\x45\x58\x41\x4d\x54\x00\x00\x00"
    "\x02\x00\x00\x00\xf4\xf7\x5f\xe9"
    "\x9f\xaa\x39\x13\x15\xd6\xf9\x4d"
    "\x02\x00\x00\x00\x09\x00\x00\x00"
    "\x03\x00\x00\x00\x00\x00\x00\x00"
    /* ids, labels */
    "\x02\x00\x00\x00\x70\x11\x01\x00"
    "\x03\x00\x00\x00\x09\x00\x00\x00"
    "\x03\x00\x00\x00\x02\x00\x00\x00"
    "\x04\x00\x00\x00\x03\x00\x00\x00"
    "\x03\x00\x00\x00"
    "\x71\x11\x01\x00\x05\x00\x00\x00"
    "\x06\x00\x00\x00"
    /* lengths, first lengths, predictions of each, positions, labels of the next sentence */
    "\x05\x00\x04\x00"
    "\x03\x00\x03\x00"
    "\x02\x00\x01\x00"
    "\x01\x00\x03\x00\x01\x00"
    "\x00\x01"
    /* SEND: 2 examples, 3 predictions, 9 tokens */
    "\x53\x45\x4e\x44\x18\x00\x00\x00"
    "\x03\x00\x00\x00\x4d\xff\xd7\xd2"
    "\x17\xd6\xf2\x85\x74\xb9\xaf\x61"
    "\x02\x00\x00\x00\x00\x00\x00\x00"
    "\x03\x00\x00\x00\x00\x00\x00\x00"
    "\x09\x00\x00\x00\x00\x00\x00\x00"
    /* ENDS: 1 shard, 9 tokens */
    "\x45\x4e\x44\x53\x10\x00\x00\x00"
    "\x04\x00\x00\x00\xa0\x41\x27\x4a"
    "\x2d\xae\x8f\xb4\x23\xd0\x3d\xa1"
    "\x01\x00\x00\x00\x00\x00\x00\x00"
    "\x09\x00\x00\x00\x00\x00\x00\x00"
    /* clang-format on */
};

static const char PICTURE_TEXT[] = "shard sea 0 -1\n"
                                   "[2 70000 3 9 3|3|0] 1:70001 3:5\n"
                                   "[2 4 3 3|3|1] 1:6\n"
                                   "end 2 3 9\n"
                                   "done\n";

static void the_writer_draws_the_picture(void **state) {
    (void)state;
    static const uint32_t IDS[] = {2, 70000, 3, 9, 3, 2, 4, 3, 3}, LABELS[] = {70001, 5, 6};
    static const uint16_t POSITIONS[] = {1, 3, 1};
    static const struct gathered_row ROWS[] = {{IDS, 5, 3, 0, 2, POSITIONS, LABELS},
                                               {IDS + 5, 4, 3, 1, 1, POSITIONS + 2, LABELS + 2}};
    struct buffer bytes = BUFFER_INIT;
    struct byte_sink sink;
    struct example_stream_writer writer;
    byte_sink_to_memory(&sink, &bytes, "memory");
    example_stream_writer_init(&writer, &sink, 4);
    struct example_gathering gathering = {.writer = &writer};
    require(shard_stream_writer_begin(&writer.stream, view_of_string("{}"), &error));
    require(shard_stream_writer_shard(&writer.stream, "sea", UINT64_MAX, &error));
    require(example_gathering_add(&gathering, &ROWS[0], &error));
    require(example_gathering_add(&gathering, &ROWS[1], &error));
    require(example_gathering_end_shard(&gathering, &error));
    require(shard_stream_writer_end(&writer.stream, &error));
    assert_int_equal(bytes.size, sizeof PICTURE - 1);
    assert_memory_equal(bytes.data, PICTURE, sizeof PICTURE - 1);
    example_gathering_release(&gathering);
    example_stream_writer_release(&writer);
    byte_sink_release(&sink);
    buffer_release(&bytes);
}

static enum status read_picture(struct example_reading *reading, const unsigned char *bytes,
                                size_t size) {
    reading->id_bytes = 4;
    reading->vocabulary_size = 70002;
    reading->max_length = 5;
    reading->max_masked = 2;
    return example_reading_of(reading, (struct view){bytes, size});
}

static void the_reader_sees_what_is_drawn(void **state) {
    (void)state;
    struct example_reading reading = {.text = BUFFER_INIT};
    assert_int_equal(read_picture(&reading, PICTURE, sizeof PICTURE - 1), STATUS_END);
    assert_int_equal(reading.text.size, sizeof PICTURE_TEXT - 1);
    assert_memory_equal(reading.text.data, PICTURE_TEXT, reading.text.size);
    buffer_release(&reading.text);
}

static void damage_is_noticed(void **state) {
    (void)state;
    struct example_reading reading = {.text = BUFFER_INIT};
    unsigned char bytes[sizeof PICTURE - 1];
    for (size_t size = 0; size < sizeof bytes; size++)
        assert_int_equal(read_picture(&reading, PICTURE, size), STATUS_CUT_SHORT);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        memcpy(bytes, PICTURE, sizeof bytes);
        bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
        enum status status = read_picture(&reading, bytes, sizeof bytes);
        if (status != STATUS_CORRUPT && !(bit < 64 && status == STATUS_NOT_OURS))
            fail_msg("bit %zu: status %d", bit, (int)status);
    }
    buffer_release(&reading.text);
}

/* Rows made from their numbers. */
struct shape {
    unsigned id_bytes;
    uint32_t vocabulary_size;
    unsigned length, masked; /* at most, of a row */
    unsigned shards, rows;
};

static struct gathered_row row_of(const struct shape *shape, unsigned shard, unsigned row) {
    static uint32_t ids[65535], labels[65535];
    static uint16_t positions[65535];
    struct gathered_row example = {.ids = ids, .labels = labels, .positions = positions};
    uint32_t random = shard * 1000003 + row * 7919 + 1;
    example.length = (uint16_t)(shape->length - row % (shape->length / 2 + 1));
    example.first_length = (uint16_t)(random % (example.length + 1U));
    example.next_is_random = row % 3 == 0;
    for (unsigned i = 0; i < example.length; i++)
        ids[i] = (uint32_t)((random + i * UINT64_C(2654435761)) % shape->vocabulary_size);
    ids[0] = shape->vocabulary_size - 1;
    unsigned masked = shape->masked < example.length ? shape->masked : example.length;
    example.masked = (uint16_t)(masked - row % (masked + 1));
    for (unsigned i = 0; i < example.masked; i++) {
        positions[i] = (uint16_t)(i + example.length - example.masked);
        labels[i] = (random + i) % shape->vocabulary_size;
    }
    return example;
}

static void describe(const struct shape *shape, struct buffer *text) {
    for (unsigned shard = 0; shard < shape->shards; shard++) {
        unsigned long tokens = 0, predictions = 0;
        require(buffer_format(text, &error, "shard s%u %u 7\n", shard, shard));
        for (unsigned i = 0; i < shape->rows; i++) {
            struct gathered_row row = row_of(shape, shard, i);
            for (unsigned j = 0; j < row.length; j++)
                example_reading_add(text, j == 0 ? "[" : " ", row.ids[j], "");
            require(buffer_format(text, &error, "|%u|%u]", row.first_length, row.next_is_random));
            for (unsigned j = 0; j < row.masked; j++) {
                example_reading_add(text, " ", row.positions[j], ":");
                example_reading_add(text, "", row.labels[j], "");
            }
            require(buffer_append(text, "\n", 1, &error));
            tokens += row.length;
            predictions += row.masked;
        }
        require(buffer_format(text, &error, "end %u %lu %lu\n", shape->rows, predictions, tokens));
    }
    require(buffer_append(text, "done\n", 5, &error));
}

static enum status write_shape(struct byte_sink *sink, const struct shape *shape) {
    struct example_stream_writer writer;
    example_stream_writer_init(&writer, sink, shape->id_bytes);
    struct example_gathering gathering = {.writer = &writer};
    enum status status = shard_stream_writer_begin(&writer.stream, view_of_string("{}"), &error);
    for (unsigned shard = 0; shard < shape->shards && status == STATUS_OK; shard++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", shard);
        status = shard_stream_writer_shard(&writer.stream, name, 7, &error);
        for (unsigned i = 0; i < shape->rows && status == STATUS_OK; i++) {
            struct gathered_row row = row_of(shape, shard, i);
            status = example_gathering_add(&gathering, &row, &error);
        }
        if (status == STATUS_OK)
            status = example_gathering_end_shard(&gathering, &error);
    }
    if (status == STATUS_OK)
        status = shard_stream_writer_end(&writer.stream, &error);
    example_gathering_release(&gathering);
    example_stream_writer_release(&writer);
    return status;
}

static void assert_round_trip(const struct shape *shape, unsigned blocks) {
    struct buffer bytes = BUFFER_INIT, text = BUFFER_INIT;
    struct byte_sink sink;
    byte_sink_to_memory(&sink, &bytes, "memory");
    require(write_shape(&sink, shape));
    byte_sink_release(&sink);
    struct example_reading reading = {.id_bytes = shape->id_bytes,
                                      .vocabulary_size = shape->vocabulary_size,
                                      .max_length = shape->length,
                                      .max_masked = shape->masked};
    enum status status = example_reading_of(&reading, buffer_view(&bytes));
    if (status != STATUS_END)
        fail_msg("status %d: %s", (int)status, reading.error.message);
    describe(shape, &text);
    assert_int_equal(reading.text.size, text.size);
    assert_memory_equal(reading.text.data, text.data, text.size);
    assert_int_equal(reading.blocks, blocks);
    assert_true(reading.largest_block < 2 << 20);
    buffer_release(&reading.text);
    buffer_release(&text);
    buffer_release(&bytes);
}

static void rows_come_out_as_they_went_in(void **state) {
    (void)state;
    assert_round_trip(&(struct shape){2, 65536, 128, 20, 2, 700}, 4);
    assert_round_trip(&(struct shape){4, 65537, 128, 20, 2, 700}, 4);
    assert_round_trip(&(struct shape){2, 30522, 1, 0, 3, 1}, 3);
    assert_round_trip(&(struct shape){2, 30522, 1, 1, 1, 65536}, 1);
    assert_round_trip(&(struct shape){4, INT32_MAX, 65535, 65535, 1, 5}, 3);
    assert_round_trip(&(struct shape){2, 5, 512, 0, 1, 100}, 1);
    assert_round_trip(&(struct shape){2, 5, 16, 2, 2, 0}, 0);
}

/* Takes writes until one is to fail. */
static enum status fail_at(struct byte_sink *sink, const void *bytes, size_t size,
                           struct error *failure) {
    unsigned *left = sink->context;
    (void)bytes, (void)size;
    if (*left == 0)
        return error_set(failure, STATUS_FAILED, "%s is full", sink->name);
    --*left;
    return STATUS_OK;
}

static void every_failing_write_is_told(void **state) {
    (void)state;
    struct shape shape = {2, 30522, 128, 20, 2, 1400};
    unsigned failures = 0;
    for (;; failures++) {
        unsigned left = failures;
        struct byte_sink sink;
        byte_sink_to_function(&sink, fail_at, &left, "the disk");
        enum status status = write_shape(&sink, &shape);
        byte_sink_release(&sink);
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_FAILED);
        assert_string_equal(error.message, "the disk is full");
    }
    assert_true(failures >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_writer_draws_the_picture),
        cmocka_unit_test(the_reader_sees_what_is_drawn),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(rows_come_out_as_they_went_in),
        cmocka_unit_test(every_failing_write_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
