#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"
#include "formats/tfrecord/bert_example.h"

/* The examples of RFC 3720, B.4, at every offset into eight bytes. */
static void checksums_are_those_of_the_standard(void **state) {
    (void)state;
    struct crc32c crc;
    unsigned char bytes[48];
    crc32c_init(&crc);
    assert_int_equal(crc32c_of(&crc, "", 0), 0);
    assert_int_equal(crc32c_of(&crc, "123456789", 9), 0xE3069283);
    for (unsigned offset = 0; offset < 8; offset++) {
        memset(bytes, 0, sizeof bytes);
        assert_int_equal(crc32c_of(&crc, bytes + offset, 32), 0x8A9136AA);
        memset(bytes, 0xFF, sizeof bytes);
        assert_int_equal(crc32c_of(&crc, bytes + offset, 32), 0x62A8AB43);
        for (unsigned i = 0; i < 32; i++)
            bytes[offset + i] = (unsigned char)i;
        assert_int_equal(crc32c_of(&crc, bytes + offset, 32), 0x46DD794E);
    }
    assert_int_equal(crc32c_mask(0), 0xA282EAD8);
    assert_int_equal(crc32c_mask(0xFFFFFFFF), 0xA282EAD7);
}

/* The smallest record there is, byte for byte: one id, one prediction. */
static void a_small_record_byte_for_byte(void **state) {
    (void)state;
    struct crc32c crc;
    crc32c_init(&crc);
    struct bert_example example = {.max_seq_length = 1,
                                   .max_predictions_per_seq = 1,
                                   .ids = (const uint32_t[]){300},
                                   .positions = (const uint32_t[]){0},
                                   .label_ids = (const uint32_t[]){127},
                                   .length = 1,
                                   .first_segment_length = 1,
                                   .prediction_count = 1,
                                   .label = 1};
    static const char *const ENTRIES[] = {
        "\x0a\x13\x0a\x09input_ids\x12\x06\x1a\x04\x0a\x02\xac\x02",
        "\x0a\x13\x0a\x0ainput_mask\x12\x05\x1a\x03\x0a\x01\x01",
        "\x0a\x16\x0a\x0dmasked_lm_ids\x12\x05\x1a\x03\x0a\x01\x7f",
        "\x0a\x1c\x0a\x13masked_lm_positions\x12\x05\x1a\x03\x0a\x01",
        "\x0a\x1d\x0a\x11masked_lm_weights\x12\x08\x12\x06\x0a\x04",
        "\x0a\x1d\x0a\x14next_sentence_labels\x12\x05\x1a\x03\x0a\x01\x01",
        "\x0a\x14\x0a\x0bsegment_ids\x12\x05\x1a\x03\x0a\x01",
    };
    /* What follows an entry and cannot be in a C string. */
    static const size_t REST_SIZES[] = {0, 0, 0, 1, 4, 0, 1};
    static const unsigned char RESTS[][4] = {{0}, {0}, {0}, {0}, {0, 0, 0x80, 0x3F}, {0}, {0}};
    unsigned char expected[512];
    size_t size = 0;
    for (unsigned i = 0; i < 7; i++) {
        size_t length = strlen(ENTRIES[i]);
        memcpy(expected + size, ENTRIES[i], length);
        memcpy(expected + size + length, RESTS[i], REST_SIZES[i]);
        size += length + REST_SIZES[i];
    }
    unsigned char *record = malloc(bert_example_bound(1, 1));
    size_t used = bert_example_write(record, &example, &crc);
    /* The message: a tag, the size of all features in two bytes, and they. */
    assert_int_equal(used, 12 + 3 + size + 4);
    assert_int_equal(load_le64(record), 3 + size);
    assert_int_equal(load_le32(record + 8), crc32c_mask(crc32c_of(&crc, record, 8)));
    assert_int_equal(record[12], 0x0A);
    assert_int_equal(record[13], (size & 127) | 128);
    assert_int_equal(record[14], size >> 7);
    assert_memory_equal(record + 15, expected, size);
    assert_int_equal(load_le32(record + used - 4),
                     crc32c_mask(crc32c_of(&crc, record + 12, 3 + size)));
    free(record);
}

/* The largest numbers in exact room, so that a sanitizer sees any excess. */
static void the_bound_holds(void **state) {
    (void)state;
    static const uint32_t SHAPES[][2] = {{1, 0},    {1, 1},   {128, 20},
                                         {512, 80}, {3, 400}, {65536, 9}};
    struct crc32c crc;
    crc32c_init(&crc);
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        uint32_t length = SHAPES[i][0];
        uint32_t predictions = SHAPES[i][1];
        uint32_t *numbers = malloc((size_t)4 * (length + predictions + 1));
        for (uint32_t k = 0; k <= length + predictions; k++)
            numbers[k] = UINT32_MAX;
        size_t bound = bert_example_bound(length, predictions);
        unsigned char *record = malloc(bound);
        struct bert_example example = {.max_seq_length = length,
                                       .max_predictions_per_seq = predictions,
                                       .ids = numbers,
                                       .positions = numbers,
                                       .label_ids = numbers,
                                       .length = length,
                                       .prediction_count = predictions};
        assert_in_range(bert_example_write(record, &example, &crc), 1, bound);
        free(record);
        free(numbers);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksums_are_those_of_the_standard),
        cmocka_unit_test(a_small_record_byte_for_byte),
        cmocka_unit_test(the_bound_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
