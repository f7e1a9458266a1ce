/*
 * dataset_commit - the last step of a data set: dataset.json, and the list of what is finished.
 */
#ifndef TOOLS_JOIN_DATASET_COMMIT_H
#define TOOLS_JOIN_DATASET_COMMIT_H

#include <stdbool.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "tools/cli/messages.h"
#include "formats/base/file_state.h"
#include "tools/join/shard_format.h"

#define DATASET_COMMIT_NAME "dataset.json"

/* Writes "<folder>/<file>" as a line and flushes: whoever reads the list may use the file now. */
MUST_USE enum status dataset_commit_list(struct byte_sink *list, const char *folder,
                                         const char *file, struct error *error);

/* How many shards of a format lie in a corpus's folder, whoever wrote them. */
unsigned dataset_commit_count_shards(const char *folder, enum shard_format format);

/*
 * Looks for shards in the folder that the manifest does not name: a trainer would read them
 * along. They are STATUS_FAILED, or are removed, with a note for each.
 */
MUST_USE enum status dataset_commit_check_folder(const char *folder,
                                                 const struct dataset_manifest *manifest,
                                                 enum shard_format format, bool remove_others,
                                                 const struct messages *messages,
                                                 struct error *error);

/*
 * Reads what the folder's dataset.json tells: makes *manifest on success, which is to be released,
 * and leaves nothing behind on failure. STATUS_CORRUPT or STATUS_NOT_OURS for another file.
 */
MUST_USE enum status dataset_commit_read(struct dataset_manifest *manifest, const char *folder,
                                         struct error *error);

/*
 * STATUS_FAILED when the folder holds a finished data set whose rows were made in another way than
 * the provenance tells of, and which shards of that would take the place of.
 */
MUST_USE enum status dataset_commit_check_making(const char *folder, const char *provenance,
                                                 struct error *error);

/* Removes the folder's dataset.json, if there is one. */
MUST_USE enum status dataset_commit_remove(const char *folder, struct error *error);

/*
 * Whether the manifest's shards are what stands in the folder: the files with the states they were
 * published with, or files of the same content, as another run of the same job makes them.
 * STATUS_FAILED, naming the file, when something else has taken a shard's place.
 */
MUST_USE enum status dataset_commit_check_shards(const char *folder,
                                                 const struct dataset_manifest *manifest,
                                                 const struct file_state *states,
                                                 struct error *error);

/* Publishes the manifest as dataset.json in the folder and writes its path to the list. */
MUST_USE enum status dataset_commit_write(const char *folder,
                                          const struct dataset_manifest *manifest,
                                          struct byte_sink *list, struct error *error);

#endif
