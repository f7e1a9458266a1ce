/*
 * s3_object - puts one file as one object.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_S3_OBJECT_H
#define TOOLS_S3_S3_OBJECT_H

#include "tools/s3/s3_client.h"
#include "tools/s3/upload_item.h"

/* The largest object one PUT may make ("Amazon S3 multipart upload limits"): 5 GiB. */
#define S3_OBJECT_LARGEST_PUT ((uint64_t)5 << 30)

/*
 * Puts the item's file at its key. The file is hashed first: the hash is signed, so that the
 * server checks what arrives, and is kept as the object's metadata "sha256". Memory does not grow
 * with the file.
 *
 * Size, modification time and inode are compared before, between attempts and after; a file that
 * changed is put again from the start, and STATUS_FAILED when it keeps changing. A file over 5 GiB
 * is refused. Other failures are those of s3_client_send; the sentence begins with the path.
 */
MUST_USE enum status s3_object_put(struct s3_client *client, struct upload_result *result,
                                   const struct upload_item *item, struct error *error);

#endif
