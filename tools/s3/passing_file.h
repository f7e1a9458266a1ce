/*
 * passing_file - a temporary file without a name, for bytes on their way from one server to
 * another.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_PASSING_FILE_H
#define TOOLS_S3_PASSING_FILE_H

#include "tools/s3/object_range.h"
#include "tools/s3/transfer_worker.h"

/* Opens one in options.temporary_folder; it vanishes when it is closed. */
MUST_USE enum status passing_file_open(int *descriptor, const struct transfer_worker *worker,
                                       struct error *error);

/*
 * Opens one and gets a range of the source's object into it, hashed on the way. The caller fills
 * range as for object_range_get, but for descriptor, path and hasher, and closes the descriptor.
 */
MUST_USE enum status passing_file_fill(int *descriptor, struct content_hash *hash,
                                       struct object_range *range, struct transfer_worker *worker,
                                       enum content_checksum_algorithm algorithm,
                                       struct sync_result *result, struct error *error);

#endif
