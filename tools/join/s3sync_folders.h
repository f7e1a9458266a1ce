/*
 * s3sync_folders - where s3sync keeps what it does not keep in the target.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_JOIN_S3SYNC_FOLDERS_H
#define TOOLS_JOIN_S3SYNC_FOLDERS_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/join/s3sync_options.h"
#include "tools/join/s3sync_run.h"

/* The folder of temporary files. */
const char *s3sync_folders_temporary(const struct s3sync_environment *environment);

/* Appends the folder for what is known of unfinished uploads, and a NUL; "" when there is none. */
MUST_USE enum status s3sync_folders_state(struct buffer *folder,
                                          const struct s3sync_environment *environment,
                                          struct error *error);

/* Appends the path of the cache, and a NUL; "" for none. */
MUST_USE enum status s3sync_folders_cache(struct buffer *path, const struct s3sync_options *options,
                                          const struct s3sync_environment *environment,
                                          struct error *error);

#endif
