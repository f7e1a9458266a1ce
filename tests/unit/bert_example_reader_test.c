#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/endian.h"
#include "formats/tfrecord/bert_example.h"
#include "formats/tfrecord/bert_example_parse.h"
#include "formats/tfrecord/bert_example_reader.h"

static struct error error;
static struct crc32c crc;

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != STATUS_OK)                                                                   \
            fail_msg("%s", error.message);                                                         \
    } while (0)

enum { COLUMNS = 12, PREDICTIONS = 3, ROWS = 50 };

/* Row `number`: `number` as its ids, and as many as 3 + number % 10 of them. */
static size_t make_row(unsigned char *out, uint32_t number) {
    uint32_t ids[COLUMNS] = {0};
    struct bert_example example = {.max_seq_length = COLUMNS,
                                   .max_predictions_per_seq = PREDICTIONS,
                                   .ids = ids,
                                   .positions = (const uint32_t[]){1, 2, 0},
                                   .label_ids = (const uint32_t[]){number + 300, 7, 0},
                                   .length = 3 + number % 10,
                                   .first_segment_length = 2,
                                   .prediction_count = 2,
                                   .label = number % 2};
    for (uint32_t i = 0; i < example.length; i++)
        ids[i] = number * 1000 + i;
    return bert_example_write(out, &example, &crc);
}

static int make_file(uint32_t rows) {
    int descriptor = memfd_create("records", MFD_CLOEXEC);
    unsigned char *record = malloc(bert_example_bound(COLUMNS, PREDICTIONS));
    crc32c_init(&crc);
    for (uint32_t i = 0; i < rows; i++) {
        size_t size = make_row(record, i);
        assert_int_equal(write(descriptor, record, size), (ssize_t)size);
    }
    free(record);
    return descriptor;
}

static void check_row(struct bert_example_reader *reader, uint32_t number) {
    assert_ok(bert_example_reader_read(reader, number, &error));
    const int32_t *ids = bert_example_reader_values(reader, BERT_FEATURE_INPUT_IDS);
    const int32_t *mask = bert_example_reader_values(reader, BERT_FEATURE_INPUT_MASK);
    const int32_t *segments = bert_example_reader_values(reader, BERT_FEATURE_SEGMENT_IDS);
    for (uint32_t i = 0; i < COLUMNS; i++) {
        bool text = i < 3 + number % 10;
        assert_int_equal(ids[i], text ? (int32_t)(number * 1000 + i) : 0);
        assert_int_equal(mask[i], text);
        assert_int_equal(segments[i], text && i >= 2);
    }
    assert_int_equal(bert_example_reader_values(reader, BERT_FEATURE_MASKED_LM_IDS)[0],
                     number + 300);
    assert_int_equal(bert_example_reader_values(reader, BERT_FEATURE_MASKED_LM_POSITIONS)[1], 2);
    assert_int_equal(bert_example_reader_values(reader, BERT_FEATURE_MASKED_LM_WEIGHTS)[1], 1);
    assert_int_equal(bert_example_reader_values(reader, BERT_FEATURE_MASKED_LM_WEIGHTS)[2], 0);
    assert_int_equal(bert_example_reader_values(reader, BERT_FEATURE_NEXT_SENTENCE_LABELS)[0],
                     number % 2);
}

static void reads_what_was_written_in_any_order(void **state) {
    (void)state;
    struct bert_example_reader *reader;
    int descriptor = make_file(ROWS);
    assert_ok(bert_example_reader_open_descriptor(&reader, descriptor, "records", &error));
    assert_int_equal(bert_example_reader_rows(reader), ROWS);
    assert_int_equal(bert_example_reader_count(reader, BERT_FEATURE_INPUT_IDS), COLUMNS);
    assert_int_equal(bert_example_reader_count(reader, BERT_FEATURE_MASKED_LM_IDS), PREDICTIONS);
    for (uint32_t i = 0; i < ROWS; i++)
        check_row(reader, i);
    check_row(reader, 7);
    check_row(reader, 49);
    check_row(reader, 0);
    assert_int_equal(bert_example_reader_read(reader, ROWS, &error), STATUS_USAGE);
    bert_example_reader_close(reader);
    close(descriptor);
}

/* Opens and reads all; the first failure. */
static enum status read_all(int descriptor) {
    struct bert_example_reader *reader;
    error.message[0] = '\0';
    enum status status = bert_example_reader_open_descriptor(&reader, descriptor, "file", &error);
    for (uint64_t i = 0; status == STATUS_OK && i < bert_example_reader_rows(reader); i++)
        status = bert_example_reader_read(reader, i, &error);
    bert_example_reader_close(reader);
    return status;
}

static void any_changed_byte_is_found(void **state) {
    (void)state;
    int descriptor = make_file(2);
    off_t size = lseek(descriptor, 0, SEEK_END);
    for (off_t at = 0; at < size; at++) {
        unsigned char byte;
        assert_int_equal(pread(descriptor, &byte, 1, at), 1);
        unsigned char other = byte ^ 0x40;
        assert_int_equal(pwrite(descriptor, &other, 1, at), 1);
        assert_int_not_equal(read_all(descriptor), STATUS_OK);
        assert_true(error.message[0] != '\0');
        assert_int_equal(pwrite(descriptor, &byte, 1, at), 1);
    }
    assert_int_equal(read_all(descriptor), STATUS_OK);
    off_t record = size / 2; /* the two are as long as each other but for the lengths of numbers */
    for (off_t length = size - 1; length > 0; length--) {
        assert_int_equal(ftruncate(descriptor, length), 0);
        enum status status = read_all(descriptor);
        if (length > record + 20 || length < record - 20)
            assert_int_equal(status, STATUS_CUT_SHORT);
    }
    close(descriptor);
}

/* What no checksum guards: a writer with other ideas. */
static void messages_are_not_believed(void **state) {
    (void)state;
    struct bert_example_lists lists = {.found = 0};
    for (unsigned i = 0; i < BERT_FEATURES; i++)
        lists.values[i] = calloc(BERT_FEATURE_LARGEST, sizeof(int32_t));
    /* Lists that are not packed, and a feature that nobody asked for. */
    static const unsigned char PLAIN[] =
        "\x0a\x2a"
        "\x0a\x14\x0a\x09input_ids\x12\x07\x1a\x05\x08\x05\x08\xac\x02"
        "\x0a\x12\x0a\x05other\x12\x09\x1a\x07\x0a\x05\x01\x02\x03\x04\x05";
    assert_null(bert_example_parse(&lists, (struct view){PLAIN, sizeof PLAIN - 1}));
    assert_int_equal(lists.found, 1U << BERT_FEATURE_INPUT_IDS);
    assert_int_equal(lists.counts[BERT_FEATURE_INPUT_IDS], 2);
    assert_int_equal(lists.values[BERT_FEATURE_INPUT_IDS][1], 300);
    for (size_t size = 1; size + 1 < sizeof PLAIN; size++)
        assert_non_null(bert_example_parse(&lists, (struct view){PLAIN, size}));
    /* A number beyond 32 bits. */
    static const unsigned char LARGE[] =
        "\x0a\x17\x0a\x15\x0a\x09input_ids\x12\x08\x1a\x06\x0a\x04\xff\xff\xff\x7f";
    static const unsigned char LARGER[] =
        "\x0a\x19\x0a\x17\x0a\x09input_ids\x12\x0a\x1a\x08\x0a\x06\xff\xff\xff\xff\xff\x7f";
    assert_null(bert_example_parse(&lists, (struct view){LARGE, sizeof LARGE - 1}));
    assert_non_null(bert_example_parse(&lists, (struct view){LARGER, sizeof LARGER - 1}));
    for (unsigned i = 0; i < BERT_FEATURES; i++)
        free(lists.values[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_was_written_in_any_order),
        cmocka_unit_test(any_changed_byte_is_found),
        cmocka_unit_test(messages_are_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
