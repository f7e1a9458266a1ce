/*
 * multipart_documents - the XML documents of multipart uploads.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_MULTIPART_DOCUMENTS_H
#define TOOLS_S3_MULTIPART_DOCUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/content_checksum.h"
#include "tools/s3/multipart_requests.h"

/* Begins the body of CompleteMultipartUpload. */
MUST_USE enum status multipart_documents_begin(struct buffer *document, struct error *error);

/* Adds a part, in ascending order; `checksum` "" for none. */
MUST_USE enum status multipart_documents_add_part(struct buffer *document, unsigned number,
                                                  const char *etag,
                                                  enum content_checksum_algorithm algorithm,
                                                  const char *checksum, struct error *error);

MUST_USE enum status multipart_documents_end(struct buffer *document, struct error *error);

/*
 * The upload id in the answer of CreateMultipartUpload, the caller's to free; NULL when the body is
 * something else (or memory is short).
 */
char *multipart_documents_upload_id(struct view body);

/* Reads the answer of CompleteMultipartUpload; false when the body is something else. */
bool multipart_documents_completion(struct multipart_completion *completion, struct view body,
                                    enum content_checksum_algorithm algorithm);

/* A page of ListParts. */
struct multipart_documents_page {
    bool is_page; /* false: the body is something else */
    bool truncated;
    unsigned next_marker;
};

/* Reads a page and tells its parts; numbers out of 1 to 10,000 make it none. */
void multipart_documents_parts(struct multipart_documents_page *page, struct view body,
                               multipart_part_function *function, void *context);

/* The ETag of UploadPartCopy's or CopyObject's answer, the caller's to free; NULL when absent. */
char *multipart_documents_copy_etag(struct view body);

/* The checksum of a part that the server copied, from CopyPartResult; false when there is none. */
MUST_USE bool multipart_documents_copy_checksum(struct content_checksum *checksum, struct view body,
                                                enum content_checksum_algorithm algorithm);

#endif
