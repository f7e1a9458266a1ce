#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <zlib.h>

#include "formats/base/gzip_source.h"
#include "formats/base/text_source.h"

static struct error error;

#define BYTES(literal) ((struct view){(const unsigned char *)(literal), sizeof(literal) - 1})

/* Gives bytes of memory a few at a time. */
struct dribble {
    struct view left;
    size_t step;
};

static enum status read_dribble(struct byte_source *source, void *to, size_t size, size_t *got,
                                struct error *unused) {
    struct dribble *dribble = source->context;
    (void)unused;
    *got = size < dribble->step ? size : dribble->step;
    if (*got > dribble->left.size)
        *got = dribble->left.size;
    if (*got > 0)
        memcpy(to, dribble->left.data, *got);
    dribble->left.data += *got;
    dribble->left.size -= *got;
    return STATUS_OK;
}

static enum status read_rest(struct byte_source *bytes, struct buffer *text, size_t step) {
    size_t got;
    enum status status;
    do {
        status = buffer_reserve(text, step, &error);
        if (status == STATUS_OK)
            status = byte_source_read(bytes, text->data + text->size, step, &got, &error);
        text->size += status == STATUS_OK ? got : 0;
    } while (status == STATUS_OK && got > 0);
    return status;
}

static void assert_text(const struct buffer *got, struct view wanted) {
    assert_int_equal(got->size, wanted.size);
    if (wanted.size > 0)
        assert_memory_equal(got->data, wanted.data, wanted.size);
}

static void text_is_read_as_utf8(void **state) {
    (void)state;
    static const struct {
        struct view bytes, text;
    } CASES[] = {
        {BYTES("plain \xc3\xa4"), BYTES("plain \xc3\xa4")},
        {BYTES(""), BYTES("")},
        {BYTES("\xef\xbb\xbfmarked\xef\xbb\xbf"), BYTES("marked\xef\xbb\xbf")},
        {BYTES("\xff\xfe<\0a\0\xe4\0\x2c\x67"), BYTES("<a\xc3\xa4\xe6\x9c\xac")},
        {BYTES("\xfe\xff\0<\0a\0\xe4\x67\x2c"), BYTES("<a\xc3\xa4\xe6\x9c\xac")},
        {BYTES("<\0a\0"), BYTES("<a")},
        {BYTES("\0<\0a"), BYTES("<a")},
        /* A pair of surrogates, then lone ones, then half a unit. */
        {BYTES("\xff\xfe\x3d\xd8\x00\xde"), BYTES("\xf0\x9f\x98\x80")},
        {BYTES("\xff\xfe\x3d\xd8\x3d\xd8\x00\xdex\0"), BYTES("\xef\xbf\xbd\xf0\x9f\x98\x80x")},
        {BYTES("\xff\xfe\x00\xde\x3d\xd8x\0"), BYTES("\xef\xbf\xbd\xef\xbf\xbdx")},
        {BYTES("\xff\xfe\x3d\xd8"), BYTES("\xef\xbf\xbd")},
        {BYTES("\xff\xfex\0y"), BYTES("x\xef\xbf\xbd")},
        {BYTES("\xff\xfe"), BYTES("")},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (size_t step = 1; step < 6; step++) {
            struct dribble dribble = {CASES[i].bytes, step};
            struct byte_source input;
            static struct text_source source;
            struct buffer text = BUFFER_INIT;
            byte_source_from_function(&input, read_dribble, &dribble, "a");
            assert_int_equal(text_source_init(&source, &input, &error), STATUS_OK);
            assert_int_equal(read_rest(source.bytes, &text, step), STATUS_OK);
            assert_text(&text, CASES[i].text);
            buffer_release(&text);
        }
    }
}

static void long_utf16_is_read(void **state) {
    (void)state;
    struct buffer bytes = BUFFER_INIT;
    struct buffer wanted = BUFFER_INIT;
    assert_int_equal(buffer_append(&bytes, "\xfe\xff", 2, &error), STATUS_OK);
    for (size_t i = 0; i < 40000; i++) {
        assert_int_equal(buffer_append(&bytes, "\x20\xac\xd8\x3d\xde\x00", 6, &error), STATUS_OK);
        assert_int_equal(buffer_append(&wanted, "\xe2\x82\xac\xf0\x9f\x98\x80", 7, &error),
                         STATUS_OK);
    }
    static const size_t STEPS[] = {1001, 16384, 100000};
    for (size_t i = 0; i < 3; i++) {
        struct dribble dribble = {buffer_view(&bytes), STEPS[i]};
        struct byte_source input;
        static struct text_source source;
        struct buffer text = BUFFER_INIT;
        byte_source_from_function(&input, read_dribble, &dribble, "a");
        assert_int_equal(text_source_init(&source, &input, &error), STATUS_OK);
        assert_int_equal(read_rest(source.bytes, &text, 5000), STATUS_OK);
        assert_text(&text, buffer_view(&wanted));
        buffer_release(&text);
    }
    buffer_release(&bytes);
    buffer_release(&wanted);
}

static void compression_is_told(void **state) {
    (void)state;
    static const struct {
        struct view bytes;
        enum byte_kind kind;
        const char *sentence;
    } CASES[] = {
        {BYTES("\x1f\x8b\x08"), BYTE_KIND_GZIP, "gzip"},
        {BYTES("BZh91AY&SY"), BYTE_KIND_BZIP2, "bzip2"},
        {BYTES("\xfd"
               "7zXZ\0"),
         BYTE_KIND_OTHER, "'xz -dc'"},
        {BYTES("\x28\xb5\x2f\xfd"), BYTE_KIND_OTHER, "'zstd -dc'"},
        {BYTES("7z\xbc\xaf\x27\x1c"), BYTE_KIND_OTHER, "'7z x -so'"},
        {BYTES("PK\x03\x04"), BYTE_KIND_OTHER, "'unzip -p'"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct byte_source input;
        static struct text_source source;
        assert_int_equal(byte_kind_of(CASES[i].bytes), CASES[i].kind);
        byte_source_from_memory(&input, CASES[i].bytes, "a");
        assert_int_equal(text_source_init(&source, &input, &error), STATUS_NOT_OURS);
        assert_non_null(strstr(error.message, CASES[i].sentence));
    }
    assert_int_equal(byte_kind_of(BYTES("BZh")), BYTE_KIND_PLAIN);
    assert_int_equal(byte_kind_of(BYTES("BZhx")), BYTE_KIND_PLAIN);
    assert_int_equal(byte_kind_of(BYTES("")), BYTE_KIND_PLAIN);
}

static void add_member(struct buffer *file, struct view text) {
    z_stream deflater = {.avail_in = (unsigned)text.size};
    deflater.next_in = (unsigned char *)(uintptr_t)text.data;
    assert_int_equal(deflateInit2(&deflater, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(buffer_reserve(file, text.size + 100, &error), STATUS_OK);
    deflater.next_out = file->data + file->size;
    deflater.avail_out = (unsigned)(text.size + 100);
    assert_int_equal(deflate(&deflater, Z_FINISH), Z_STREAM_END);
    file->size += deflater.total_out;
    deflateEnd(&deflater);
}

static enum status read_gzip(struct view file, struct buffer *text, size_t input_step,
                             size_t step) {
    struct dribble dribble = {file, input_step};
    struct byte_source input;
    struct gzip_source source;
    byte_source_from_function(&input, read_dribble, &dribble, "a.gz");
    assert_int_equal(gzip_source_init(&source, &input, &error), STATUS_OK);
    buffer_clear(text);
    enum status status = read_rest(&source.bytes, text, step);
    gzip_source_release(&source);
    return status;
}

static void gzip_members_are_read(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct buffer file = BUFFER_INIT;
    struct buffer got = BUFFER_INIT;
    for (unsigned i = 0; i < 60000; i++)
        assert_int_equal(buffer_format(&text, &error, "%u ", i * i), STATUS_OK);
    add_member(&file, (struct view){text.data, 100000});
    size_t first = file.size;
    add_member(&file, (struct view){text.data, 0});
    add_member(&file, (struct view){text.data + 100000, text.size - 100000});
    static const size_t STEPS[] = {7, 4096, 1000000};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(read_gzip(buffer_view(&file), &got, STEPS[i], STEPS[2 - i]), STATUS_OK);
        assert_text(&got, buffer_view(&text));
    }
    /* Cut: all of it but the border between members is told, and what came is right. */
    for (size_t size = 0; size < file.size; size += size < first + 40 ? 1 : 997) {
        enum status status = read_gzip((struct view){file.data, size}, &got, 65536, 10000);
        bool whole = size == first || size == first + 20;
        assert_int_equal(status, whole ? STATUS_OK : STATUS_CUT_SHORT);
        assert_true(got.size <= text.size && (size < 3000 || got.size > 0));
        if (got.size > 0)
            assert_memory_equal(got.data, text.data, got.size);
        if (size + 997 > file.size)
            assert_true(got.size > text.size - 40000);
    }
    for (size_t at = 0; at < file.size; at += 499) {
        if (at >= 4 && at < 10)
            continue;
        file.data[at] ^= 0x10;
        enum status status = read_gzip(buffer_view(&file), &got, 65536, 10000);
        file.data[at] ^= 0x10;
        assert_true(status == STATUS_CORRUPT || status == STATUS_CUT_SHORT ||
                    (at == 0 && status == STATUS_NOT_OURS));
    }
    size_t size = file.size;
    assert_int_equal(buffer_append(&file, "\0\0\0", 3, &error), STATUS_OK);
    assert_int_equal(read_gzip(buffer_view(&file), &got, 100, 10000), STATUS_OK);
    assert_text(&got, buffer_view(&text));
    file.data[size + 2] = 'x';
    assert_int_equal(read_gzip(buffer_view(&file), &got, 100, 10000), STATUS_CORRUPT);
    assert_text(&got, buffer_view(&text));
    assert_int_equal(read_gzip(BYTES("<feed>"), &got, 100, 100), STATUS_NOT_OURS);
    buffer_release(&text);
    buffer_release(&file);
    buffer_release(&got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_as_utf8),
        cmocka_unit_test(long_utf16_is_read),
        cmocka_unit_test(compression_is_told),
        cmocka_unit_test(gzip_members_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
