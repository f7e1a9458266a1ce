/*
 * foreign_files - files that a trainer would open with a data set although its manifest does not
 * name them.
 *
 * Trainers open what has "training" in its name, or ends as shards do (.hdf5, .h5, .tfrecord), in
 * the folder of a data set. Those of TensorFlow open everything in the folder of the shards, which
 * lies below that of dataset.json, but hidden files; MLPerf's what has "part" in its name.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_FOREIGN_FILES_H
#define TOOLS_MLMPREP_FOREIGN_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"
#include "tools/mlmprep/named_files.h"

/* Whether a trainer would open a file of this name; folders before it do not count. */
bool foreign_files_is_opened(const char *path);

/* Whether a trainer would open a file, by its path from the data set's folder, that is not named.
 */
bool foreign_files_is_foreign(const struct named_files *named, const char *file);

/* Whether a name ends as those of shards do. */
bool foreign_files_has_ending(const char *path);

/* Told the path of such a file from the data set's folder. Not STATUS_OK ends the search. */
typedef enum status foreign_files_function(void *context, const char *file, struct error *error);

/*
 * Looks for such files in a data set's folder, and in those below it in which files of the manifest
 * lie, by name.
 */
MUST_USE enum status foreign_files_find(const char *folder, const struct dataset_manifest *manifest,
                                        foreign_files_function *function, void *context,
                                        struct error *error);

#endif
