/*
 * text_reader, cancel_line, docshard_documents, docshard_seen: lines in batches, documents in turn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/join/cancel_line.h"
#include "tools/join/docshard_documents.h"
#include "tools/join/docshard_seen.h"
#include "tools/join/text_reader.h"

static void test_find(void **state) {
    (void)state;
    assert_int_equal(cancel_line_find(view_of_string("\030x"), true), 0);
    assert_int_equal(cancel_line_find(view_of_string("\030x"), false), 2);
    assert_int_equal(cancel_line_find(view_of_string("a\030\n\030x"), true), 3);
    assert_int_equal(cancel_line_find(view_of_string("a\r\030"), true), 2);
    assert_int_equal(cancel_line_find(view_of_string(""), true), 0);
}

static void test_sentence(void **state) {
    (void)state;
    struct error error;
    assert_int_equal(cancel_line_error("x", 3,
                                       view_of_string("a\tb\xC2\x9B"
                                                      "c\nd"),
                                       &error),
                     STATUS_UPSTREAM);
    assert_string_equal(error.message, "'x' says in line 3 that it is incomplete: a?b?c");
    struct buffer text = BUFFER_INIT;
    struct byte_sink sink;
    byte_sink_to_memory(&sink, &text, "memory");
    error_set(&error, STATUS_FAILED, "no");
    cancel_line_write(&sink, "tool", STATUS_FAILED, &error);
    cancel_line_write(&sink, "tool", STATUS_CLOSED_PIPE, &error);
    cancel_line_write(&sink, "tool", STATUS_UPSTREAM, &error);
    assert_int_equal(text.size, 14);
    assert_memory_equal(text.data, "\030tool: no\n\030no\n", 14);
    byte_sink_release(&sink);
    buffer_release(&text);
}

/* Hands out a few bytes at a time. */
static enum status dribble(struct byte_source *source, void *bytes, size_t size, size_t *got,
                           struct error *error) {
    (void)error;
    struct view *left = source->context;
    *got = left->size < 1000 ? left->size : 1000;
    *got = *got < size ? *got : size;
    memcpy(bytes, left->data, *got);
    left->data += *got;
    left->size -= *got;
    return STATUS_OK;
}

/* The ends of the batches of a text, as offsets; returns how many. */
static size_t batch_ends(struct view text, size_t ends[], size_t most) {
    struct byte_source source;
    struct text_reader reader;
    struct buffer batch = BUFFER_INIT;
    struct error error;
    size_t count = 0;
    size_t at = 0;
    struct view left = text;
    byte_source_from_function(&source, dribble, &left, "dribble");
    text_reader_init(&reader, &source, NULL, NULL);
    enum status status;
    while ((status = text_reader_next(&reader, &batch, &error)) == STATUS_OK) {
        assert_true(count < most && batch.size > 0 && batch.size <= TEXT_READER_BATCH);
        assert_memory_equal(batch.data, text.data + at, batch.size);
        at += batch.size;
        ends[count++] = at;
        assert_int_equal(reader.inside_line, at < text.size && text.data[at - 1] != '\n');
    }
    assert_int_equal(status, STATUS_END);
    assert_int_equal(at, text.size);
    buffer_release(&batch);
    text_reader_release(&reader);
    byte_source_release(&source);
    return count;
}

static void test_batches(void **state) {
    (void)state;
    size_t size = TEXT_READER_BATCH * 3;
    unsigned char *bytes = malloc(size);
    size_t ends[8];
    assert_non_null(bytes);
    memset(bytes, 'a', size);
    for (size_t i = 99; i < size; i += 100)
        bytes[i] = '\n';
    assert_int_equal(batch_ends((struct view){bytes, size}, ends, 8), 4);
    assert_int_equal(ends[0], TEXT_READER_BATCH / 100 * 100);
    memset(bytes, 'a', size); /* one line: cut at the space, then anywhere */
    bytes[1000] = ' ';
    assert_int_equal(batch_ends((struct view){bytes, size}, ends, 8), 4);
    assert_int_equal(ends[0], 1001);
    assert_int_equal(batch_ends((struct view){bytes, 0}, ends, 8), 0);
    free(bytes);
}

struct taken {
    struct buffer text; /* each document, then '|' */
    uint64_t sentences;
};

static enum status take(void *context, struct view document, uint64_t sentences,
                        struct error *error) {
    struct taken *taken = context;
    taken->sentences += sentences;
    enum status status = buffer_append(&taken->text, document.data, document.size, error);
    return status == STATUS_OK ? buffer_append(&taken->text, "|", 1, error) : status;
}

static void no_progress(void *context, uint64_t position) {
    (void)context;
    (void)position;
}

static void check_documents(const char *text, const char *wanted, uint64_t sentences) {
    struct taken taken = {BUFFER_INIT, 0};
    struct docshard_documents documents;
    struct byte_source source;
    struct error error;
    byte_source_from_memory(&source, view_of_string(text), "text");
    docshard_documents_init(&documents, take, &taken);
    assert_int_equal(docshard_documents_read(&documents, &source, no_progress, &error), STATUS_OK);
    assert_int_equal(taken.text.size, strlen(wanted));
    if (taken.text.size > 0)
        assert_memory_equal(taken.text.data, wanted, taken.text.size);
    assert_int_equal(taken.sentences, sentences);
    docshard_documents_release(&documents);
    buffer_release(&taken.text);
}

static void test_documents(void **state) {
    (void)state;
    check_documents("", "", 0);
    check_documents("\n \n", "", 0);
    check_documents("a\nb\n\nc", "a\nb\n|c\n|", 3);
    check_documents("a\r\n\r\nb\r\rc\r", "a\n|b\n|c\n|", 3);
    check_documents("a\n\xE3\x80\x80\x1C\nb\n\xFF\n", "a\n|b\n\xFF\n|", 3);
}

static void test_seen(void **state) {
    (void)state;
    struct docshard_seen set = {NULL, 0, 0};
    struct error error;
    bool seen;
    for (int round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < 20000; i++) {
            struct docshard_hash hash = {i, i * 0x9E3779B97F4A7C15u};
            assert_int_equal(docshard_seen_add(&set, hash, &seen, &error), STATUS_OK);
            /* {0, 0} counts as {1, 0}, which is nobody else here. */
            assert_int_equal(seen, round == 1);
        }
    }
    assert_int_equal(set.count, 20000);
    assert_true(set.capacity < 40000);
    docshard_seen_release(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),    cmocka_unit_test(test_sentence),
        cmocka_unit_test(test_batches), cmocka_unit_test(test_documents),
        cmocka_unit_test(test_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
