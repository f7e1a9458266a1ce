/* md5: RFC 1321's test suite, in one piece and byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "formats/base/md5.h"

static void the_test_suite_of_the_rfc(void **state) {
    (void)state;
    static const struct {
        const char *text, *digest;
    } CASES[] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
    };
    struct md5 hash;
    struct error error;
    unsigned char digest[MD5_SIZE];
    char hex[MD5_HEX_SIZE];
    assert_int_equal(md5_init(&hash, &error), STATUS_OK);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        for (size_t step = 1; step <= 64; step += 63) {
            for (size_t at = 0; at < strlen(CASES[i].text); at += step) {
                size_t left = strlen(CASES[i].text) - at;
                assert_int_equal(
                    md5_update(&hash, CASES[i].text + at, left < step ? left : step, &error),
                    STATUS_OK);
            }
            assert_int_equal(md5_finish(&hash, digest, &error), STATUS_OK);
            md5_to_hex(digest, hex);
            assert_string_equal(hex, CASES[i].digest);
        }
    }
    md5_release(&hash);
    md5_release(&hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_test_suite_of_the_rfc)};
    return cmocka_run_group_tests_name("md5", tests, NULL, NULL);
}
