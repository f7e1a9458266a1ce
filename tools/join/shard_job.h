/*
 * shard_job - a chunk of rows on its way into a shard, with what has to happen before and after it.
 */
#ifndef TOOLS_JOIN_SHARD_JOB_H
#define TOOLS_JOIN_SHARD_JOB_H

#include <stdbool.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "formats/h5/shard_name.h"
#include "tools/join/chunk_encoder.h"

struct shard_job {
    char *corpus;           /* owned: of the name; NULL when the job does not begin a shard */
    struct shard_name name; /* of the shard it begins */
    struct shard_chunk chunk;
    struct packed_chunk packed;
    bool ends;                                          /* it is the shard's last */
    unsigned char digests[SHARD_DATASETS][SHA256_SIZE]; /* of the shard that it ends */
    /* How hashing and packing went, each told by the thread that does it. */
    enum status hash_status, pack_status;
    struct error hash_error, pack_error;
};

/* Takes memory, to be released. */
MUST_USE enum status shard_job_init(struct shard_job *job, enum shard_format format,
                                    struct shard_shape shape, struct error *error);
void shard_job_release(struct shard_job *job);

/* Makes it as new. */
void shard_job_clear(struct shard_job *job);

/* Makes it begin a shard; the name is copied. */
MUST_USE enum status shard_job_begin(struct shard_job *job, const struct shard_name *name,
                                     struct error *error);

#endif
