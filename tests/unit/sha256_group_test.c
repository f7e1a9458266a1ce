#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "formats/base/sha256_blocks.h"
#include "formats/base/sha256_group.h"

static struct error error;

static uint32_t number = 1;

static uint32_t next_number(uint32_t limit) {
    number = number * 1664525 + 1013904223;
    return (number >> 8) % limit;
}

/* Random steps into a group; each digest is libcrypto's of the same bytes at once. */
static void check_group(unsigned count, bool paired) {
    enum { MOST = 20000 };
    struct sha256_group group;
    assert_int_equal(sha256_group_init(&group, count, &error), STATUS_OK);
    if (!paired && group.paired) {
        group.paired = false;
        for (unsigned i = 0; i < count; i++)
            assert_int_equal(sha256_init(&group.hashes[i], &error), STATUS_OK);
    }
    for (unsigned use = 0; use < 3; use++) {
        unsigned char *bytes[SHA256_GROUP_MOST];
        size_t used[SHA256_GROUP_MOST] = {0};
        for (unsigned i = 0; i < count; i++) {
            bytes[i] = malloc(MOST);
            for (size_t k = 0; k < MOST; k++)
                bytes[i][k] = (unsigned char)next_number(256);
        }
        for (unsigned step = 0; step < 40; step++) {
            struct view inputs[SHA256_GROUP_MOST];
            for (unsigned i = 0; i < count; i++) {
                size_t size = next_number(step % 4 == 0 ? 3 : 400);
                inputs[i] = (struct view){bytes[i] + used[i], size};
                used[i] += size;
            }
            assert_int_equal(sha256_group_update(&group, inputs, &error), STATUS_OK);
        }
        for (unsigned i = 0; i < count; i++) {
            unsigned char digest[SHA256_SIZE];
            unsigned char expected[SHA256_SIZE];
            assert_int_equal(sha256_group_finish(&group, i, digest, &error), STATUS_OK);
            assert_int_equal(sha256_of(bytes[i], used[i], expected, &error), STATUS_OK);
            assert_memory_equal(digest, expected, SHA256_SIZE);
            free(bytes[i]);
        }
    }
    sha256_group_release(&group);
}

static void equals_libcrypto(void **state) {
    (void)state;
    if (!sha256_blocks_available())
        print_message("# no SHA instructions here: libcrypto beside libcrypto\n");
    for (unsigned count = 1; count <= SHA256_GROUP_MOST; count++) {
        check_group(count, true);
        check_group(count, false);
    }
}

/* Every size around the ends of blocks, where padding takes one block or two. */
static void ends_at_any_size(void **state) {
    (void)state;
    unsigned char bytes[300];
    struct sha256_group group;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7);
    assert_int_equal(sha256_group_init(&group, 2, &error), STATUS_OK);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        struct view inputs[2] = {{bytes, size}, {bytes, sizeof bytes - size}};
        assert_int_equal(sha256_group_update(&group, inputs, &error), STATUS_OK);
        for (unsigned i = 0; i < 2; i++) {
            unsigned char digest[SHA256_SIZE];
            unsigned char expected[SHA256_SIZE];
            assert_int_equal(sha256_group_finish(&group, i, digest, &error), STATUS_OK);
            assert_int_equal(sha256_of(bytes, inputs[i].size, expected, &error), STATUS_OK);
            assert_memory_equal(digest, expected, SHA256_SIZE);
        }
    }
    sha256_group_release(&group);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_libcrypto),
        cmocka_unit_test(ends_at_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
