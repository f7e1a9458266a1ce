/*
 * shard_facts - what a shard's file holds, read from the file itself, beside what is said of it.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_MLMPREP_SHARD_FACTS_H
#define TOOLS_MLMPREP_SHARD_FACTS_H

#include <stdatomic.h>

#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "tools/join/shard_format.h"

struct json_t; /* jansson's */

struct shard_facts {
    struct dataset_shard shard; /* its `file` is owned */
    struct shard_shape shape;
    enum shard_format format;
    char *provenance; /* owned: of the file; NULL where it has none */
};

/*
 * Reads the whole file: its size, its SHA-256, the structure of what is in it, rows, and the
 * SHA-256 of every dataset. `file` is copied as its name in a data set. Where *stopped becomes
 * true meanwhile, STATUS_TEMPORARY. Makes *facts on success, to be released.
 */
MUST_USE enum status shard_facts_read(struct shard_facts *facts, const char *path, const char *file,
                                      const atomic_bool *stopped, struct error *error);

/* What differs first: "size", "SHA-256", "number of rows", a dataset's name; NULL for nothing. */
const char *shard_facts_difference(const struct dataset_shard *found,
                                   const struct dataset_shard *said);

/*
 * Makes *facts of what a marker's "manifest" says of a shard: a data set's manifest with one shard
 * (the shape and the provenance are its), or the member of such a manifest's "shards" alone.
 * STATUS_CORRUPT for anything else.
 */
MUST_USE enum status shard_facts_parse(struct shard_facts *facts, const struct json_t *manifest,
                                       const char *name, struct error *error);

/* The reverse: a manifest with this one shard; *manifest is to be given to json_decref. */
MUST_USE enum status shard_facts_write(const struct shard_facts *facts, struct json_t **manifest,
                                       struct error *error);

/* Frees; harmless when zeroed. */
void shard_facts_release(struct shard_facts *facts);

#endif
