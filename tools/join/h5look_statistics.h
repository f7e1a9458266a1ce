/*
 * h5look_statistics - counts over the rows of a data set.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_H5LOOK_STATISTICS_H
#define TOOLS_JOIN_H5LOOK_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/join/h5look_shard.h"

/* Ids from here on are counted together: no vocabulary is that large. */
#define H5LOOK_MOST_PIECES ((size_t)1 << 22)

/* What has to be known of the vocabulary. */
struct h5look_ids {
    bool known;                           /* else nothing below is */
    uint32_t size;                        /* ids are below it */
    int32_t unknown, cls, sep, mask, pad; /* ids of the special pieces */
};

struct h5look_statistics {
    uint64_t rows;
    uint64_t places;   /* positions of all rows, padding included */
    uint64_t tokens;   /* positions that are no padding */
    uint64_t full;     /* rows without padding */
    uint64_t *lengths; /* owned: rows by their tokens, 0 to SHARD_MAX_SEQ_LENGTH */
    uint64_t *masks;   /* owned: predictions by their position, below SHARD_MAX_SEQ_LENGTH */
    uint64_t predictions;
    uint32_t most_predictions, fewest_predictions; /* of a row */
    uint64_t masked, kept, random;         /* of the predictions; masked where the ids are known */
    uint64_t separators;                   /* [CLS] and [SEP], where the ids are known */
    uint64_t next, not_next, other_labels; /* rows with label 0, 1, another one */
    uint64_t *pieces;   /* owned: tokens by id, the labels in the place of what stands for them */
    size_t piece_count; /* ids there is room for; those beyond have not been seen */
    uint64_t outside;   /* ids that are negative or too large */
    int32_t *text;      /* owned: a row with its labels put back */
};

/* Allocates; to be released, on failure too. */
MUST_USE enum status h5look_statistics_init(struct h5look_statistics *statistics,
                                            struct error *error);
void h5look_statistics_release(struct h5look_statistics *statistics);

/* Counts a row. Positions beyond the row and the like are passed over. */
MUST_USE enum status h5look_statistics_add(struct h5look_statistics *statistics,
                                           const struct h5look_row *row,
                                           const struct h5look_ids *ids, struct error *error);

/* How often a piece occurs. */
uint64_t h5look_statistics_piece(const struct h5look_statistics *statistics, int64_t id);

/* How many different ids occur. */
uint64_t h5look_statistics_used(const struct h5look_statistics *statistics);

/* The length that a share (0 to 1) of the rows does not go beyond; 0 without rows. */
uint32_t h5look_statistics_quantile(const struct h5look_statistics *statistics, double share);

/* The most frequent ids, the first ones of equal ones; returns how many, at most `room`. */
size_t h5look_statistics_top(const struct h5look_statistics *statistics, uint32_t *top,
                             size_t room);

#endif
