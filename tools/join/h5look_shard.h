/*
 * h5look_shard - the rows of a shard, whatever kind of file it is, as they stand in HDF5.
 *
 * Thread rule: one thread at a time per shard.
 */
#ifndef TOOLS_JOIN_H5LOOK_SHARD_H
#define TOOLS_JOIN_H5LOOK_SHARD_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_layout.h"
#include "formats/h5/shard_reader.h"
#include "formats/h5/varlen_reader.h"
#include "formats/tfrecord/bert_example_reader.h"
#include "tools/join/shard_format.h"

struct h5look_shard {
    const char *path; /* borrowed */
    enum shard_format format;
    struct shard_shape shape;
    uint64_t rows;
    const char *provenance;               /* valid until the shard is closed; NULL for none */
    struct shard_reader *hdf5;            /* owned; of these three, that of the format */
    struct varlen_reader *varlen;         /* owned */
    struct bert_example_reader *examples; /* owned */
    unsigned char *bytes[SHARD_DATASETS]; /* owned: rows as in shard_layout.h */
    int32_t *numbers[SHARD_DATASETS]; /* owned: the same as numbers, of datasets of four bytes */
    uint32_t step;                    /* rows there is room for */
    uint32_t held;                    /* rows there are */
};

/* A row; all of it borrowed from its shard, valid until the next are read. */
struct h5look_row {
    uint32_t columns, predictions;
    const int32_t *ids;          /* columns */
    const signed char *mask;     /* columns */
    const signed char *segments; /* columns */
    const int32_t *positions;    /* predictions */
    const int32_t *label_ids;    /* predictions */
    signed char label;           /* of the next sentence */
    uint32_t prediction_count;   /* of positions that are not padding */
    const unsigned char *bytes[SHARD_DATASETS];
};

/*
 * Opens a file, finds out what it is, and checks its schema, as shard_reader_open; nothing to close
 * on failure. Rows of variable length are padded to what their provenance says, else to the
 * longest.
 */
MUST_USE enum status h5look_shard_open(struct h5look_shard *shard, const char *path,
                                       struct error *error);

/* Reads the rows from `first` on, shard->held of them; 0 at the end. Reading on is quickest. */
MUST_USE enum status h5look_shard_read(struct h5look_shard *shard, uint64_t first,
                                       struct error *error);

/* A row of those held. */
struct h5look_row h5look_shard_row(const struct h5look_shard *shard, uint32_t index);

/* Closes and frees; harmless when zeroed. */
void h5look_shard_close(struct h5look_shard *shard);

#endif
