/*
 * multipart_hash - the hash of a whole file and those of its parts, in one pass over it.
 *
 * Thread rule: as multipart_parts; none of the parts is being sent yet.
 */
#ifndef TOOLS_S3_MULTIPART_HASH_H
#define TOOLS_S3_MULTIPART_HASH_H

#include <stdbool.h>

#include "tools/s3/local_file.h"
#include "tools/s3/multipart_parts.h"
#include "tools/s3/transfer_worker.h"

/*
 * Hashes parts->plan.size bytes of an open file with the worker's scratch memory. Where the
 * processor hashes two streams in hardly more time than one, and no CRC is asked for, the parts'
 * hashes come with it (parts->parts[].sha256); else they are left as they are, for whoever sends
 * the part. STATUS_FAILED when the file cannot be read, the run stops, or, with *ended set, the
 * file is shorter.
 */
MUST_USE enum status multipart_hash_file(struct multipart_parts *parts, char whole[SHA256_HEX_SIZE],
                                         bool *ended, struct transfer_worker *worker,
                                         const struct local_file *file, struct error *error);

#endif
