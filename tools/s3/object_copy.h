/*
 * object_copy - one object as another: by the server where it can, else through this machine.
 */
#ifndef TOOLS_S3_OBJECT_COPY_H
#define TOOLS_S3_OBJECT_COPY_H

#include "tools/s3/large_transfer.h"

/* The largest object CopyObject may make ("Amazon S3 multipart upload limits"): 5 GiB. */
#define OBJECT_COPY_LARGEST ((uint64_t)5 << 30)

/*
 * Copies the key action->source of the source's bucket to the key action->target. Metadata and the
 * headers that describe the content are kept. The object must still have the ETag that was listed.
 *
 * One server, up to options.copy_threshold bytes: CopyObject. Above, UploadPartCopy. Where the two
 * sides are different servers, or the server does not copy, the bytes come here and go again, piece
 * by piece through temporary files without names.
 */
MUST_USE enum status object_copy(struct transfer_worker *worker, struct sync_result *result,
                                 struct large_transfer **large, bool *changed,
                                 const struct sync_action *action, struct error *error);

#endif
