#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"
#include "formats/h5/byte_planes.h"

/* Every count and number of planes, in exact allocations so that a sanitizer sees any excess. */
static void apart_and_together(void **state) {
    (void)state;
    static const uint32_t MASKS[] = {0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};
    for (size_t count = 0; count < 200; count++) {
        for (unsigned planes = 1; planes <= 4; planes++) {
            uint32_t *numbers = calloc(count + 1, 4);
            uint16_t *shorts = calloc(count + 1, 2);
            unsigned char *apart[4];
            unsigned char *together = malloc(4 * count + 1);
            uint32_t bits = 0;
            for (size_t i = 0; i < count; i++) {
                numbers[i] = (uint32_t)(i * 2654435761U + count) & MASKS[planes - 1];
                shorts[i] = (uint16_t)numbers[i];
                bits |= numbers[i];
            }
            assert_int_equal(byte_planes_bits(numbers, count), bits);
            for (unsigned k = 0; k < 4; k++) {
                apart[k] = malloc(count + 1);
                apart[k][count] = 0xEE;
                byte_planes_take_long(apart[k], numbers, count, k);
                for (size_t i = 0; i < count; i++)
                    assert_int_equal(apart[k][i], numbers[i] >> 8 * k & 255);
                if (k < 2)
                    byte_planes_take_short(apart[k], shorts, count, k);
                for (size_t i = 0; i < count; i++)
                    assert_int_equal(apart[k][i], numbers[i] >> 8 * k & 255);
                assert_int_equal(apart[k][count], 0xEE);
            }
            together[4 * count] = 0xEE;
            byte_planes_join(together, (const unsigned char *const *)apart, planes, count);
            for (size_t i = 0; i < count; i++)
                assert_int_equal(load_le32(together + 4 * i), numbers[i]);
            assert_int_equal(together[4 * count], 0xEE);
            for (unsigned k = 0; k < 4; k++)
                free(apart[k]);
            free(together);
            free(shorts);
            free(numbers);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apart_and_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
