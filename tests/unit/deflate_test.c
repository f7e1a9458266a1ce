#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "formats/h5/deflate.h"

static struct error error;

static const char *const METHODS[] = {"huffman",      "isal:0",        "isal:1", "isal:2", "isal:3",
                                      "libdeflate:1", "libdeflate:12", "zlib:1", "zlib:9"};

enum content { ZEROS, RANDOM, WORDS, CONTENTS };

static unsigned char *make_bytes(enum content content, size_t size) {
    unsigned char *bytes = calloc(1, size + 1);
    uint32_t number = 12345;
    for (size_t i = 0; i < size && content != ZEROS; i++) {
        number = number * 1664525 + 1013904223;
        bytes[i] = (unsigned char)(number >> 24);
        if (content == WORDS && bytes[i] > 40)
            bytes[i] = (unsigned char)(bytes[i] % 9);
    }
    return bytes;
}

/* One stream: whole, bounded, read by zlib as by us, and by neither when it is not whole. */
static void check_stream(struct deflate *deflate, const unsigned char *bytes, size_t size) {
    size_t capacity = deflate_bound(size);
    unsigned char *stream = malloc(capacity);
    unsigned char *again = malloc(size + 1);
    size_t used;
    assert_int_equal(deflate_compress(deflate, stream, &used, capacity, bytes, size, &error),
                     STATUS_OK);
    assert_in_range(used, 1, capacity);
    uLongf made = size + 1;
    assert_int_equal(uncompress(again, &made, stream, used), Z_OK);
    assert_int_equal(made, size);
    assert_memory_equal(again, bytes, size);
    memset(again, 0xEE, size + 1);
    assert_int_equal(deflate_expand(again, size, stream, used, &error), STATUS_OK);
    assert_memory_equal(again, bytes, size);
    assert_int_equal(deflate_expand(again, size + 1, stream, used, &error), STATUS_CORRUPT);
    assert_int_equal(deflate_expand(again, size, stream, used - 1, &error), STATUS_CORRUPT);
    if (size > 0)
        assert_int_equal(deflate_expand(again, size - 1, stream, used, &error), STATUS_CORRUPT);
    if (used < capacity) {
        stream[used] = 0;
        assert_int_equal(deflate_expand(again, size, stream, used + 1, &error), STATUS_CORRUPT);
    }
    stream[used - 1] ^= 1;
    assert_int_equal(deflate_expand(again, size, stream, used, &error), STATUS_CORRUPT);
    free(stream);
    free(again);
}

static void every_method_makes_zlib_streams(void **state) {
    (void)state;
    static const size_t SIZES[] = {0, 1, 2, 100, 1024, 8192, 65535, 65536, 131072, 1000003};
    for (size_t m = 0; m < sizeof METHODS / sizeof METHODS[0]; m++) {
        struct deflate_method method;
        if (deflate_method_parse(&method, METHODS[m], &error) != STATUS_OK)
            continue;
        struct deflate deflate;
        assert_int_equal(deflate_init(&deflate, method, &error), STATUS_OK);
        for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++) {
            for (enum content content = ZEROS; content < CONTENTS; content++) {
                unsigned char *bytes = make_bytes(content, SIZES[s]);
                check_stream(&deflate, bytes, SIZES[s]);
                free(bytes);
            }
        }
        deflate_release(&deflate);
    }
}

/* What was compressed before must leave no trace. */
static void a_stream_depends_on_its_bytes_alone(void **state) {
    (void)state;
    enum { SIZE = 50000 };
    unsigned char *bytes = make_bytes(WORDS, SIZE);
    unsigned char *other = make_bytes(RANDOM, SIZE);
    size_t capacity = deflate_bound(SIZE);
    unsigned char *streams[2] = {malloc(capacity), malloc(capacity)};
    for (size_t m = 0; m < sizeof METHODS / sizeof METHODS[0]; m++) {
        struct deflate_method method;
        if (deflate_method_parse(&method, METHODS[m], &error) != STATUS_OK)
            continue;
        struct deflate deflate;
        size_t used[2];
        assert_int_equal(deflate_init(&deflate, method, &error), STATUS_OK);
        for (unsigned k = 0; k < 2; k++) {
            assert_int_equal(
                deflate_compress(&deflate, streams[k], &used[k], capacity, bytes, SIZE, &error),
                STATUS_OK);
            size_t ignored;
            assert_int_equal(deflate_compress(&deflate, streams[1], &ignored, capacity,
                                              k == 0 ? other : bytes, SIZE, &error),
                             STATUS_OK);
        }
        deflate_release(&deflate);
        assert_int_equal(used[0], used[1]);
        assert_memory_equal(streams[0], streams[1], used[0]);
    }
    free(streams[0]);
    free(streams[1]);
    free(bytes);
    free(other);
}

static void too_little_room_is_an_error(void **state) {
    (void)state;
    struct deflate deflate;
    unsigned char bytes[100] = {0};
    unsigned char stream[64];
    size_t used;
    assert_int_equal(deflate_init(&deflate, deflate_method_default(), &error), STATUS_OK);
    assert_int_equal(
        deflate_compress(&deflate, stream, &used, sizeof stream, bytes, sizeof bytes, &error),
        STATUS_FAILED);
    assert_int_equal(deflate_bound(SIZE_MAX), SIZE_MAX);
    deflate_release(&deflate);
    deflate_release(&deflate);
}

static void names_come_back(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"isal",         "isal:0", "isal:3", "libdeflate",
                                        "libdeflate:6", "zlib",   "zlib:4", "none"};
    char name[DEFLATE_METHOD_NAME_SIZE];
    struct deflate_method method;
    struct deflate_method again;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        if (deflate_method_parse(&method, TEXTS[i], &error) != STATUS_OK)
            continue;
        deflate_method_name(method, name);
        assert_memory_equal(name, TEXTS[i], strlen(TEXTS[i]));
        assert_int_equal(deflate_method_parse(&again, name, &error), STATUS_OK);
        assert_int_equal(again.library, method.library);
        assert_int_equal(again.level, method.level);
    }
    assert_int_equal(deflate_method_parse(&method, "zlib:4", &error), STATUS_OK);
    assert_int_equal(method.library, DEFLATE_ZLIB);
    assert_int_equal(method.level, 4);
    deflate_method_name(deflate_method_default(), name);
    assert_int_equal(deflate_method_parse(&method, name, &error), STATUS_OK);
}

static void wrong_names_are_refused(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "",         ":",    "gzip",   "zlib:",  "zlib:0", "zlib:10",       "zlib:-1", "zlib:4 ",
        "zlib:999", "ZLIB", "none:0", "isal:4", "zli",    "libdeflate:13", "zlib:1:1"};
    struct deflate_method method;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        assert_int_equal(deflate_method_parse(&method, TEXTS[i], &error), STATUS_USAGE);
        assert_non_null(strstr(error.message, "zlib:1-9, none"));
    }
}

static void damaged_streams_are_refused(void **state) {
    (void)state;
    enum { SIZE = 3000 };
    unsigned char *bytes = make_bytes(WORDS, SIZE);
    unsigned char *again = malloc(SIZE);
    unsigned char stream[8192];
    size_t used;
    struct deflate deflate;
    assert_int_equal(deflate_init(&deflate, deflate_method_default(), &error), STATUS_OK);
    assert_int_equal(deflate_compress(&deflate, stream, &used, sizeof stream, bytes, SIZE, &error),
                     STATUS_OK);
    deflate_release(&deflate);
    for (size_t cut = 0; cut < used; cut++) {
        unsigned char *copy = malloc(cut + 1);
        memcpy(copy, stream, cut);
        assert_int_equal(deflate_expand(again, SIZE, copy, cut, &error), STATUS_CORRUPT);
        free(copy);
    }
    for (size_t at = 2; at < used; at++) {
        stream[at] ^= 0x20;
        /* Some bits carry no meaning, but no flip may change what comes out. */
        if (deflate_expand(again, SIZE, stream, used, &error) == STATUS_OK)
            assert_memory_equal(again, bytes, SIZE);
        stream[at] ^= 0x20;
    }
    free(bytes);
    free(again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_makes_zlib_streams),
        cmocka_unit_test(a_stream_depends_on_its_bytes_alone),
        cmocka_unit_test(too_little_room_is_an_error),
        cmocka_unit_test(names_come_back),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(damaged_streams_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
