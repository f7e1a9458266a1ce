/*
 * dataset_output - the folders of a data set: names its shards, publishes them, and commits.
 *
 *     DIR/./hdf5_lower_case_1_..._dupe_factor_5/<corpus>/<corpus>_training_<n>.hdf5
 *     DIR/./hdf5_lower_case_1_..._dupe_factor_5/<corpus>/dataset.json
 *
 * or as shard_format.h has it.
 *
 * A corpus folder is made ready when its first shard is opened: what a killed run left is removed.
 * A finished data set of rows that were made in another way is refused, unless others are removed.
 * An old dataset.json, whose presence would say that the data set is complete, goes before the
 * first shard gets its name.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_DATASET_OUTPUT_H
#define TOOLS_JOIN_DATASET_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "formats/h5/shard_name.h"
#include "formats/h5/shard_writer.h"
#include "tools/cli/messages.h"
#include "tools/join/shard_output.h"
#include "formats/base/file_state.h"

struct dataset_corpus {
    char *name;
    char *folder; /* DIR/./hdf5_.../<corpus> */
    struct dataset_manifest manifest;
    struct file_state *states; /* owned: of the manifest's shards, as they were published */
};

struct dataset_output {
    char *root; /* owned: DIR/./hdf5_... */
    enum shard_format format;
    struct shard_writer_options options; /* provenance is owned */
    bool remove_others;                  /* shards of earlier runs are removed, not refused */
    const struct messages *messages;     /* borrowed */
    struct byte_sink *list;              /* borrowed: takes the path of each finished file */
    struct dataset_corpus *corpora;      /* owned */
    size_t corpus_count;
    size_t open_corpus; /* of the shard that is open */
    char *open_file;    /* owned: its file name, without folder */
    struct shard_output shard;
    uint64_t rows; /* published */
    uint64_t shards;
};

/*
 * `directory`, the format and the parameters make the root folder; nothing is created yet.
 * `options` and its provenance are copied.
 */
MUST_USE enum status dataset_output_init(struct dataset_output *output, const char *directory,
                                         enum shard_format format,
                                         const struct shard_name_parameters *parameters,
                                         const struct shard_writer_options *options,
                                         struct error *error);

/* Removes an open shard's file and frees; what is published stays. Harmless when zeroed. */
void dataset_output_release(struct dataset_output *output);

/*
 * Opens a shard by its name, for chunks to be written to output->shard.content; a name that was
 * used before is STATUS_FAILED.
 */
MUST_USE enum status dataset_output_open(struct dataset_output *output,
                                         const struct shard_name *name, struct error *error);

/*
 * Publishes the open shard, whose datasets have these digests, and writes its path to the list.
 */
MUST_USE enum status
dataset_output_publish(struct dataset_output *output,
                       const unsigned char digests[SHARD_DATASETS][SHA256_SIZE],
                       struct error *error);

/*
 * Commits: checks that no other shards lie in the corpus folders and that those published are what
 * still stands there, writes each folder's dataset.json and its path to the list. Fails when
 * nothing was published.
 */
MUST_USE enum status dataset_output_commit(struct dataset_output *output, struct error *error);

#endif
