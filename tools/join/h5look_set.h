/*
 * h5look_set - the shards of one folder, and what was found out about them.
 *
 * Thread rule: one thread at a time per set.
 */
#ifndef TOOLS_JOIN_H5LOOK_SET_H
#define TOOLS_JOIN_H5LOOK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "formats/h5/shard_name.h"
#include "tools/join/h5look_duplicates.h"
#include "tools/join/h5look_faults.h"
#include "tools/join/h5look_statistics.h"

struct h5look_file {
    char *path;                        /* owned */
    char *name;                        /* owned: the path from the set's folder */
    const struct dataset_shard *named; /* what dataset.json says of it, or NULL */
    uint64_t bytes;
    bool looked; /* opened: format, shape, rows are known */
    enum shard_format format;
    struct shard_shape shape;
    uint64_t rows;
    char *fault; /* owned: the sentence about what is wrong with the file, or NULL */
    enum status fault_status;
    unsigned char digest[SHA256_SIZE]; /* of the file, once verified */
    unsigned char datasets[SHARD_DATASETS][SHA256_SIZE];
};

struct h5look_set {
    char *folder;              /* owned */
    bool whole_folder;         /* else some of its files were named */
    struct h5look_file *files; /* owned */
    size_t count, capacity;
    bool has_manifest;
    struct dataset_manifest manifest;
    char *manifest_fault; /* owned: what is wrong with dataset.json, or NULL */
    char *intruder; /* owned: a name in the folder with "training" that is no shard, or NULL */
    /* Made by h5look_scan. */
    uint64_t rows, bytes;
    size_t damaged; /* files with a fault */
    bool shapes_differ, formats_differ, provenances_differ;
    char *provenance; /* owned: of the first file, else of dataset.json; NULL for none */
    struct h5look_ids ids;
    struct h5look_statistics statistics;
    struct h5look_duplicates duplicates;
    struct h5look_faults faults;
};

struct h5look_sets {
    struct h5look_set *items; /* owned */
    size_t count, capacity;
};

/*
 * Finds the sets of files and folders, those below a folder as well: a set for each folder that has
 * shards or a dataset.json. STATUS_FAILED when there is nothing by a name, or no shard in it.
 */
MUST_USE enum status h5look_sets_find(struct h5look_sets *sets, char *const *paths, size_t count,
                                      struct error *error);

/* Frees; harmless when zeroed. */
void h5look_sets_release(struct h5look_sets *sets);

/* Whether trainers that look for "training" in names read the file. */
bool h5look_file_is_training(const struct h5look_file *file);

#endif
