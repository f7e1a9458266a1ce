/*
 * multipart_start - what comes before the first part of an upload: the hash of the whole file, the
 * upload that an earlier run left, or a new one.
 *
 * A part of multipart_upload.c, with the state that both share.
 *
 * Thread rule: as multipart_upload.
 */
#ifndef TOOLS_S3_MULTIPART_START_H
#define TOOLS_S3_MULTIPART_START_H

#include "tools/s3/large_transfer.h"
#include "tools/s3/local_file.h"
#include "tools/s3/multipart_parts.h"

struct multipart_upload {
    struct large_transfer base;       /* first: it is cast back from it */
    const struct sync_action *action; /* borrowed, for as long as the transfer lasts */
    const char *key;                  /* its target */
    struct local_file file;
    struct multipart_parts parts;
    struct multipart_state state;
    struct header_list headers; /* the object is asked for with these */
    char sha256[SHA256_HEX_SIZE];
    char *upload_id;              /* owned */
    struct open_uploads *uploads; /* borrowed; NULL for none */
};

/* What users ask for the object; NULL for nothing. */
const struct object_options *multipart_start_asked(const struct transfer_worker *worker);

/*
 * Finds out how the file is cut, what its hash is, and what the object is asked for with. *changed
 * when the file became another meanwhile.
 */
MUST_USE enum status multipart_start_prepare(struct multipart_upload *upload,
                                             struct transfer_worker *worker, bool *changed,
                                             struct error *error);

/*
 * Goes on with the upload that is remembered, when it is one of the same content and options, and
 * else ends it; upload->upload_id is NULL where a new one is needed. *complete: it is not there any
 * more, but the object is.
 */
MUST_USE enum status multipart_start_go_on(struct multipart_upload *upload,
                                           struct transfer_worker *worker,
                                           struct sync_result *result, bool *complete,
                                           struct error *error);

/* Begins a new upload, and remembers it. */
MUST_USE enum status multipart_start_create(struct multipart_upload *upload,
                                            struct transfer_worker *worker,
                                            struct sync_result *result, struct error *error);

#endif
