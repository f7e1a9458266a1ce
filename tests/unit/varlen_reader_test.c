#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "formats/h5/varlen_reader.h"
#include "tests/unit/varlen_sample.h"

enum { ROWS = 600 };

static const struct shard_shape SHAPE = {40, 9};
static struct error error;

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != STATUS_OK)                                                                   \
            fail_msg("%s", error.message);                                                         \
    } while (0)

static int make_shard(void) {
    int descriptor = shard_sample_file();
    assert_ok(varlen_sample_write(descriptor, SHAPE, ROWS, &error));
    return descriptor;
}

static void gives_the_rows_of_a_padded_shard(void **state) {
    (void)state;
    int descriptor = make_shard();
    struct varlen_reader *reader;
    struct shard_sample sample;
    unsigned char *rows = malloc((size_t)ROWS * 4 * SHAPE.max_seq_length);
    assert_ok(varlen_reader_open_descriptor(&reader, descriptor, "shard", &error));
    assert_int_equal(varlen_reader_rows(reader), ROWS);
    assert_int_equal(varlen_reader_shape(reader).max_seq_length, SHAPE.max_seq_length);
    assert_string_equal(varlen_reader_provenance(reader), "{\"a\":1}");
    assert_ok(varlen_reader_set_shape(reader, SHAPE, &error));
    shard_sample_init(&sample, SHAPE);
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        size_t size = shard_layout_row_bytes(SHAPE, i);
        assert_ok(varlen_reader_read(reader, i, rows, 0, ROWS, &error));
        for (uint64_t row = 0; row < ROWS; row++) {
            shard_sample_make(&sample, VARLEN_SAMPLE_FIRST + row);
            assert_memory_equal(rows + row * size, sample.stored[i], size);
        }
        assert_ok(varlen_reader_read(reader, i, rows, ROWS - 1, 1, &error));
        assert_memory_equal(rows, sample.stored[i], size);
        assert_int_equal(varlen_reader_read(reader, i, rows, ROWS, 1, &error), STATUS_USAGE);
    }
    assert_int_equal(varlen_reader_set_shape(reader, (struct shard_shape){39, 9}, &error),
                     STATUS_CORRUPT);
    shard_sample_release(&sample);
    free(rows);
    varlen_reader_close(reader);
    close(descriptor);
}

/* Reads all there is; the first failure. */
static enum status read_all(int descriptor) {
    struct varlen_reader *reader;
    static unsigned char row[4 * SHARD_MAX_SEQ_LENGTH];
    error.message[0] = '\0';
    enum status status = varlen_reader_open_descriptor(&reader, descriptor, "shard", &error);
    for (unsigned i = 0; status == STATUS_OK && i < SHARD_DATASETS; i++) {
        for (uint64_t k = 0; status == STATUS_OK && k < varlen_reader_rows(reader); k++)
            status = varlen_reader_read(reader, i, row, k, 1, &error);
    }
    varlen_reader_close(reader);
    return status;
}

static void heaps_are_not_believed(void **state) {
    (void)state;
    int descriptor = make_shard();
    size_t size;
    unsigned char *bytes = shard_sample_bytes(descriptor, &size);
    assert_int_equal(read_all(descriptor), STATUS_OK);
    unsigned char *heap = memmem(bytes, size, "GCOL", 4);
    assert_non_null(heap);
    off_t at = heap - bytes;
    /* Signature; version; the collection's size; an object's index; its size. */
    static const struct {
        off_t offset;
        unsigned char byte;
    } CHANGES[] = {{0, 'X'}, {4, 9}, {15, 0x7f}, {9, 0}, {16, 99}, {25, 0x7f}, {31, 0xff}};
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        off_t place = at + CHANGES[i].offset;
        assert_int_equal(pwrite(descriptor, &CHANGES[i].byte, 1, place), 1);
        enum status status = read_all(descriptor);
        if (status != STATUS_CORRUPT || error.message[0] == '\0')
            fail_msg("change %zu gives status %d", i, (int)status);
        assert_int_equal(pwrite(descriptor, bytes + place, 1, place), 1);
    }
    assert_int_equal(read_all(descriptor), STATUS_OK);
    free(bytes);
    close(descriptor);
}

static void a_shard_cut_anywhere_has_a_sentence(void **state) {
    (void)state;
    int descriptor = make_shard();
    size_t size;
    free(shard_sample_bytes(descriptor, &size));
    for (size_t length = size - 1; length > 1000; length -= length / 20) {
        assert_int_equal(ftruncate(descriptor, (off_t)length), 0);
        assert_int_not_equal(read_all(descriptor), STATUS_OK);
        assert_true(error.message[0] != '\0');
    }
    close(descriptor);
}

static void a_padded_shard_is_not_one(void **state) {
    (void)state;
    struct shard_writer_options options = {.shape = {8, 3}};
    struct shard_summary summary;
    int descriptor = shard_sample_file();
    assert_ok(deflate_method_parse(&options.method, "zlib:1", &error));
    assert_ok(shard_sample_write(descriptor, "shard", &options, 30, &summary, &error));
    assert_int_equal(read_all(descriptor), STATUS_CORRUPT);
    close(descriptor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_rows_of_a_padded_shard),
        cmocka_unit_test(heaps_are_not_believed),
        cmocka_unit_test(a_shard_cut_anywhere_has_a_sentence),
        cmocka_unit_test(a_padded_shard_is_not_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
