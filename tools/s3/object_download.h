/*
 * object_download - one object as one file that appears only when it is whole and verified.
 */
#ifndef TOOLS_S3_OBJECT_DOWNLOAD_H
#define TOOLS_S3_OBJECT_DOWNLOAD_H

#include "tools/s3/large_transfer.h"

/*
 * Downloads the key action->source to the path action->target. The object must still have the ETag
 * that was listed. Its content is verified against its metadata "sha256", else against
 * action->sha256, else against its ETag where that is an MD5, or one of parts whose size the server
 * tells; not under SSE-KMS and SSE-C. What does not fit, or is longer than it should be, is fetched
 * once more. When it is another object meanwhile, *changed, unless the
 * action is a commit file, which waits_for_all: that would be one of other files. From
 * options.multipart_threshold on *large is set: ranges come side by side, and the file is hashed
 * when they are there.
 */
MUST_USE enum status object_download(struct transfer_worker *worker, struct sync_result *result,
                                     struct large_transfer **large, bool *changed,
                                     const struct sync_action *action, struct error *error);

#endif
