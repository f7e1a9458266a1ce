/*
 * sha256 against FIPS 180-4's examples and RFC 4231's test cases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/sha256.h"
#include "formats/base/sha256_alone.h"
#include "formats/base/sha256_blocks.h"

static struct error error;

static void assert_digest(const unsigned char digest[SHA256_SIZE], const char *wanted) {
    char hex[SHA256_HEX_SIZE];
    sha256_to_hex(digest, hex);
    assert_string_equal(hex, wanted);
}

static const struct {
    const char *text, *digest;
} EXAMPLES[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
};

static const char MILLION[] = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

static void published_digests_come_out(void **state) {
    (void)state;
    unsigned char digest[SHA256_SIZE];
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        assert_int_equal(sha256_of(EXAMPLES[i].text, strlen(EXAMPLES[i].text), digest, &error),
                         STATUS_OK);
        assert_digest(digest, EXAMPLES[i].digest);
    }
}

/* Every size that the last blocks can have; and C does what the processor's instructions do. */
static void without_libcrypto_it_is_the_same(void **state) {
    (void)state;
    unsigned char bytes[5 * 64];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * i + 7 * i);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        unsigned char digest[SHA256_SIZE], wanted[SHA256_SIZE];
        assert_int_equal(sha256_of(bytes, size, wanted, &error), STATUS_OK);
        sha256_alone(bytes, size, digest);
        assert_memory_equal(digest, wanted, SHA256_SIZE);
    }
    uint32_t one[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t plain[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    if (!sha256_blocks_available())
        return;
    sha256_blocks_one(one, bytes, 5);
    sha256_blocks_plain(plain, bytes, 5);
    assert_memory_equal(one, plain, sizeof plain);
}

static void pieces_make_the_same_digest_and_a_hash_starts_again(void **state) {
    (void)state;
    struct sha256 hash;
    unsigned char digest[SHA256_SIZE];
    assert_int_equal(sha256_init(&hash, &error), STATUS_OK);
    for (int round = 0; round < 2; round++) {
        char piece[1000];
        memset(piece, 'a', sizeof piece);
        size_t left = 1000000;
        for (size_t size = 1; left > 0; size = size % 990 + 7) {
            size_t part = size < left ? size : left;
            assert_int_equal(sha256_update(&hash, piece, part, &error), STATUS_OK);
            left -= part;
        }
        assert_int_equal(sha256_finish(&hash, digest, &error), STATUS_OK);
        assert_digest(digest, MILLION);
    }
    assert_int_equal(sha256_finish(&hash, digest, &error), STATUS_OK);
    assert_digest(digest, EXAMPLES[0].digest);
    sha256_release(&hash);
    sha256_release(&hash);
}

static void a_file_is_hashed_from_where_it_stands(void **state) {
    (void)state;
    unsigned char digest[SHA256_SIZE];
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs("xyz", file);
    for (int i = 0; i < 1000000; i++)
        fputc('a', file);
    assert_int_equal(fflush(file), 0);
    int descriptor = fileno(file);
    assert_int_equal(lseek(descriptor, 3, SEEK_SET), 3);
    assert_int_equal(sha256_of_descriptor(descriptor, "f", digest, &error), STATUS_OK);
    assert_digest(digest, MILLION);
    /* Nothing is left. */
    assert_int_equal(sha256_of_descriptor(descriptor, "f", digest, &error), STATUS_OK);
    assert_digest(digest, EXAMPLES[0].digest);
    fclose(file);
    assert_int_equal(sha256_of_descriptor(-1, "the file", digest, &error), STATUS_FAILED);
    assert_string_equal(error.message, "cannot read 'the file': Bad file descriptor");
}

/* A key or message of `size` bytes: a text, or one byte repeated. */
struct piece {
    const char *text;
    int byte;
    size_t size;
};

static struct view view_of_piece(const struct piece *piece, unsigned char room[256]) {
    if (piece->text != NULL)
        return view_of_string(piece->text);
    memset(room, piece->byte, piece->size);
    return (struct view){room, piece->size};
}

static void published_authentication_codes_come_out(void **state) {
    (void)state;
    static const struct {
        struct piece key, message;
        const char *code;
    } CASES[] = {
        {{NULL, 0x0b, 20},
         {"Hi There", 0, 0},
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {{"Jefe", 0, 0},
         {"what do ya want for nothing?", 0, 0},
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {{NULL, 0xaa, 20},
         {NULL, 0xdd, 50},
         "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {{NULL, 0xaa, 131},
         {"Test Using Larger Than Block-Size Key - Hash Key First", 0, 0},
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
        {{NULL, 0xaa, 131},
         {"This is a test using a larger than block-size key and a larger than block-size data. "
          "The key needs to be hashed before being used by the HMAC algorithm.",
          0, 0},
         "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        unsigned char key[256], message[256], digest[SHA256_SIZE];
        assert_int_equal(sha256_hmac(view_of_piece(&CASES[i].key, key),
                                     view_of_piece(&CASES[i].message, message), digest, &error),
                         STATUS_OK);
        assert_digest(digest, CASES[i].code);
    }
    unsigned char digest[SHA256_SIZE];
    assert_int_equal(sha256_hmac((struct view){NULL, 0}, (struct view){NULL, 0}, digest, &error),
                     STATUS_OK);
    assert_digest(digest, "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_digests_come_out),
        cmocka_unit_test(without_libcrypto_it_is_the_same),
        cmocka_unit_test(pieces_make_the_same_digest_and_a_hash_starts_again),
        cmocka_unit_test(a_file_is_hashed_from_where_it_stands),
        cmocka_unit_test(published_authentication_codes_come_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
