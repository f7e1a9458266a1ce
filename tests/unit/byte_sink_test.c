#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/base/byte_sink.h"

static struct error error;

static unsigned char byte_at(size_t i) {
    return (unsigned char)(i * 37 >> 2);
}

/* Writes `total` bytes in pieces of growing sizes, from 0 up to beyond any gathering. */
static enum status write_pieces(struct byte_sink *sink, size_t total) {
    static unsigned char bytes[200000];
    size_t at = 0;
    enum status status = STATUS_OK;
    for (size_t size = 0; at < total && status == STATUS_OK; size = (size * 3 + 1) % sizeof bytes) {
        size_t part = size < total - at ? size : total - at;
        for (size_t i = 0; i < part; i++)
            bytes[i] = byte_at(at + i);
        status = byte_sink_write(sink, bytes, part, &error);
        at += part;
    }
    return status;
}

static void memory_takes_all_bytes_in_order(void **state) {
    (void)state;
    struct byte_sink sink;
    struct buffer memory = BUFFER_INIT;
    byte_sink_to_memory(&sink, &memory, "memory");
    assert_int_equal(write_pieces(&sink, 1000000), STATUS_OK);
    assert_int_equal(sink.position, 1000000);
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_OK);
    assert_int_equal(memory.size, 1000000);
    for (size_t i = 0; i < memory.size; i++) {
        if (memory.data[i] != byte_at(i))
            fail_msg("byte %zu", i);
    }
    byte_sink_release(&sink);
    byte_sink_release(&sink);
    buffer_release(&memory);
}

/* Counts calls; fails at a given one. */
struct counter {
    unsigned calls, fail_at;
    size_t bytes;
};

static enum status count(struct byte_sink *sink, const void *bytes, size_t size,
                         struct error *failure) {
    struct counter *counter = sink->context;
    (void)bytes;
    if (++counter->calls == counter->fail_at)
        return error_set(failure, STATUS_FAILED, "%s is full", sink->name);
    counter->bytes += size;
    return STATUS_OK;
}

static void small_writes_gather(void **state) {
    (void)state;
    struct counter counter = {0};
    struct byte_sink sink;
    byte_sink_to_function(&sink, count, &counter, "it");
    for (int i = 0; i < 300000; i++)
        assert_int_equal(byte_sink_write(&sink, "x", 1, &error), STATUS_OK);
    assert_true(counter.calls > 0 && counter.calls < 10);
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_OK);
    assert_int_equal(counter.bytes, 300000);
    unsigned calls = counter.calls;
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_OK);
    assert_int_equal(counter.calls, calls);
    byte_sink_release(&sink);
}

static void every_failing_write_is_told(void **state) {
    (void)state;
    struct counter whole = {0};
    struct byte_sink sink;
    byte_sink_to_function(&sink, count, &whole, "it");
    assert_int_equal(write_pieces(&sink, 1000000), STATUS_OK);
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_OK);
    byte_sink_release(&sink);
    assert_true(whole.calls > 3);
    for (unsigned n = 1; n <= whole.calls; n++) {
        struct counter counter = {.fail_at = n};
        byte_sink_to_function(&sink, count, &counter, "it");
        enum status status = write_pieces(&sink, 1000000);
        if (status == STATUS_OK)
            status = byte_sink_flush(&sink, &error);
        assert_int_equal(status, STATUS_FAILED);
        assert_string_equal(error.message, "it is full");
        assert_int_equal(counter.calls, n);
        byte_sink_release(&sink);
    }
}

static void *drain(void *argument) {
    int descriptor = *(int *)argument;
    char bytes[4096];
    size_t at = 0;
    ssize_t got;
    while ((got = read(descriptor, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if ((unsigned char)bytes[i] != byte_at(at++))
                return NULL;
        }
    }
    return at == 1000000 ? argument : NULL;
}

/* The pipe is smaller than the pieces, so the system takes them in parts. */
static void a_pipe_takes_pieces_larger_than_itself(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, drain, &ends[0]), 0);
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, ends[1], "the pipe");
    assert_int_equal(write_pieces(&sink, 1000000), STATUS_OK);
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_OK);
    byte_sink_release(&sink);
    assert_int_not_equal(fcntl(ends[1], F_GETFD), -1);
    close(ends[1]);
    void *result;
    pthread_join(thread, &result);
    assert_non_null(result);
    close(ends[0]);
}

static void a_reader_that_has_gone_is_no_failure(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, ends[1], "the pipe");
    assert_int_equal(byte_sink_write(&sink, "x", 1, &error), STATUS_OK);
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_CLOSED_PIPE);
    assert_string_equal(error.message, "the reader of the pipe has gone");
    byte_sink_release(&sink);
    close(ends[1]);
}

static void a_full_disk_is_told(void **state) {
    (void)state;
    int full = open("/dev/full", O_WRONLY);
    if (full < 0)
        skip();
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, full, "standard output");
    assert_int_equal(byte_sink_write(&sink, "x", 1, &error), STATUS_OK);
    assert_int_equal(byte_sink_flush(&sink, &error), STATUS_FAILED);
    assert_string_equal(error.message, "cannot write to 'standard output': No space left on "
                                       "device; free some space and run again");
    byte_sink_release(&sink);
    close(full);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_takes_all_bytes_in_order),
        cmocka_unit_test(small_writes_gather),
        cmocka_unit_test(every_failing_write_is_told),
        cmocka_unit_test(a_pipe_takes_pieces_larger_than_itself),
        cmocka_unit_test(a_reader_that_has_gone_is_no_failure),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
