/* Chunks that go from one shard into another as they are stored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "formats/h5/shard_reader.h"
#include "tests/unit/shard_sample.h"

static struct error error;

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != STATUS_OK)                                                                   \
            fail_msg("%s", error.message);                                                         \
    } while (0)

static int make_shard(const struct shard_writer_options *options, uint64_t rows) {
    struct shard_summary summary;
    int descriptor = shard_sample_file();
    assert_ok(shard_sample_write(descriptor, "shard", options, rows, &summary, &error));
    return descriptor;
}

static struct shard_writer_options options_of(const char *method, struct shard_shape shape) {
    struct shard_writer_options options = {.shape = shape, .provenance = "{\"tool\":\"test\"}"};
    assert_ok(deflate_method_parse(&options.method, method, &error));
    return options;
}

/* A new shard of the first `count` chunks of another. */
static int copy_chunks(int from, const struct shard_writer_options *options, uint64_t count) {
    struct shard_reader *reader;
    struct shard_writer *writer;
    struct packed_chunk packed;
    int to = shard_sample_file();
    assert_ok(shard_reader_open_descriptor(&reader, from, "from", &error));
    assert_true(shard_reader_is_packed_by(reader, options->method));
    assert_ok(shard_writer_open(&writer, to, "to", options, &error));
    assert_ok(packed_chunk_init(&packed, options->shape, &error));
    for (uint64_t i = 0; i < count; i++) {
        assert_ok(shard_reader_copy_chunk(reader, &packed, i, &error));
        assert_ok(shard_writer_write(writer, &packed, &error));
    }
    assert_int_equal(shard_reader_copy_chunk(reader, &packed, count, &error), STATUS_USAGE);
    assert_ok(shard_writer_close(writer, &error));
    packed_chunk_release(&packed);
    shard_reader_close(reader);
    return to;
}

static void assert_same_files(int one, int other) {
    size_t size, other_size;
    unsigned char *bytes = shard_sample_bytes(one, &size);
    unsigned char *other_bytes = shard_sample_bytes(other, &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(bytes, other_bytes, size);
    free(bytes);
    free(other_bytes);
}

static void whole_chunks_make_the_same_file(void **state) {
    (void)state;
    static const char *const METHODS[] = {"huffman", "zlib:1", "none"};
    static const struct shard_shape SHAPES[] = {{8, 3}, {128, 20}, {5, 0}};
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        for (size_t k = 0; k < sizeof SHAPES / sizeof *SHAPES; k++) {
            struct shard_writer_options options = options_of(METHODS[i], SHAPES[k]);
            int long_one = make_shard(&options, 3 * 1024 + 100);
            int short_one = make_shard(&options, 3 * 1024);
            int copy = copy_chunks(long_one, &options, 3);
            assert_same_files(copy, short_one);
            close(long_one);
            close(short_one);
            close(copy);
        }
    }
}

static void others_are_told_apart(void **state) {
    (void)state;
    struct shard_writer_options plain = options_of("none", (struct shard_shape){8, 3});
    struct shard_writer_options packed = options_of("zlib:1", (struct shard_shape){8, 3});
    int descriptor = make_shard(&plain, 1024);
    struct shard_reader *reader;
    assert_ok(shard_reader_open_descriptor(&reader, descriptor, "shard", &error));
    assert_false(shard_reader_is_packed_by(reader, packed.method));
    assert_true(shard_reader_is_packed_by(reader, plain.method));
    shard_reader_close(reader);
    close(descriptor);
    descriptor = make_shard(&packed, 1024);
    assert_ok(shard_reader_open_descriptor(&reader, descriptor, "shard", &error));
    assert_true(shard_reader_is_packed_by(reader, packed.method));
    assert_false(shard_reader_is_packed_by(reader, plain.method));
    shard_reader_close(reader);
    close(descriptor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_chunks_make_the_same_file),
        cmocka_unit_test(others_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
