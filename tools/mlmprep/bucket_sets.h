/*
 * bucket_sets - the data sets below a prefix of a bucket, and what else lies there.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_MLMPREP_BUCKET_SETS_H
#define TOOLS_MLMPREP_BUCKET_SETS_H

#include <stddef.h>

#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "tools/mlmprep/named_files.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/remote_index.h"

struct bucket_set {
    char *folder; /* owned: what its keys begin with: "prefix/hdf5_.../wiki/", or "" */
    char *fault;  /* owned: what is wrong with its dataset.json; NULL: it was read */
    struct dataset_manifest manifest;
    struct named_files named;
};

struct bucket_sets {
    struct bucket_reader *reader; /* borrowed */
    struct remote_index index;    /* of all below the prefix; `denied` when nobody may list */
    struct bucket_set *items;     /* owned; by folder */
    size_t count;
};

/*
 * Lists what is below a prefix without a slash at its end, "" for all, and reads every
 * dataset.json. Where listing is not permitted, the one right below the prefix counts alone. A
 * dataset.json that is damaged is a set with a fault. Makes *sets on success, to be released.
 */
MUST_USE enum status bucket_sets_find(struct bucket_sets *sets, struct bucket_reader *reader,
                                      const char *prefix, struct error *error);

/* Told each object that a trainer would open and that is no shard of a set. */
struct bucket_stray {
    const char *key;
    const struct bucket_set *set; /* the set in whose folder it lies; NULL for none */
};
typedef enum status bucket_sets_function(void *context, const struct bucket_stray *stray,
                                         struct error *error);

/* Goes through all that was listed. Without a set, only what ends as shards do is told. */
MUST_USE enum status bucket_sets_find_strays(const struct bucket_sets *sets,
                                             bucket_sets_function *function, void *context,
                                             struct error *error);

/* Frees; harmless when zeroed. */
void bucket_sets_release(struct bucket_sets *sets);

#endif
