/*
 * named_files - the names of a manifest's files, sorted, to be asked for.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_MLMPREP_NAMED_FILES_H
#define TOOLS_MLMPREP_NAMED_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"

struct named_files {
    const char **names; /* owned; each borrowed from the manifest */
    size_t count;
};

/* Makes *files on success, to be released, and good as long as the manifest is. */
MUST_USE enum status named_files_init(struct named_files *files,
                                      const struct dataset_manifest *manifest, struct error *error);

/* Whether the manifest names a file. */
bool named_files_has(const struct named_files *files, const char *name);

/* Whether the manifest names any file whose path begins so. */
bool named_files_has_beginning(const struct named_files *files, struct view beginning);

/* Frees; harmless when zeroed. */
void named_files_release(struct named_files *files);

#endif
