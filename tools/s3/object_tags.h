/*
 * object_tags - the tags of an object, from one object to another where no server copies them.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_OBJECT_TAGS_H
#define TOOLS_S3_OBJECT_TAGS_H

#include "tools/s3/header_list.h"
#include "tools/s3/object_options.h"
#include "tools/s3/s3_client.h"
#include "tools/s3/sync_action.h"

/*
 * Adds x-amz-tagging with the tags of the object that `client` was asked for last, by HEAD or GET:
 * when that answer counts some (x-amz-tagging-count, which S3 tells whoever may read them), they
 * are asked for. Nothing is added when `options` (may be NULL) set tags. Uses client->response.
 */
MUST_USE enum status object_tags_carry(struct header_list *headers, struct s3_client *client,
                                       struct sync_result *result, const char *key,
                                       const struct object_options *options, struct error *error);

/* "name=value&name=value", percent-encoded, of GetObjectTagging's answer; false for another. */
MUST_USE bool object_tags_read(struct buffer *tags, struct view body);

#endif
