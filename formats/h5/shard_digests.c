#include "formats/h5/shard_digests.h"

#include <stdlib.h>

/*
 * Rows are made and hashed so many bytes at a time: they stay in the first-level cache, and the
 * hashes change places every few microseconds only.
 */
static const size_t STEP_BYTES = (size_t)24 << 10;

static size_t row_bytes(struct shard_shape shape) {
    size_t bytes = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        bytes += shard_layout_row_bytes(shape, i);
    return bytes;
}

enum status shard_digests_init(struct shard_digests *digests, struct shard_shape shape,
                               struct error *error) {
    size_t bytes = row_bytes(shape);
    *digests =
        (struct shard_digests){.step = bytes > STEP_BYTES ? 1 : (uint32_t)(STEP_BYTES / bytes)};
    digests->rows = malloc(digests->step * bytes);
    if (digests->rows == NULL)
        return error_no_memory(error, "the rows of a shard");
    enum status status = sha256_group_init(&digests->hashes, SHARD_DATASETS, error);
    if (status != STATUS_OK)
        shard_digests_release(digests);
    return status;
}

void shard_digests_release(struct shard_digests *digests) {
    sha256_group_release(&digests->hashes);
    free(digests->rows);
    *digests = (struct shard_digests){.step = 0};
}

enum status shard_digests_add(struct shard_digests *digests, const struct shard_chunk *chunk,
                              struct error *error) {
    enum status status = STATUS_OK;
    for (uint32_t row = 0; row < chunk->rows && status == STATUS_OK; row += digests->step) {
        uint32_t left = chunk->rows - row;
        uint32_t count = left < digests->step ? left : digests->step;
        struct view inputs[SHARD_DATASETS];
        unsigned char *at = digests->rows;
        for (unsigned i = 0; i < SHARD_DATASETS; i++) {
            inputs[i] = (struct view){at, count * shard_layout_row_bytes(chunk->shape, i)};
            shard_chunk_copy_rows(chunk, i, at, row, count);
            at += inputs[i].size;
        }
        status = sha256_group_update(&digests->hashes, inputs, error);
    }
    return status;
}

enum status shard_digests_finish(struct shard_digests *digests,
                                 unsigned char made[SHARD_DATASETS][SHA256_SIZE],
                                 struct error *error) {
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = sha256_group_finish(&digests->hashes, i, made[i], error);
    return status;
}
