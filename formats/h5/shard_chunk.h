/*
 * shard_chunk - the rows of one chunk of all six datasets, padded as they are stored.
 *
 * Thread rule: one thread at a time per chunk.
 */
#ifndef FORMATS_H5_SHARD_CHUNK_H
#define FORMATS_H5_SHARD_CHUNK_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_layout.h"
#include "formats/h5/shard_row.h"

struct shard_chunk {
    struct shard_shape shape;
    uint32_t capacity;                    /* rows */
    uint32_t rows;                        /* filled so far */
    unsigned char *bytes[SHARD_DATASETS]; /* owned: capacity rows; NULL for rows of no bytes */
    size_t row_bytes[SHARD_DATASETS];
};

/* Makes an empty chunk of shard_layout_chunk_rows(shape) rows; owned until released. */
MUST_USE enum status shard_chunk_init(struct shard_chunk *chunk, struct shard_shape shape,
                                      struct error *error);

/* STATUS_CORRUPT when the row breaks a range of struct shard_row; the sentence says which. */
MUST_USE enum status shard_chunk_check(const struct shard_chunk *chunk, const struct shard_row *row,
                                       struct error *error);

/* Appends a row that shard_chunk_check accepts; there must be room. */
void shard_chunk_add(struct shard_chunk *chunk, const struct shard_row *row);

/* Zeros the rows that were not filled. */
void shard_chunk_pad(struct shard_chunk *chunk);

/* Frees; harmless when zeroed. */
void shard_chunk_release(struct shard_chunk *chunk);

#endif
