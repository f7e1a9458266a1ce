/*
 * finish_dataset - the dataset.json of a folder of finished shards.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_FINISH_DATASET_H
#define TOOLS_MLMPREP_FINISH_DATASET_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "tools/mlmprep/finish_shards.h"

/*
 * Makes the manifest of the shards of a set, all of them whole, as h5pack would; to be released.
 * `even` is the way in which shards were made equal, told in the provenance where that changed any;
 * NULL for none. STATUS_FAILED when shards were made in different ways.
 */
MUST_USE enum status finish_dataset_make(struct dataset_manifest *manifest,
                                         const struct finish_shards *shards, size_t set,
                                         const char *even, struct error *error);

/*
 * Refuses files in the folders of shards that a trainer would open and that are none of them:
 * STATUS_FAILED names one.
 */
MUST_USE enum status finish_dataset_check_folders(const struct finish_shards *shards,
                                                  struct error *error);

/*
 * Publishes dataset.json in the folder, unless it is there with these very bytes (*same), and
 * writes its path to the list.
 */
MUST_USE enum status finish_dataset_write(bool *same, const char *folder,
                                          const struct dataset_manifest *manifest,
                                          struct byte_sink *list, struct error *error);

#endif
