/*
 * sync_action_line - an action as people read it: what --dry-run prints and -v tells.
 *
 *     upload out/a.hdf5 -> s3://bucket/set/a.hdf5 (new)
 *     download s3://bucket/set/a.hdf5 -> out/a.hdf5 (changed: size)
 *     copy s3://bucket/a -> s3://other/a (new)
 *     delete s3://bucket/set/b.hdf5 (not in the source)
 *     abort s3://bucket/set/d.hdf5 (unfinished upload)
 *     skip out/c.hdf5 -> s3://bucket/set/c.hdf5 (unchanged)
 *
 * Line feeds and other control characters in names are shown as "\n" and "\x1b", a backslash as
 * "\\", so that an action is one line.
 */
#ifndef TOOLS_S3_SYNC_ACTION_LINE_H
#define TOOLS_S3_SYNC_ACTION_LINE_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/sync_action.h"

/*
 * Appends the line without a line feed, with a NUL that is not counted in size. The buckets are
 * NULL for a folder.
 */
MUST_USE enum status sync_action_line_append(struct buffer *line, const struct sync_action *action,
                                             const char *source_bucket, const char *target_bucket,
                                             struct error *error);

#endif
