/*
 * chunk_encoder - makes of a chunk of rows what its shard's format keeps of it, in any thread.
 *
 * Thread rule: one thread at a time per encoder.
 */
#ifndef TOOLS_JOIN_CHUNK_ENCODER_H
#define TOOLS_JOIN_CHUNK_ENCODER_H

#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_packer.h"
#include "formats/tfrecord/crc32c.h"
#include "tools/join/shard_format.h"

struct chunk_encoder {
    enum shard_format format;
    struct shard_packer packer; /* of SHARD_FORMAT_HDF5 */
    struct crc32c crc;          /* of SHARD_FORMAT_TFRECORD, as the rest */
    unsigned char *bytes;       /* owned: a row as HDF5 would store it */
    uint32_t *numbers;          /* owned: its ids, positions and label ids */
};

/* Takes memory, to be released. */
MUST_USE enum status chunk_encoder_init(struct chunk_encoder *encoder, enum shard_format format,
                                        struct shard_shape shape, struct deflate_method method,
                                        struct error *error);
void chunk_encoder_release(struct chunk_encoder *encoder);

/* Room for what an encoder makes, to be given to packed_chunk_release. */
MUST_USE enum status chunk_encoder_make_room(struct packed_chunk *packed, enum shard_format format,
                                             struct shard_shape shape, struct error *error);

/*
 * Encodes a padded chunk: TFRecords lie in *packed as its first dataset; of the variable-length
 * schema there are no rows but the chunk's own.
 */
MUST_USE enum status chunk_encoder_encode(struct chunk_encoder *encoder,
                                          struct packed_chunk *packed,
                                          const struct shard_chunk *chunk, struct error *error);

#endif
