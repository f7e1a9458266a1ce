/*
 * checksum against the values that the xxHash project tests XXH3_64bits with (its sanity test), and
 * endian, whose results are written out as bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"

#define SEED UINT64_C(0x9E3779B185EBCA8D)

static const struct {
    size_t size;
    uint64_t plain, seeded;
} VECTORS[] = {
    {0, UINT64_C(0x2D06800538D394C2), UINT64_C(0xA8A6B918B2F0364A)},
    {1, UINT64_C(0xC44BDFF4074EECDB), UINT64_C(0x032BE332DD766EF8)},
    {6, UINT64_C(0x27B56A84CD2D7325), UINT64_C(0x84589C116AB59AB9)},
    {12, UINT64_C(0xA713DAF0DFBB77E7), UINT64_C(0xE7303E1B2336DE0E)},
    {24, UINT64_C(0xA3FE70BF9D3510EB), UINT64_C(0x850E80FC35BDD690)},
    {48, UINT64_C(0x397DA259ECBA1F11), UINT64_C(0xADC2CBAA44ACC616)},
    {80, UINT64_C(0xBCDEFBBB2C47C90A), UINT64_C(0xC6DD0CB699532E73)},
    {195, UINT64_C(0xCD94217EE362EC3A), UINT64_C(0xBA68003D370CB3D9)},
    {403, UINT64_C(0xCDEB804D65C6DEA4), UINT64_C(0x6259F6ECFD6443FD)},
    {512, UINT64_C(0x617E49599013CB6B), UINT64_C(0x3CE457DE14C27708)},
    {2048, UINT64_C(0xDD59E2C3A5F038E0), UINT64_C(0x66F81670669ABABC)},
    {2240, UINT64_C(0x6E73A90539CF2948), UINT64_C(0x757BA8487D1B5247)},
    {2367, UINT64_C(0xCB37AEB9E5D361ED), UINT64_C(0xD2DB3415B942B42A)},
};

static void published_values_come_out(void **state) {
    (void)state;
    unsigned char bytes[2367];
    uint64_t generator = UINT64_C(2654435761);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(generator >> 56);
        generator *= UINT64_C(11400714785074694797);
    }
    for (size_t i = 0; i < sizeof VECTORS / sizeof VECTORS[0]; i++) {
        assert_true(checksum_of(bytes, VECTORS[i].size, 0) == VECTORS[i].plain);
        assert_true(checksum_of(bytes, VECTORS[i].size, SEED) == VECTORS[i].seeded);
    }
    assert_true(checksum_of(NULL, 0, 0) == VECTORS[0].plain);
}

static void numbers_are_little_endian_at_any_address(void **state) {
    (void)state;
    unsigned char bytes[16];
    for (size_t at = 0; at < 8; at++) {
        store_le16(bytes + at, 0x0201);
        assert_memory_equal(bytes + at, "\x01\x02", 2);
        assert_int_equal(load_le16(bytes + at), 0x0201);
        store_le32(bytes + at, 0x84030201);
        assert_memory_equal(bytes + at, "\x01\x02\x03\x84", 4);
        assert_true(load_le32(bytes + at) == 0x84030201);
        store_le64(bytes + at, UINT64_C(0x8807060504030201));
        assert_memory_equal(bytes + at, "\x01\x02\x03\x04\x05\x06\x07\x88", 8);
        assert_true(load_le64(bytes + at) == UINT64_C(0x8807060504030201));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values_come_out),
        cmocka_unit_test(numbers_are_little_endian_at_any_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
