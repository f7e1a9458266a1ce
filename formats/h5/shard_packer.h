/*
 * shard_packer - shuffles and compresses the chunks of a shard, as HDF5's filters would.
 *
 * What it makes of a chunk depends on the chunk and the method alone (deflate.h says when on the
 * machine too), so any number of packers can share the work.
 *
 * Thread rule: one thread at a time per packer.
 */
#ifndef FORMATS_H5_SHARD_PACKER_H
#define FORMATS_H5_SHARD_PACKER_H

#include "formats/base/status.h"
#include "formats/h5/deflate.h"
#include "formats/h5/packed_chunk.h"
#include "formats/h5/shard_chunk.h"

struct shard_packer {
    struct deflate deflate; /* zeroed where nothing is compressed */
    unsigned char *work;    /* owned: a chunk of the largest dataset, for libraries */
};

/* Takes memory, to be released. */
MUST_USE enum status shard_packer_init(struct shard_packer *packer, struct shard_shape shape,
                                       struct deflate_method method, struct error *error);
void shard_packer_release(struct shard_packer *packer);

/* Room for what a packer makes of a chunk of this shape, to be released. */
MUST_USE enum status packed_chunk_init(struct packed_chunk *packed, struct shard_shape shape,
                                       struct error *error);
void packed_chunk_release(struct packed_chunk *packed);

/* Packs a padded chunk. `packed` is for its shape. */
MUST_USE enum status shard_packer_pack(struct shard_packer *packer, struct packed_chunk *packed,
                                       const struct shard_chunk *chunk, struct error *error);

#endif
