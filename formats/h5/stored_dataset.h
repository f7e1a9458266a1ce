/*
 * stored_dataset - one of a shard's datasets being read, however it is stored.
 *
 * Thread rule: one thread at a time per dataset.
 */
#ifndef FORMATS_H5_STORED_DATASET_H
#define FORMATS_H5_STORED_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/h5/hdf5_dataset.h"
#include "formats/h5/hdf5_group.h"
#include "formats/h5/shard_layout.h"

struct stored_dataset {
    const struct hdf5_input *input; /* borrowed */
    const struct shard_layout *layout;
    struct hdf5_dataset header;
    uint64_t rows;
    size_t columns;
    size_t row_bytes;
    size_t tile_bytes;    /* of a chunk */
    struct buffer stored; /* owned: a chunk as it is in the file */
    unsigned char *tile;  /* owned: the chunk without its filters */
    unsigned char *work;  /* owned: the same room, for between filters */
    unsigned char *band;  /* owned: chunks side by side as whole rows, those read last */
    uint64_t band_index;  /* the number of that band, UINT64_MAX for none */
};

/*
 * Opens a dataset of a group and checks it against its layout. What is claimed to be in it is not
 * larger than its file could hold. On failure there is nothing to release. The group's input must
 * outlive the dataset.
 */
MUST_USE enum status stored_dataset_open(struct stored_dataset *dataset,
                                         const struct hdf5_group *group,
                                         const struct shard_layout *layout, struct error *error);

/* Puts rows that exist at `out`, which has room for row_count * row_bytes. */
MUST_USE enum status stored_dataset_read(struct stored_dataset *dataset, unsigned char *out,
                                         uint64_t first_row, size_t row_count, struct error *error);

/*
 * Whether it is stored in chunks of `rows` whole rows, deflated, and shuffled where elements have
 * several bytes, or, not `compressed`, as they are.
 */
bool stored_dataset_is_packed(const struct stored_dataset *dataset, uint32_t rows, bool compressed);

/*
 * Puts the chunk of whole rows that begins at `row` at `out` as it is stored; *size tells its
 * bytes. STATUS_CORRUPT when it is missing, was stored in another way, or has more than `capacity`.
 */
MUST_USE enum status stored_dataset_copy(struct stored_dataset *dataset, unsigned char *out,
                                         size_t *size, size_t capacity, uint64_t row,
                                         struct error *error);

/* Frees; harmless when zeroed. */
void stored_dataset_release(struct stored_dataset *dataset);

#endif
