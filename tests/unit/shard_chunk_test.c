#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/unit/shard_sample.h"

static struct error error;

static void refuses_bad_rows_and_goes_on(void **state) {
    (void)state;
    static const uint32_t ids[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const uint32_t huge[1] = {0x80000000};
    static const uint16_t positions[3] = {1, 2, 3};
    const struct shard_row good = {.ids = ids,
                                   .positions = positions,
                                   .label_ids = ids,
                                   .length = 4,
                                   .first_segment_length = 2,
                                   .prediction_count = 2};
    struct shard_row bad[7] = {good, good, good, good, good, good, good};
    bad[0].length = 9;
    bad[1].first_segment_length = 5;
    bad[2].label = 2;
    bad[3].prediction_count = 3;
    bad[4].length = bad[4].first_segment_length = 2;
    bad[5] = (struct shard_row){.ids = huge, .length = 1};
    bad[6].prediction_count = 1;
    bad[6].label_ids = huge;
    struct shard_chunk chunk;
    assert_int_equal(shard_chunk_init(&chunk, (struct shard_shape){8, 2}, &error), STATUS_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        error.message[0] = '\0';
        assert_int_equal(shard_chunk_check(&chunk, &bad[i], &error), STATUS_CORRUPT);
        assert_true(strlen(error.message) > 20);
        assert_int_equal(shard_chunk_check(&chunk, &good, &error), STATUS_OK);
        shard_chunk_add(&chunk, &good);
    }
    assert_int_equal(chunk.rows, sizeof bad / sizeof bad[0]);
    shard_chunk_release(&chunk);
}

/* Rows come back as datasets hold them, from a chunk that is used a second time. */
static void gives_rows_as_they_are_stored(void **state) {
    (void)state;
    static const struct shard_shape SHAPES[] = {{1, 0}, {3, 1}, {128, 20}, {300, 7}, {257, 300}};
    for (size_t k = 0; k < sizeof SHAPES / sizeof SHAPES[0]; k++) {
        struct shard_chunk chunk;
        struct shard_sample sample;
        unsigned char row[2000] = {0};
        assert_int_equal(shard_chunk_init(&chunk, SHAPES[k], &error), STATUS_OK);
        shard_sample_init(&sample, SHAPES[k]);
        for (unsigned use = 0; use < 2; use++) {
            uint32_t rows = use == 0 ? chunk.capacity : chunk.capacity / 2;
            for (uint32_t i = 0; i < rows; i++) {
                shard_sample_make(&sample, i + 17 * use);
                shard_chunk_add(&chunk, &sample.row);
            }
            shard_chunk_pad(&chunk);
            for (uint32_t i = 0; i < chunk.capacity; i++) {
                shard_sample_make(&sample, i + 17 * use);
                for (unsigned d = 0; d < SHARD_DATASETS; d++) {
                    size_t size = shard_layout_row_bytes(SHAPES[k], d);
                    if (i >= rows)
                        memset(sample.stored[d], 0, size);
                    shard_chunk_copy_rows(&chunk, d, row, i, 1);
                    assert_memory_equal(row, sample.stored[d], size);
                }
            }
            shard_chunk_clear(&chunk);
        }
        shard_sample_release(&sample);
        shard_chunk_release(&chunk);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_bad_rows_and_goes_on),
        cmocka_unit_test(gives_rows_as_they_are_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
