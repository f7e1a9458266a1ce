/*
 * docshard_folder - the folder that shards go to, and what is in it already.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_DOCSHARD_FOLDER_H
#define TOOLS_JOIN_DOCSHARD_FOLDER_H

#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/*
 * The paths of the shards of `name` in the folder whose numbers are not below those counts, each
 * ended by a NUL, in no order: readers that look for the name would take them for part of the set.
 */
MUST_USE enum status docshard_folder_others(const char *folder, const char *name, size_t training,
                                            size_t test, struct buffer *paths, struct error *error);

/* Removes the files of such a list. */
MUST_USE enum status docshard_folder_remove(const struct buffer *paths, struct error *error);

/* Raises the process's limit of open files to `files` and some, or says what to do. */
MUST_USE enum status docshard_folder_allow_files(size_t files, struct error *error);

#endif
