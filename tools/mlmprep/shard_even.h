/*
 * shard_even - a finished shard written anew with fewer rows at its end, or with more.
 *
 * Only the last chunks are packed anew; the others are copied as they are stored. The new file lies
 * beside the old one under a temporary name until it is published.
 *
 * Thread rule: as shard_writer.h; one thread at a time per struct.
 */
#ifndef TOOLS_MLMPREP_SHARD_EVEN_H
#define TOOLS_MLMPREP_SHARD_EVEN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/atomic_file.h"
#include "formats/base/status.h"
#include "tools/join/finished_shard.h"
#include "tools/mlmprep/shard_facts.h"
#include "tools/prep/stop_signal.h"

/* A shard as it was finished, and what becomes of it. */
struct shard_even {
    const char *folder;             /* borrowed: of its data set */
    const struct shard_facts *made; /* borrowed: the file as it has to be by now */
    uint64_t kept;                  /* rows that stay, from the first on */
    uint64_t travel_first, taken;   /* rows that come from the others, of all that travel */
    struct stop_signal *stop;       /* borrowed: ends it with STATUS_TEMPORARY; or NULL */
};

/*
 * Writes the rows of shards from `kept` on, one shard after the other, into a shard of its own at
 * `path`, which appears when it is whole. *facts, to be released, tells what is in it. The shards
 * have the same shape.
 */
MUST_USE enum status shard_even_collect(struct shard_facts *facts, const char *path,
                                        const struct shard_even *shards, size_t count,
                                        struct error *error);

/*
 * Writes the new file: `file` is to be published, or abandoned, and *facts to be released.
 * `travelling` is what was collected; NULL when nothing is taken.
 */
MUST_USE enum status shard_even_write(struct atomic_file *file, struct shard_facts *facts,
                                      const struct shard_even *shard,
                                      struct finished_shard *travelling, struct error *error);

#endif
