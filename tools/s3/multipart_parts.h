/*
 * multipart_parts - the parts of an upload that the server has, and what they make together.
 *
 * Used by uploads of files and by copies of objects.
 *
 * Thread rule: each part belongs to whoever sends it; the rest to whoever ends the upload.
 */
#ifndef TOOLS_S3_MULTIPART_PARTS_H
#define TOOLS_S3_MULTIPART_PARTS_H

#include "tools/s3/multipart_requests.h"
#include "tools/s3/multipart_state.h"
#include "tools/s3/object_options.h"
#include "tools/s3/part_plan.h"

struct multipart_parts {
    struct part_plan plan;
    enum content_checksum_algorithm algorithm;
    struct multipart_state_part *parts; /* owned: plan.count; one without etag is not there yet, one
                                           with sha256 need not be hashed when it is sent */
};

MUST_USE enum status multipart_parts_init(struct multipart_parts *parts,
                                          const struct part_plan *plan,
                                          enum content_checksum_algorithm algorithm,
                                          struct error *error);

/* Forgets all parts. */
void multipart_parts_clear(struct multipart_parts *parts);

/*
 * Completes the upload of the object `key` and asks the server what is there now. STATUS_FAILED
 * also when that is something else. With options->no_overwrite an object that exists is left as it
 * is: result->kept, unless it is the one we made. Fills result->etag and result->sha256. *lost when
 * the server cannot complete it any more, and the object is not there.
 */
MUST_USE enum status multipart_parts_complete(const struct multipart_parts *parts,
                                              struct s3_client *client, struct sync_result *result,
                                              bool *lost, const char *key, const char *upload_id,
                                              const char *sha256,
                                              const struct object_options *options,
                                              struct error *error);

/* Frees; harmless when zeroed. */
void multipart_parts_release(struct multipart_parts *parts);

#endif
