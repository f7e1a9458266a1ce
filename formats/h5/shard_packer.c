#include "formats/h5/shard_packer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static size_t chunk_bytes(struct shard_shape shape, enum shard_dataset dataset) {
    return shard_layout_row_bytes(shape, dataset) * shard_layout_chunk_rows(shape);
}

enum status packed_chunk_init(struct packed_chunk *packed, struct shard_shape shape,
                              struct error *error) {
    *packed = (struct packed_chunk){.rows = 0};
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        packed->capacity += deflate_bound(chunk_bytes(shape, i));
    packed->bytes = malloc(packed->capacity);
    return packed->bytes != NULL ? STATUS_OK : error_no_memory(error, "the chunks of a shard");
}

void packed_chunk_release(struct packed_chunk *packed) {
    free(packed->bytes);
    *packed = (struct packed_chunk){.rows = 0};
}

enum status shard_packer_init(struct shard_packer *packer, struct shard_shape shape,
                              struct deflate_method method, struct error *error) {
    *packer = (struct shard_packer){.work = NULL};
    if (method.library == DEFLATE_NONE)
        return STATUS_OK;
    enum status status = deflate_init(&packer->deflate, method, error);
    if (status != STATUS_OK || deflate_runs(&packer->deflate) != NULL)
        return status;
    size_t largest = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        size_t size = chunk_bytes(shape, i);
        largest = size > largest ? size : largest;
    }
    packer->work = malloc(largest);
    if (packer->work != NULL)
        return STATUS_OK;
    shard_packer_release(packer);
    return error_no_memory(error, "the chunks of a shard");
}

void shard_packer_release(struct shard_packer *packer) {
    deflate_release(&packer->deflate);
    free(packer->work);
    *packer = (struct shard_packer){.work = NULL};
}

/* A dataset of masks or segments: ones in the midst of each row, known by their ends. */
static void code_ones(struct run_deflate *runs, const struct shard_chunk *chunk,
                      enum shard_dataset dataset) {
    uint32_t columns = chunk->shape.max_seq_length;
    for (uint32_t i = 0; i < chunk->capacity; i++) {
        uint32_t begin = dataset == SHARD_INPUT_MASK ? 0 : chunk->first_lengths[i];
        run_deflate_run(runs, 0, begin);
        run_deflate_run(runs, 1, chunk->lengths[i] - begin);
        run_deflate_run(runs, 0, columns - chunk->lengths[i]);
    }
}

/* A dataset by run_deflate, without its ever existing as bytes; gives the size. */
static size_t code(struct run_deflate *runs, unsigned char *out, const struct shard_chunk *chunk,
                   enum shard_dataset dataset) {
    size_t plane = (size_t)chunk->capacity * shard_layout_columns(chunk->shape, dataset);
    run_deflate_start(runs, out);
    if (dataset == SHARD_NEXT_SENTENCE_LABELS) {
        run_deflate_bytes(runs, chunk->labels, plane);
    } else if (shard_layouts[dataset].element_size == 1) {
        code_ones(runs, chunk, dataset);
    } else {
        for (unsigned k = 0; k < chunk->plane_count[dataset]; k++)
            run_deflate_bytes(runs, chunk->planes[dataset][k], plane);
        run_deflate_run(runs, 0, plane * (4 - chunk->plane_count[dataset]));
    }
    return run_deflate_finish(runs);
}

/* Puts the bytes that a library is to compress into packer->work. */
static void shuffle(struct shard_packer *packer, const struct shard_chunk *chunk,
                    enum shard_dataset dataset) {
    size_t plane = (size_t)chunk->capacity * shard_layout_columns(chunk->shape, dataset);
    unsigned used = chunk->plane_count[dataset];
    if (shard_layouts[dataset].element_size == 1) {
        shard_chunk_copy_rows(chunk, dataset, packer->work, 0, chunk->capacity);
        return;
    }
    /* The planes lie one behind the other. */
    memcpy(packer->work, chunk->planes[dataset][0], plane * used);
    memset(packer->work + plane * used, 0, plane * (4 - used));
}

static enum status pack(struct shard_packer *packer, unsigned char *out, size_t *size,
                        const struct shard_chunk *chunk, enum shard_dataset dataset,
                        struct error *error) {
    size_t plain = chunk_bytes(chunk->shape, dataset);
    struct run_deflate *runs = deflate_runs(&packer->deflate);
    if (packer->deflate.method.library == DEFLATE_NONE) {
        shard_chunk_copy_rows(chunk, dataset, out, 0, chunk->capacity);
        *size = plain;
        return STATUS_OK;
    }
    if (runs != NULL) {
        *size = code(runs, out, chunk, dataset);
        return STATUS_OK;
    }
    shuffle(packer, chunk, dataset);
    return deflate_compress(&packer->deflate, out, size, deflate_bound(plain), packer->work, plain,
                            error);
}

enum status shard_packer_pack(struct shard_packer *packer, struct packed_chunk *packed,
                              const struct shard_chunk *chunk, struct error *error) {
    size_t used = 0;
    packed->rows = chunk->rows;
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        packed->starts[i] = used;
        packed->sizes[i] = 0;
        if (chunk_bytes(chunk->shape, i) == 0)
            continue;
        enum status status = pack(packer, packed->bytes + used, &packed->sizes[i], chunk, i, error);
        if (status != STATUS_OK)
            return status;
        used += packed->sizes[i];
    }
    return STATUS_OK;
}
