#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>

#include "formats/wiki/utf8_check.h"

/* Another way to the answer: decode, and look at the number. */
static size_t reference(struct view text) {
    size_t at = 0;
    while (at < text.size) {
        unsigned char lead = text.data[at];
        size_t size = lead < 0x80   ? 1
                      : lead < 0xc0 ? 0
                      : lead < 0xe0 ? 2
                      : lead < 0xf0 ? 3
                      : lead < 0xf8 ? 4
                                    : 0;
        if (size == 0 || size > text.size - at)
            return at;
        uint32_t character = size == 1 ? lead : lead & (0x7fu >> size);
        for (size_t i = 1; i < size; i++) {
            if ((text.data[at + i] & 0xc0) != 0x80)
                return at;
            character = character << 6 | (text.data[at + i] & 0x3f);
        }
        static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
        bool control =
            character < 0x20 && character != '\n' && character != '\t' && character != '\r';
        if (control || character < LEAST[size] || character > 0x10ffff ||
            (character >= 0xd800 && character <= 0xdfff))
            return at;
        at += size;
    }
    return at;
}

static uint32_t seed = 1;

static uint32_t next(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static size_t put(unsigned char *to, uint32_t character) {
    if (character < 0x80) {
        to[0] = (unsigned char)character;
        return 1;
    }
    size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, character >>= 6)
        to[i] = (unsigned char)(0x80 | (character & 0x3f));
    static const unsigned char LEADS[] = {0, 0, 0xc0, 0xe0, 0xf0};
    to[0] = (unsigned char)(LEADS[size] | character);
    return size;
}

static void it_agrees_with_decoding(void **state) {
    (void)state;
    static const uint32_t FROM[] = {0x20, 0x410, 0x4e00, 0x1f600, 0xd000, 0x800};
    for (size_t round = 0; round < 200000; round++) {
        unsigned char bytes[400];
        size_t size = 0;
        size_t wanted = next(380);
        uint32_t kinds = 1 + next(6);
        while (size < wanted)
            size += put(bytes + size, FROM[next(kinds)] + next(64));
        struct view text = {bytes, size};
        assert_int_equal(utf8_check(text), size);
        for (size_t i = next(3); i > 0 && size > 0; i--)
            bytes[next((uint32_t)size)] = (unsigned char)next(256);
        text.size = size - (size > 0 ? next(2) : 0);
        if (utf8_check(text) != reference(text))
            fail_msg("round %zu: %zu, not %zu", round, utf8_check(text), reference(text));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_agrees_with_decoding)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
