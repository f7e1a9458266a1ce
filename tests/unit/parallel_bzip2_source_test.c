/* parallel_bzip2_source gives and reports what bzip2_source does, for whole, cut and damaged files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/bzip2_bytes.h"
#include "tools/join/parallel_bzip2_source.h"

static struct error error;

/* Reads a file in memory with `threads` threads. */
static enum status read_in_parallel(struct view file, struct buffer *got, unsigned threads) {
    struct byte_source input;
    struct parallel_bzip2_source source;
    byte_source_from_memory(&input, file, "a.bz2");
    buffer_clear(got);
    assert_int_equal(parallel_bzip2_source_init(&source, &input, threads, &error), STATUS_OK);
    error.message[0] = '\0';
    enum status status = byte_source_read_all(&source.bytes, SIZE_MAX, got, &error);
    parallel_bzip2_source_release(&source);
    return status;
}

static void assert_same(struct view file) {
    struct buffer wanted = BUFFER_INIT, got = BUFFER_INIT;
    error.message[0] = '\0';
    enum status status = bzip2_read(file, &wanted, 65536, &error);
    const struct error serial = error;
    for (unsigned threads = 1; threads <= 4; threads++) {
        assert_int_equal(read_in_parallel(file, &got, threads), status);
        if (status != STATUS_OK)
            assert_string_equal(error.message, serial.message);
        assert_int_equal(got.size, wanted.size);
        if (wanted.size > 0)
            assert_memory_equal(got.data, wanted.data, wanted.size);
    }
    buffer_release(&wanted);
    buffer_release(&got);
}

static void make_file(struct buffer *file) {
    struct buffer text = BUFFER_INIT;
    bzip2_text(&text, 700000, 3);
    bzip2_stream(file, buffer_view(&text), 1);
    bzip2_stream(file, (struct view){text.data, 250000}, 2);
    buffer_release(&text);
}

static void whole_files(void **state) {
    (void)state;
    struct buffer file = BUFFER_INIT;
    make_file(&file);
    assert_same(buffer_view(&file));
    assert_same((struct view){(const unsigned char *)"", 0});
    assert_same(view_of_string("no bzip2"));
    buffer_release(&file);
}

static void cut_files(void **state) {
    (void)state;
    struct buffer file = BUFFER_INIT;
    make_file(&file);
    for (size_t size = 1; size < file.size; size += file.size / 23)
        assert_same((struct view){file.data, size});
    buffer_release(&file);
}

static void damaged_files(void **state) {
    (void)state;
    struct buffer file = BUFFER_INIT;
    make_file(&file);
    for (size_t at = 5; at < file.size; at += file.size / 23) {
        file.data[at] ^= 0x10;
        assert_same(buffer_view(&file));
        file.data[at] ^= 0x10;
    }
    buffer_release(&file);
}

static void a_reader_may_stop_early(void **state) {
    (void)state;
    struct buffer file = BUFFER_INIT;
    make_file(&file);
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct byte_source input;
        struct parallel_bzip2_source source;
        unsigned char bytes[1000];
        size_t got;
        byte_source_from_memory(&input, buffer_view(&file), "a.bz2");
        assert_int_equal(parallel_bzip2_source_init(&source, &input, threads, &error), STATUS_OK);
        assert_int_equal(byte_source_read_full(&source.bytes, bytes, sizeof bytes, &got, &error),
                         STATUS_OK);
        assert_int_equal(got, sizeof bytes);
        parallel_bzip2_source_release(&source);
    }
    buffer_release(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files),
        cmocka_unit_test(cut_files),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(a_reader_may_stop_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
