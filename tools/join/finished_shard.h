/*
 * finished_shard - the rows of a shard of a finished data set, compact again.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_FINISHED_SHARD_H
#define TOOLS_JOIN_FINISHED_SHARD_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "formats/h5/shard_reader.h"
#include "formats/h5/shard_row.h"

struct finished_shard {
    char *path; /* owned */
    struct shard_reader *reader;
    struct shard_shape shape;
    uint64_t rows, next;
    uint64_t first; /* of the rows held */
    uint32_t held, step;
    unsigned char *bytes[SHARD_DATASETS]; /* owned: `step` rows */
    uint32_t *ids, *label_ids;            /* owned: of one row */
    uint16_t *positions;                  /* owned */
};

/*
 * Opens a shard that a manifest names, in its folder, and checks that the file is the one that was
 * finished, its SHA-256 among other things. To be released on success.
 */
MUST_USE enum status finished_shard_open(struct finished_shard *shard, const char *folder,
                                         const struct dataset_shard *named,
                                         struct shard_shape shape, struct error *error);

/*
 * Gives the next row, valid until the next call; STATUS_END after the last. STATUS_CORRUPT for a
 * row that no h5pack has written: mask and segments are not runs, or there is something in the
 * padding.
 */
MUST_USE enum status finished_shard_next(struct finished_shard *shard, struct shard_row *row,
                                         struct error *error);

/* Makes a row that exists the next one. */
void finished_shard_seek(struct finished_shard *shard, uint64_t row);

/* Frees; harmless when zeroed. */
void finished_shard_release(struct finished_shard *shard);

#endif
