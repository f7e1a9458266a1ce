/*
 * multipart_copy - one large object as another, in parts: by the server (UploadPartCopy) or
 * through this machine.
 */
#ifndef TOOLS_S3_MULTIPART_COPY_H
#define TOOLS_S3_MULTIPART_COPY_H

#include "tools/s3/large_transfer.h"

/*
 * Begins; as object_copy does with a large object. Metadata, headers and tags of the source are
 * carried over. A source without our SHA-256 is cut as it was made, where the server tells how:
 * then the copy has the same ETag, by which a later run knows it.
 */
MUST_USE enum status multipart_copy_begin(struct transfer_worker *worker,
                                          struct sync_result *result, struct large_transfer **large,
                                          bool *changed, const struct sync_action *action,
                                          bool by_server, struct error *error);

#endif
