/*
 * packing - what h5pack does with examples, wherever they come from: the data set they make, by the
 * options of h5pack(1) and by the provenance that comes with them.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_PACKING_H
#define TOOLS_JOIN_PACKING_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/stream/provenance.h"
#include "tools/cli/cli.h"
#include "tools/cli/progress.h"
#include "tools/join/dataset_output.h"
#include "tools/join/shard_cutter.h"
#include "tools/join/shard_pipeline.h"

/* The options of h5pack(1). */
struct h5pack_settings {
    const char *directory;
    const char *corpus;   /* for shards whose names tell none; NULL: the shard's own name */
    const char *compress; /* "isal:1" and so on; NULL: the default */
    int format;           /* enum shard_format */
    uint64_t rows;        /* the most in a shard; 0: as the examples come */
    uint64_t shards;      /* of each corpus; 0: as the examples come */
    bool remove_others;
    bool strict;
};

struct packing {
    const struct h5pack_settings *settings; /* borrowed */
    struct cli *cli;                        /* borrowed */
    struct provenance_tokens tokens;
    struct provenance_examples examples;
    struct dataset_output output;
    struct shard_pipeline pipeline;
    struct shard_cutter cutter;
    struct progress progress;
    bool begun;
};

/* Owns nothing yet; to be released. */
void packing_init(struct packing *packing, const struct h5pack_settings *settings, struct cli *cli);

/* Reads the provenance of examples into packing->tokens and packing->examples. */
MUST_USE enum status packing_read_provenance(struct packing *packing, struct view provenance,
                                             struct error *error);

/* Then: makes everything ready for rows. `list` takes the paths of finished files. */
MUST_USE enum status packing_begin(struct packing *packing, struct view provenance,
                                   struct byte_sink *list, struct error *error);

/*
 * Whether the examples are to be counted first: they are cut anew, or the names of shards tell how
 * many there are.
 */
static inline bool packing_counts(const struct packing *packing) {
    return packing->settings->rows > 0 || packing->settings->shards > 0 ||
           packing->settings->format == SHARD_FORMAT_HDF5_VARLEN;
}

/* The name of a shard that comes as number `index` by the name `text`, which is borrowed. */
struct shard_name packing_name(const struct packing *packing, const char *text, uint64_t index);

/* Begins an incoming shard: see shard_cutter_begin. */
MUST_USE enum status packing_begin_shard(struct packing *packing, const struct shard_name *name,
                                         bool *wanted, struct error *error);

/* After all rows: finishes the shards, looks at them as trainers will, and commits. */
MUST_USE enum status packing_finish(struct packing *packing, struct error *error);

/* Frees; `status` is how it went. Puts counts into the report. */
void packing_release(struct packing *packing, enum status status);

#endif
