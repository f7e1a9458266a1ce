#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "formats/base/byte_source.h"
#include "tests/unit/scratch_folder.h"

static struct error error;

static void a_file_is_read_and_closed(void **state) {
    (void)state;
    scratch_write("a", "hello, file");
    struct byte_source source;
    assert_int_equal(byte_source_open(&source, scratch_path("a"), &error), STATUS_OK);
    assert_int_equal(source.input_size, 11);
    int descriptor = source.descriptor;
    assert_true(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
    char bytes[64];
    size_t got;
    assert_int_equal(byte_source_read(&source, bytes, 5, &got, &error), STATUS_OK);
    assert_int_equal(got, 5);
    assert_int_equal(source.position, 5);
    assert_int_equal(byte_source_read_full(&source, bytes + 5, 50, &got, &error), STATUS_OK);
    assert_int_equal(got, 6);
    assert_memory_equal(bytes, "hello, file", 11);
    assert_int_equal(byte_source_read(&source, bytes, 5, &got, &error), STATUS_OK);
    assert_int_equal(got, 0);
    assert_int_equal(source.position, 11);
    byte_source_release(&source);
    assert_int_equal(fcntl(descriptor, F_GETFD), -1);
    byte_source_release(&source);
}

static void what_cannot_be_read_is_refused(void **state) {
    (void)state;
    struct byte_source source;
    char wanted[ERROR_MESSAGE_SIZE];
    assert_int_equal(byte_source_open(&source, scratch_path("none"), &error), STATUS_FAILED);
    snprintf(wanted, sizeof wanted, "cannot open '%s': No such file or directory; check the path",
             scratch_path("none"));
    assert_string_equal(error.message, wanted);
    byte_source_release(&source);
    assert_int_equal(byte_source_open(&source, scratch_folder, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "' is a folder; name the files in it"));
    byte_source_release(&source);
}

static void an_open_descriptor_stays_open(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct byte_source source;
    byte_source_from_descriptor(&source, ends[0], "the pipe");
    assert_true(source.input_size == BYTE_SOURCE_SIZE_UNKNOWN);
    char bytes[10];
    size_t got;
    assert_int_equal(write(ends[1], "abc", 3), 3);
    /* A pipe gives what there is. */
    assert_int_equal(byte_source_read(&source, bytes, sizeof bytes, &got, &error), STATUS_OK);
    assert_int_equal(got, 3);
    close(ends[1]);
    assert_int_equal(byte_source_read(&source, bytes, sizeof bytes, &got, &error), STATUS_OK);
    assert_int_equal(got, 0);
    byte_source_release(&source);
    assert_int_not_equal(fcntl(ends[0], F_GETFD), -1);
    close(ends[0]);

    byte_source_from_descriptor(&source, ends[0], "the pipe");
    assert_int_equal(byte_source_read(&source, bytes, sizeof bytes, &got, &error), STATUS_FAILED);
    assert_string_equal(error.message, "cannot read 'the pipe': Bad file descriptor");
    assert_int_equal(got, 0);
}

static void standard_input_is_called_dash(void **state) {
    (void)state;
    scratch_write("a", "typed");
    int kept = dup(STDIN_FILENO);
    int file = open(scratch_path("a"), O_RDONLY);
    assert_true(file >= 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
    close(file);
    struct byte_source source;
    struct buffer text = BUFFER_INIT;
    assert_int_equal(byte_source_open(&source, "-", &error), STATUS_OK);
    assert_string_equal(source.name, "standard input");
    assert_int_equal(byte_source_read_all(&source, 100, &text, &error), STATUS_OK);
    byte_source_release(&source);
    assert_int_not_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
    assert_int_equal(text.size, 5);
    assert_memory_equal(text.data, "typed", 5);
    buffer_release(&text);
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
}

static void all_of_it_is_read_up_to_a_limit(void **state) {
    (void)state;
    static unsigned char bytes[300000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 31 >> 3);
    struct byte_source source;
    struct buffer all = BUFFER_INIT;
    assert_int_equal(buffer_append(&all, "x", 1, &error), STATUS_OK);
    byte_source_from_memory(&source, (struct view){bytes, sizeof bytes}, "memory");
    assert_int_equal(source.input_size, sizeof bytes);
    assert_int_equal(byte_source_read_all(&source, sizeof bytes, &all, &error), STATUS_OK);
    assert_int_equal(all.size, sizeof bytes + 1);
    assert_memory_equal(all.data + 1, bytes, sizeof bytes);
    buffer_clear(&all);
    byte_source_from_memory(&source, (struct view){bytes, sizeof bytes}, "memory");
    assert_int_equal(byte_source_read_all(&source, sizeof bytes - 1, &all, &error), STATUS_FAILED);
    assert_string_equal(error.message, "'memory' is larger than 299999 bytes, too large for what "
                                       "it should be");
    buffer_release(&all);
    byte_source_from_memory(&source, (struct view){NULL, 0}, "memory");
    assert_int_equal(byte_source_read_all(&source, 0, &all, &error), STATUS_OK);
    assert_int_equal(all.size, 0);
    buffer_release(&all);
}

/* Gives one byte a call and fails at the fifth. */
static enum status dribble(struct byte_source *source, void *bytes, size_t size, size_t *got,
                           struct error *failure) {
    unsigned *calls = source->context;
    (void)size;
    if (++*calls == 5)
        return error_set(failure, STATUS_FAILED, "%s broke", source->name);
    *(char *)bytes = (char)('a' + *calls);
    *got = 1;
    return STATUS_OK;
}

static void a_function_may_dribble_and_fail(void **state) {
    (void)state;
    unsigned calls = 0;
    struct byte_source source;
    char bytes[10];
    size_t got;
    byte_source_from_function(&source, dribble, &calls, "it");
    assert_int_equal(byte_source_read_full(&source, bytes, 3, &got, &error), STATUS_OK);
    assert_int_equal(got, 3);
    assert_int_equal(calls, 3);
    assert_int_equal(byte_source_read_full(&source, bytes + 3, 3, &got, &error), STATUS_FAILED);
    assert_string_equal(error.message, "it broke");
    assert_int_equal(got, 1);
    assert_int_equal(source.position, 4);
    assert_memory_equal(bytes, "bcde", 4);
    calls = 3;
    struct buffer all = BUFFER_INIT;
    assert_int_equal(byte_source_read_all(&source, 100, &all, &error), STATUS_FAILED);
    buffer_release(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_and_closed),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(an_open_descriptor_stays_open),
        cmocka_unit_test(standard_input_is_called_dash),
        cmocka_unit_test(all_of_it_is_read_up_to_a_limit),
        cmocka_unit_test(a_function_may_dribble_and_fail),
    };
    return cmocka_run_group_tests(tests, scratch_folder_make, scratch_folder_remove);
}
