/*
 * object_headers - what an object carries besides its content, from one object to another.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_OBJECT_HEADERS_H
#define TOOLS_S3_OBJECT_HEADERS_H

#include "tools/s3/header_list.h"
#include "tools/s3/http.h"
#include "tools/s3/object_options.h"
#include "tools/s3/s3_session.h"

/*
 * Adds, from the answer to a HEAD or GET, the metadata and the headers that describe the content
 * (Content-Type, Cache-Control, ...), but for what `options` (may be NULL) set otherwise; then what
 * they ask for.
 */
MUST_USE enum status object_headers_carry(struct header_list *headers,
                                          const struct http_response *response,
                                          const struct object_options *options,
                                          struct error *error);

/*
 * Adds x-amz-copy-source for a key of the source's bucket, that it must have that ETag ("" for
 * any), and that the bucket must belong to whom all requests to it expect.
 */
MUST_USE enum status object_headers_name_source(struct header_list *headers,
                                                const struct s3_session *source, const char *key,
                                                const char *etag, struct error *error);

#endif
