/*
 * file_upload - one file as one object: by one PUT, or in parts when it is large.
 */
#ifndef TOOLS_S3_FILE_UPLOAD_H
#define TOOLS_S3_FILE_UPLOAD_H

#include "tools/s3/large_transfer.h"

/* The largest object one PUT may make ("Amazon S3 multipart upload limits"): 5 GiB. */
#define FILE_UPLOAD_LARGEST_PUT ((uint64_t)5 << 30)

/*
 * Uploads action->source to the key action->target. The file is hashed first: the hash is signed,
 * so that the server checks what arrives, and is kept as the object's metadata "sha256". From
 * options.multipart_threshold on, and above 5 GiB in any case, *large is set instead.
 *
 * Size, modification time and inode are compared before, between attempts and after: *changed when
 * the file became another. An answer that tells another checksum than ours is none. With
 * --no-overwrite an object that exists stays: result->kept, unless it is equal.
 */
MUST_USE enum status file_upload(struct transfer_worker *worker, struct sync_result *result,
                                 struct large_transfer **large, bool *changed,
                                 const struct sync_action *action, struct error *error);

#endif
