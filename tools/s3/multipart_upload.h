/*
 * multipart_upload - one file as one object, in parts that several workers send.
 *
 * The file is hashed once as a whole, since the object's metadata must be known before the first
 * part; each part is hashed again just before it is sent, which finds it in memory. An upload that
 * an earlier run left unfinished goes on when content and options are the same (multipart_state.h):
 * what the server lists as we remember it is not sent again.
 *
 * The file's state is compared with what it was before and after each part and before the end; one
 * that changed is never completed. Complete's answer is read, and then the object is asked for.
 */
#ifndef TOOLS_S3_MULTIPART_UPLOAD_H
#define TOOLS_S3_MULTIPART_UPLOAD_H

#include "tools/s3/large_transfer.h"
#include "tools/s3/local_file.h"

/*
 * Begins, or goes on with, the upload of an open file, which it takes over in every case. STATUS_OK
 * with *large set; with NULL when the object turned out to be there already, as the end of an
 * earlier run. *changed as in transfer_calls.
 */
MUST_USE enum status multipart_upload_begin(struct transfer_worker *worker,
                                            struct sync_result *result,
                                            struct large_transfer **large, bool *changed,
                                            const struct sync_action *action,
                                            struct local_file *file, struct error *error);

#endif
