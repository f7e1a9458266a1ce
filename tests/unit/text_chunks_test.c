/* text_chunks: where texts are cut, however they come; long lines; waiting; failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/join/text_chunks.h"

static char folder[] = "/tmp/text_chunks_test.XXXXXX";
static char paths[2][sizeof folder + 8];

static int set_up(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    for (int i = 0; i < 2; i++)
        snprintf(paths[i], sizeof paths[i], "%s/%c", folder, "ab"[i]);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++)
        unlink(paths[i]);
    return rmdir(folder);
}

static void write_file(const char *path, struct view text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
}

/* All chunks of a file: '|' behind a chunk, '+' behind a part of a line, '.' behind the last. */
static void read_all(struct text_chunks *chunks, char *shown, size_t size) {
    struct text_chunk chunk = {.text = BUFFER_INIT};
    struct error error;
    enum status status;
    size_t at = 0;
    bool in_line = false;
    while ((status = text_chunks_next(chunks, &chunk, &error)) == STATUS_OK) {
        assert_int_equal(chunk.begins_in_line, in_line);
        in_line = chunk.ends_in_line;
        assert_true(at + chunk.text.size + 2 < size);
        if (chunk.text.size > 0)
            memcpy(shown + at, chunk.text.data, chunk.text.size);
        at += chunk.text.size;
        shown[at++] = (char)(chunk.ends_in_line ? '+' : chunk.ends_file ? '.' : '|');
    }
    shown[at] = '\0';
    assert_int_equal(status, STATUS_END);
    assert_int_equal(text_chunks_next(chunks, &chunk, &error), STATUS_END);
    text_chunk_release(&chunk);
}

static void chunks_end_with_lines(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        const char *chunks;
    } CASES[] = {
        {"", 4, "."},
        {"a", 4, "a."},
        {"ab\ncd\n", 4, "ab\n|cd\n."},
        {"ab\ncd", 4, "ab\n|cd."},
        {"a\nb\nc\nd\n", 5, "a\nb\n|c\nd\n."},
        {"ab\r\ncd\r\n", 4, "ab\r\n|cd\r\n|."},
        {"ab\r\ncd\r\n", 3, "ab+\r\n|cd+\r\n."},
        {"ab\rcd\ref", 4, "ab\r|cd\r|ef."},
        {"ab\rcd\r", 3, "ab+\r|cd+\r."},
        {"abcdefg\nh\n", 3, "abc+def+g\n|h\n."},
        {"abcdefg\rh\n", 4, "abcd+efg+\r|h\n."},
        {"abcdef\r\nh\n", 4, "abcd+ef\r\n|h\n."},
        {"abcdefg\r\nh\n", 4, "abcd+efg+\r\n|h\n."},
        {"abcdefgh", 3, "abc+def+gh."},
        {"abcdef", 3, "abc+def+."},
        {"abc\n\n\n", 2, "ab+c\n|\n\n|."},
        {"\r\n\r\n", 1, "\r\n|\r\n|."},
        {"\ra\n", 1, "\r|a\n|."},
        {"a\r", 1, "a+\r."},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char shown[64];
        struct text_chunks chunks;
        const char *path = paths[0];
        write_file(path, view_of_string(CASES[i].text));
        text_chunks_init(&chunks, &path, 1, CASES[i].size, -1);
        read_all(&chunks, shown, sizeof shown);
        assert_string_equal(shown, CASES[i].chunks);
        text_chunks_release(&chunks);
    }
}

static void files_follow_each_other(void **state) {
    (void)state;
    const char *two[] = {paths[0], paths[1]};
    struct text_chunks chunks;
    struct text_chunk chunk = {.text = BUFFER_INIT};
    struct error error;
    write_file(two[0], view_of_string("a\nb"));
    write_file(two[1], view_of_string("c\n"));
    text_chunks_init(&chunks, two, 2, 100, -1);
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_OK);
    assert_true(chunk.begins_file && chunk.ends_file && !chunk.last && !chunk.waits);
    assert_ptr_equal(chunk.path, two[0]);
    assert_int_equal(chunk.input_size, 3);
    assert_int_equal(chunk.position, 3);
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_OK);
    assert_true(chunk.begins_file && chunk.ends_file && chunk.last);
    assert_ptr_equal(chunk.path, two[1]);
    assert_int_equal(chunk.text.size, 2);
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_END);
    text_chunks_release(&chunks);
    unlink(two[1]);
    text_chunks_init(&chunks, two, 2, 100, -1);
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_OK);
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, two[1]));
    assert_ptr_equal(chunk.path, two[1]);
    assert_int_equal(chunk.text.size, 0);
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_END);
    text_chunks_release(&chunks);
    text_chunk_release(&chunk);
}

static void put(int pipe, const char *text) {
    assert_int_equal(write(pipe, text, strlen(text)), strlen(text));
}

#define NEXT(wanted, is_waiting)                                                                   \
    do {                                                                                           \
        assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_OK);                    \
        assert_int_equal(chunk.text.size, strlen(wanted));                                         \
        assert_memory_equal(chunk.text.data, wanted, chunk.text.size);                             \
        assert_int_equal(chunk.waits, is_waiting);                                                 \
    } while (0)

static void a_line_is_not_held_back(void **state) {
    (void)state;
    struct text_chunks chunks;
    struct text_chunk chunk = {.text = BUFFER_INIT};
    struct error error;
    char path[32];
    int ends[2];
    const char *only = path;
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    text_chunks_init(&chunks, &only, 1, 10, -1);
    put(ends[1], "a\nbc");
    NEXT("a\n", true);
    put(ends[1], "d\ne\r"); /* half of a CR LF, perhaps */
    NEXT("bcd\n", true);
    put(ends[1], "\n0123456789012");
    NEXT("e\r\n", false);
    NEXT("0123456789", false);
    assert_true(chunk.ends_in_line);
    put(ends[1], "\nf"); /* the end of a long line is one, too */
    NEXT("012\n", true);
    assert_false(chunk.ends_in_line);
    close(ends[1]);
    NEXT("f", false);
    assert_true(chunk.ends_file && chunk.last);
    close(ends[0]);
    text_chunks_release(&chunks);
    text_chunk_release(&chunk);
}

static void a_stop_ends_waiting(void **state) {
    (void)state;
    struct text_chunks chunks;
    struct text_chunk chunk = {.text = BUFFER_INIT};
    struct error error;
    char path[32];
    int ends[2], stop[2];
    const char *only = path;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(stop), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    text_chunks_init(&chunks, &only, 1, 10, stop[0]);
    put(ends[1], "abc");
    put(stop[1], "!");
    assert_int_equal(text_chunks_next(&chunks, &chunk, &error), STATUS_END);
    text_chunks_release(&chunks);
    text_chunk_release(&chunk);
    for (int i = 0; i < 2; i++) {
        close(ends[i]);
        close(stop[i]);
    }
}

/* The chunks of a text joined are the text, and none is larger than asked for. */
static void nothing_is_lost(void **state) {
    (void)state;
    static const char *const PARTS[] = {"a", "bcd", "\n", "\r", "\r\n", "\n\n", "e f g h i j k l"};
    unsigned seed = 1;
    for (int round = 0; round < 200; round++) {
        struct buffer text = BUFFER_INIT, joined = BUFFER_INIT;
        struct text_chunk chunk = {.text = BUFFER_INIT};
        struct text_chunks chunks;
        struct error error;
        const char *path = paths[0];
        for (int i = 0; i < 40; i++) {
            seed = seed * 1103515245 + 12345;
            const char *part = PARTS[seed / 65536 % (sizeof PARTS / sizeof PARTS[0])];
            assert_int_equal(buffer_append(&text, part, strlen(part), &error), STATUS_OK);
        }
        size_t size = (size_t)(2 + round % 37);
        write_file(path, buffer_view(&text));
        text_chunks_init(&chunks, &path, 1, size, -1);
        while (text_chunks_next(&chunks, &chunk, &error) == STATUS_OK) {
            assert_true(chunk.text.size <= size);
            assert_int_equal(buffer_append(&joined, chunk.text.data, chunk.text.size, &error),
                             STATUS_OK);
            assert_true(chunk.text.size > 0 || chunk.ends_file);
            /* No border between CR and LF. */
            if (chunk.text.size > 0 && joined.size < text.size &&
                joined.data[joined.size - 1] == '\r')
                assert_int_not_equal(text.data[joined.size], '\n');
        }
        assert_int_equal(joined.size, text.size);
        assert_memory_equal(joined.data, text.data, text.size);
        text_chunks_release(&chunks);
        text_chunk_release(&chunk);
        buffer_release(&joined);
        buffer_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_end_with_lines),   cmocka_unit_test(files_follow_each_other),
        cmocka_unit_test(a_line_is_not_held_back), cmocka_unit_test(a_stop_ends_waiting),
        cmocka_unit_test(nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
