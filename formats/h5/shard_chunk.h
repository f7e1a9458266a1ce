/*
 * shard_chunk - the rows of one chunk of all six datasets, as planes of bytes and as lengths.
 *
 * Ids, label ids and positions are taken apart into planes as they come, padded with zeros, which
 * is how HDF5's shuffle filter wants them; the planes that would hold nothing but zeros do not
 * exist. Masks and segments are runs, and are kept as their lengths. Rows as datasets hold them
 * are made for those who ask, a few at a time.
 *
 * Thread rule: one thread at a time per chunk; what takes a const chunk may run in several.
 */
#ifndef FORMATS_H5_SHARD_CHUNK_H
#define FORMATS_H5_SHARD_CHUNK_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_layout.h"
#include "formats/h5/shard_row.h"

struct shard_chunk {
    struct shard_shape shape;
    uint32_t capacity; /* rows */
    uint32_t rows;     /* filled so far */
    /*
     * Owned, one allocation for a dataset: capacity rows of a byte for each column. NULL for
     * datasets of 1-byte elements, and for rows without columns.
     */
    unsigned char *planes[SHARD_DATASETS][4];
    unsigned plane_count[SHARD_DATASETS]; /* those in use: in the others there are but zeros */
    uint32_t *lengths;                    /* owned: of rows */
    uint32_t *first_lengths;              /* owned: of first segments */
    uint32_t *prediction_counts;          /* owned */
    unsigned char *labels;                /* owned */
};

/* Makes an empty chunk of shard_layout_chunk_rows(shape) rows; owned until released. */
MUST_USE enum status shard_chunk_init(struct shard_chunk *chunk, struct shard_shape shape,
                                      struct error *error);

/* Forgets the rows. */
void shard_chunk_clear(struct shard_chunk *chunk);

/* STATUS_CORRUPT when the row breaks a range of struct shard_row; the sentence says which. */
MUST_USE enum status shard_chunk_check(const struct shard_chunk *chunk, const struct shard_row *row,
                                       struct error *error);

/* Appends a row that shard_chunk_check accepts; there must be room. */
void shard_chunk_add(struct shard_chunk *chunk, const struct shard_row *row);

/* Makes the rows that were not filled all zeros, without counting them. */
void shard_chunk_pad(struct shard_chunk *chunk);

/*
 * Puts `row_count` rows of a dataset at `out`, shard_layout_row_bytes each. They are filled or
 * padded.
 */
void shard_chunk_copy_rows(const struct shard_chunk *chunk, enum shard_dataset dataset,
                           unsigned char *out, uint32_t first_row, uint32_t row_count);

/* Frees; harmless when zeroed. */
void shard_chunk_release(struct shard_chunk *chunk);

#endif
