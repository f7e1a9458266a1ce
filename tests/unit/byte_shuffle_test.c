#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "formats/h5/byte_shuffle.h"

/* Every count around the block size, in exact allocations so that a sanitizer sees any excess. */
static void puts_bytes_where_hdf5_does(void **state) {
    (void)state;
    for (size_t elements = 0; elements < 300; elements++) {
        unsigned char *plain = malloc(4 * elements + 1);
        unsigned char *shuffled = malloc(4 * elements + 1);
        unsigned char *again = malloc(4 * elements + 1);
        plain[4 * elements] = shuffled[4 * elements] = again[4 * elements] = 0xEE;
        for (size_t i = 0; i < 4 * elements; i++)
            plain[i] = (unsigned char)(i * 167 + (i >> 8));
        for (size_t i = 0; i < elements; i++) {
            for (size_t byte = 0; byte < 4; byte++)
                shuffled[byte * elements + i] = plain[4 * i + byte];
        }
        byte_shuffle_undo(again, shuffled, elements);
        assert_memory_equal(again, plain, 4 * elements);
        assert_int_equal(shuffled[4 * elements], 0xEE);
        assert_int_equal(again[4 * elements], 0xEE);
        free(plain);
        free(shuffled);
        free(again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puts_bytes_where_hdf5_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
