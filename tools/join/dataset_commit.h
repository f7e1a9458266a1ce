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

#define DATASET_COMMIT_NAME "dataset.json"

/* Writes "<folder>/<file>" as a line and flushes: whoever reads the list may use the file now. */
MUST_USE enum status dataset_commit_list(struct byte_sink *list, const char *folder,
                                         const char *file, struct error *error);

/* How many HDF5 files lie in the folder; 0 when it cannot be read. */
unsigned dataset_commit_count_shards(const char *folder);

/*
 * Looks for HDF5 files in the folder that the manifest does not name: a trainer would read them
 * along. They are STATUS_FAILED, or are removed, with a note for each.
 */
MUST_USE enum status dataset_commit_check_folder(const char *folder,
                                                 const struct dataset_manifest *manifest,
                                                 bool remove_others,
                                                 const struct messages *messages,
                                                 struct error *error);

/* Publishes the manifest as dataset.json in the folder and writes its path to the list. */
MUST_USE enum status dataset_commit_write(const char *folder,
                                          const struct dataset_manifest *manifest,
                                          struct byte_sink *list, struct error *error);

#endif
