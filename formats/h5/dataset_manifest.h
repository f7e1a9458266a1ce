/*
 * dataset_manifest - `dataset.json`: what a finished data set consists of.
 *
 * The file is written last, so its presence says that everything named in it is there. Its text
 * depends on its content and the order of the shards alone:
 *
 *     {
 *     "format":"mlmprep-dataset",
 *     "version":1,
 *     "complete":true,
 *     "rows":11337,
 *     "max_seq_length":128,
 *     "max_predictions_per_seq":20,
 *     "provenance":{...},
 *     "shards":[
 *     {"file":"<path>","rows":11337,"bytes":2654208,"sha256":"<64 digits>","datasets":{
 *     "input_ids":"<64 digits>",...}}
 *     ]
 *     }
 *
 * "file" is relative to the folder of the manifest, with slashes. A reader skips members it does
 * not know; a change of meaning raises the version.
 *
 * Thread rule: one thread at a time per manifest.
 */
#ifndef FORMATS_H5_DATASET_MANIFEST_H
#define FORMATS_H5_DATASET_MANIFEST_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "formats/h5/shard_layout.h"

struct dataset_shard {
    char *file; /* owned by the manifest */
    uint64_t rows;
    uint64_t bytes;
    unsigned char digest[SHA256_SIZE]; /* of the file */
    unsigned char datasets[SHARD_DATASETS][SHA256_SIZE];
};

struct dataset_manifest {
    struct shard_shape shape;
    char *provenance; /* owned; a JSON object as compact text */
    struct dataset_shard *shards;
    size_t shard_count;
    size_t shard_capacity;
    uint64_t rows; /* of all shards */
};

/*
 * Starts a manifest without shards; owns memory until released. `provenance` is the text of a JSON
 * object, copied; NULL stands for an empty one. STATUS_USAGE for a shape out of range,
 * STATUS_FAILED for text that is not a JSON object.
 */
MUST_USE enum status dataset_manifest_init(struct dataset_manifest *manifest,
                                           struct shard_shape shape, const char *provenance,
                                           struct error *error);

/*
 * Adds a finished shard, all of it copied. Its file is a relative path of UTF-8 without empty, "."
 * or ".." parts and without control characters, and it has rows and bytes; else STATUS_FAILED.
 */
MUST_USE enum status dataset_manifest_add(struct dataset_manifest *manifest,
                                          const struct dataset_shard *shard, struct error *error);

/* Appends the text. STATUS_FAILED when there are no shards or two have the same file. */
MUST_USE enum status dataset_manifest_write(const struct dataset_manifest *manifest,
                                            struct buffer *text, struct error *error);

/*
 * Reads a text back, all of it checked: every member of the right kind and range, digests, paths
 * as above, no file twice, rows that add up. Makes *manifest on success, which is to be released,
 * and leaves nothing behind on failure. STATUS_NOT_OURS for another format, STATUS_CORRUPT for
 * anything else that is wrong; `name` is the text's, for the sentence.
 */
MUST_USE enum status dataset_manifest_parse(struct dataset_manifest *manifest, struct view text,
                                            const char *name, struct error *error);

/* Frees; harmless when zeroed. */
void dataset_manifest_release(struct dataset_manifest *manifest);

#endif
