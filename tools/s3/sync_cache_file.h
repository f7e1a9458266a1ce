/*
 * sync_cache_file - the folder of the cache's file, for all that write into it.
 */
#ifndef TOOLS_S3_SYNC_CACHE_FILE_H
#define TOOLS_S3_SYNC_CACHE_FILE_H

#include "formats/base/status.h"

/* Makes the folder of `path`, and clears it of what killed runs left. */
MUST_USE enum status sync_cache_make_folder(const char *path, struct error *error);

#endif
