/*
 * shard_digests - the SHA-256 of each of a shard's six datasets, chunk after chunk.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef FORMATS_H5_SHARD_DIGESTS_H
#define FORMATS_H5_SHARD_DIGESTS_H

#include "formats/base/sha256_group.h"
#include "formats/base/status.h"
#include "formats/h5/shard_chunk.h"

struct shard_digests {
    struct sha256_group hashes;
    unsigned char *rows; /* owned: a few rows of each dataset */
    uint32_t step;       /* how many */
};

/* Takes memory, to be released. */
MUST_USE enum status shard_digests_init(struct shard_digests *digests, struct shard_shape shape,
                                        struct error *error);
void shard_digests_release(struct shard_digests *digests);

/* Takes in the rows of a chunk, without padding. */
MUST_USE enum status shard_digests_add(struct shard_digests *digests,
                                       const struct shard_chunk *chunk, struct error *error);

/* Gives the digests of all rows since the last call. */
MUST_USE enum status shard_digests_finish(struct shard_digests *digests,
                                          unsigned char made[SHARD_DATASETS][SHA256_SIZE],
                                          struct error *error);

#endif
