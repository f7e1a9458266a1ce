/* file_digest: published values, kinds by length, and a caller that stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/file_digest.h"

/* "abc": RFC 1321, appendix A.5; FIPS 180-4's examples of SHA-1 and SHA-256. */
static const char MD5_ABC[] = "900150983cd24fb0d6963f7d28e17f72";
static const char SHA1_ABC[] = "a9993e364706816aba3e25717850c26c9cd0d89d";
static const char SHA256_ABC[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static int file_of(const void *bytes, size_t size) {
    int descriptor = memfd_create("file_digest_test", MFD_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, size), size);
    return descriptor;
}

static void published_values(void **state) {
    (void)state;
    struct file_digests wanted = {{""}}, found;
    struct error error;
    int descriptor = file_of("abc", 3);
    assert_false(file_digests_are_known(&wanted));
    assert_true(file_digests_take(&wanted, MD5_ABC));
    assert_true(file_digests_take(&wanted, "A9993E364706816ABA3E25717850C26C9CD0D89D"));
    assert_true(file_digests_take(&wanted, SHA256_ABC));
    assert_true(file_digests_are_known(&wanted));
    assert_int_equal(file_digests_compute(&found, &wanted, descriptor, "f", NULL, NULL, &error),
                     STATUS_OK);
    assert_string_equal(found.hex[FILE_DIGEST_MD5], MD5_ABC);
    assert_string_equal(found.hex[FILE_DIGEST_SHA1], SHA1_ABC);
    assert_string_equal(found.hex[FILE_DIGEST_SHA256], SHA256_ABC);
    assert_int_equal(file_digests_compare(&found, &wanted), FILE_DIGEST_KINDS);
    wanted.hex[FILE_DIGEST_SHA1][39] = '0';
    assert_int_equal(file_digests_compare(&found, &wanted), FILE_DIGEST_SHA1);
    assert_string_equal(file_digest_name(FILE_DIGEST_SHA1), "SHA-1");
    close(descriptor);
}

static void only_what_is_wanted(void **state) {
    (void)state;
    struct file_digests wanted = {{""}}, found;
    struct error error;
    int descriptor = file_of("abc", 3);
    assert_true(file_digests_take(&wanted, SHA1_ABC));
    assert_int_equal(file_digests_compute(&found, &wanted, descriptor, "f", NULL, NULL, &error),
                     STATUS_OK);
    assert_string_equal(found.hex[FILE_DIGEST_MD5], "");
    assert_string_equal(found.hex[FILE_DIGEST_SHA1], SHA1_ABC);
    assert_string_equal(found.hex[FILE_DIGEST_SHA256], "");
    /* Wanting takes nothing away. */
    file_digests_want(&wanted, FILE_DIGEST_SHA1);
    assert_string_equal(wanted.hex[FILE_DIGEST_SHA1], SHA1_ABC);
    file_digests_want(&wanted, FILE_DIGEST_SHA256);
    assert_int_equal(file_digests_compute(&found, &wanted, descriptor, "f", NULL, NULL, &error),
                     STATUS_OK);
    assert_string_equal(found.hex[FILE_DIGEST_SHA256], SHA256_ABC);
    close(descriptor);
}

static void other_texts_are_none(void **state) {
    (void)state;
    static const char *const OTHERS[] = {"", "abc", "900150983cd24fb0d6963f7d28e17f7",
                                         "g00150983cd24fb0d6963f7d28e17f72",
                                         "900150983cd24fb0d6963f7d28e17f72 "};
    struct file_digests digests = {{""}};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(file_digests_take(&digests, OTHERS[i]));
    assert_false(file_digests_are_known(&digests));
}

static bool count_down(void *context) {
    unsigned *left = context;
    return (*left)-- > 0;
}

static void a_caller_can_stop(void **state) {
    (void)state;
    static const unsigned char ZEROS[3 << 20];
    struct file_digests wanted = {{""}}, found;
    struct error error;
    unsigned left = 2;
    int descriptor = file_of(ZEROS, sizeof ZEROS);
    assert_true(file_digests_take(&wanted, MD5_ABC));
    assert_int_equal(
        file_digests_compute(&found, &wanted, descriptor, "f", count_down, &left, &error),
        STATUS_TEMPORARY);
    left = 3;
    assert_int_equal(
        file_digests_compute(&found, &wanted, descriptor, "f", count_down, &left, &error),
        STATUS_OK);
    assert_int_equal(file_digests_compare(&found, &wanted), FILE_DIGEST_MD5);
    close(descriptor);
    left = 3;
    assert_int_equal(
        file_digests_compute(&found, &wanted, descriptor, "gone", count_down, &left, &error),
        STATUS_FAILED);
    assert_non_null(strstr(error.message, "'gone'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values),
        cmocka_unit_test(only_what_is_wanted),
        cmocka_unit_test(other_texts_are_none),
        cmocka_unit_test(a_caller_can_stop),
    };
    return cmocka_run_group_tests_name("file_digest", tests, NULL, NULL);
}
