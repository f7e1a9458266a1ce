/* The checksums of content_checksum.h against published check values, and base64 and MD5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "formats/base/md5.h"
#include "tools/s3/base64.h"
#include "tools/s3/content_checksum.h"

static const char DIGITS[] = "123456789";

static void knows_check_values(void **state) {
    (void)state;
    assert_int_equal(content_checksum_update(CONTENT_CHECKSUM_CRC32C, 0, DIGITS, 9), 0xE3069283);
    assert_true(content_checksum_update(CONTENT_CHECKSUM_CRC64NVME, 0, DIGITS, 9) ==
                0xAE8B14860A799888);
}

/* RFC 3720, B.4: 32 bytes of zeros, of ones, and counting up. */
static void knows_the_iscsi_examples(void **state) {
    (void)state;
    unsigned char zeros[32] = {0}, ones[32], up[32];
    memset(ones, 0xFF, sizeof ones);
    for (unsigned i = 0; i < sizeof up; i++)
        up[i] = (unsigned char)i;
    assert_int_equal(content_checksum_update(CONTENT_CHECKSUM_CRC32C, 0, zeros, 32), 0x8A9136AA);
    assert_int_equal(content_checksum_update(CONTENT_CHECKSUM_CRC32C, 0, ones, 32), 0x62A8AB43);
    assert_int_equal(content_checksum_update(CONTENT_CHECKSUM_CRC32C, 0, up, 32), 0x46DD794E);
}

/* NVM Command Set Specification 1.0, section 5.2.1.3.5: 4096 zeros. */
static void knows_the_nvme_example(void **state) {
    (void)state;
    static const unsigned char zeros[4096];
    assert_true(content_checksum_update(CONTENT_CHECKSUM_CRC64NVME, 0, zeros, sizeof zeros) ==
                0x6482D367EB22B64E);
}

static void takes_pieces(void **state) {
    (void)state;
    unsigned char bytes[300];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7 + 3);
    for (unsigned a = CONTENT_CHECKSUM_CRC32C; a <= CONTENT_CHECKSUM_CRC64NVME; a++) {
        enum content_checksum_algorithm algorithm = (enum content_checksum_algorithm)a;
        uint64_t whole = content_checksum_update(algorithm, 0, bytes, sizeof bytes);
        for (size_t cut = 0; cut <= sizeof bytes; cut++) {
            uint64_t first = content_checksum_update(algorithm, 0, bytes, cut);
            uint64_t both =
                content_checksum_update(algorithm, first, bytes + cut, sizeof bytes - cut);
            uint64_t second =
                content_checksum_update(algorithm, 0, bytes + cut, sizeof bytes - cut);
            assert_true(both == whole);
            assert_true(content_checksum_join(algorithm, first, second, sizeof bytes - cut) ==
                        whole);
        }
    }
}

static void writes_big_endian_base64(void **state) {
    (void)state;
    char text[CONTENT_CHECKSUM_TEXT_SIZE];
    struct content_checksum checksum = content_checksum_of_crc(CONTENT_CHECKSUM_CRC32C, 0xE3069283);
    content_checksum_to_text(text, &checksum);
    assert_string_equal(text, "4waSgw==");
    checksum = content_checksum_of_crc(CONTENT_CHECKSUM_CRC64NVME, 0xAE8B14860A799888);
    content_checksum_to_text(text, &checksum);
    assert_string_equal(text, "rosUhgp5mIg=");
}

static void knows_names(void **state) {
    (void)state;
    enum content_checksum_algorithm algorithm;
    assert_true(content_checksum_parse(&algorithm, "crc64nvme"));
    assert_int_equal(algorithm, CONTENT_CHECKSUM_CRC64NVME);
    assert_string_equal(content_checksum_header(algorithm), "x-amz-checksum-crc64nvme");
    assert_true(content_checksum_parse(&algorithm, "SHA256"));
    assert_string_equal(content_checksum_name(algorithm), "SHA256");
    assert_false(content_checksum_parse(&algorithm, "crc32"));
    assert_false(content_checksum_parse(&algorithm, ""));
}

/* RFC 4648, section 10. */
static void reads_what_it_wrote(void **state) {
    (void)state;
    static const char *const OTHERS[] = {"",          "AAAA",     "AAAAAA=",
                                         "AAAAAA===", "AAAAAB==", "AAAAAA==A",
                                         "AAA AA==",  "AAAAAAA=", "AAAAAAAA"};
    char text[CONTENT_CHECKSUM_TEXT_SIZE];
    struct content_checksum got;
    for (unsigned i = CONTENT_CHECKSUM_CRC32C; i <= CONTENT_CHECKSUM_CRC64NVME; i++) {
        enum content_checksum_algorithm algorithm = (enum content_checksum_algorithm)i;
        uint64_t crc = content_checksum_update(algorithm, 0, "bytes", 5);
        struct content_checksum checksum = content_checksum_of_crc(algorithm, crc);
        content_checksum_to_text(text, &checksum);
        assert_true(content_checksum_from_text(&got, algorithm, text));
        assert_true(content_checksum_to_crc(&got) == crc);
        assert_false(content_checksum_from_text(&got, CONTENT_CHECKSUM_SHA256, text));
    }
    struct content_checksum checksum = {.size = SHA256_SIZE};
    for (unsigned i = 0; i < SHA256_SIZE; i++)
        checksum.bytes[i] = (unsigned char)(i * 9 + 200);
    content_checksum_to_text(text, &checksum);
    assert_true(content_checksum_from_text(&got, CONTENT_CHECKSUM_SHA256, text));
    assert_memory_equal(got.bytes, checksum.bytes, SHA256_SIZE);
    assert_true(content_checksum_from_text(&got, CONTENT_CHECKSUM_CRC32C, "AAAAAA=="));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(content_checksum_from_text(&got, CONTENT_CHECKSUM_CRC32C, OTHERS[i]));
    assert_false(content_checksum_from_text(&got, CONTENT_CHECKSUM_CRC32C, NULL));
    assert_int_equal(got.size, 0);
}

static void writes_base64(void **state) {
    (void)state;
    static const char *const CASES[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[BASE64_SIZE(6)];
        base64_encode(text, view_of_string(CASES[i][0]));
        assert_string_equal(text, CASES[i][1]);
    }
}

/* RFC 1321, A.5. */
static void computes_md5(void **state) {
    (void)state;
    struct error error;
    unsigned char digest[MD5_SIZE];
    char hex[MD5_HEX_SIZE];
    struct md5 hash;
    assert_int_equal(md5_init(&hash, &error), STATUS_OK);
    assert_int_equal(md5_update(&hash, "message ", 8, &error), STATUS_OK);
    assert_int_equal(md5_update(&hash, "digest", 6, &error), STATUS_OK);
    assert_int_equal(md5_finish(&hash, digest, &error), STATUS_OK);
    md5_release(&hash);
    md5_to_hex(digest, hex);
    assert_string_equal(hex, "f96b697d7cb7938d525a2f31aaf161d0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_check_values),
        cmocka_unit_test(knows_the_iscsi_examples),
        cmocka_unit_test(knows_the_nvme_example),
        cmocka_unit_test(takes_pieces),
        cmocka_unit_test(writes_big_endian_base64),
        cmocka_unit_test(knows_names),
        cmocka_unit_test(writes_base64),
        cmocka_unit_test(reads_what_it_wrote),
        cmocka_unit_test(computes_md5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
