/*
 * multipart_requests - the requests of a multipart upload, one function each.
 *
 * All add the attempts they took to result->attempts, and set result->hopeless where no other
 * request will do better. `key` is not encoded.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_MULTIPART_REQUESTS_H
#define TOOLS_S3_MULTIPART_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/s3/content_checksum.h"
#include "tools/s3/header_list.h"
#include "tools/s3/object_facts.h"
#include "tools/s3/open_uploads.h"
#include "tools/s3/s3_client.h"
#include "tools/s3/sync_action.h"

/* CreateMultipartUpload. *upload_id is the caller's to free. */
MUST_USE enum status multipart_create(struct s3_client *client, char **upload_id,
                                      struct sync_result *result, struct open_uploads *uploads,
                                      const char *key, const struct header_list *headers,
                                      struct error *error);

/* What one part is made of: a range of a file, or of another object. */
struct multipart_part {
    const char *key;
    const char *upload_id;
    unsigned number;                   /* from 1 */
    const struct header_list *headers; /* NULL for none */
    const char *payload_hash;
    int descriptor; /* UploadPart: the bytes are in this file */
    uint64_t offset;
    uint64_t length;
    s3_client_accept_function *accept;
    void *accept_context;
    s3_client_valid_function *still_valid;
    void *valid_context;
};

/* What a part failed for, besides the sentence. */
struct multipart_part_failure {
    bool gone;           /* there is no such upload (any more) */
    bool source_changed; /* UploadPartCopy: the source is another object, or none */
    bool refused;        /* UploadPartCopy: the server does not do that, or not for us */
};

/* UploadPart. *etag, as the server told it, is the caller's to free. */
MUST_USE enum status multipart_upload_part(struct s3_client *client, char **etag,
                                           struct sync_result *result,
                                           struct multipart_part_failure *failure,
                                           const struct multipart_part *part, struct error *error);

/* What UploadPartCopy is to tell, and told. */
struct multipart_copied {
    enum content_checksum_algorithm algorithm; /* of the upload */
    char *etag;                                /* the caller's to free */
    struct content_checksum checksum;
    bool has_checksum;
};

/*
 * UploadPartCopy: the headers name the source and its range. A server that does not tell the
 * checksum of the part refuses, as it were.
 */
MUST_USE enum status multipart_copy_part(struct s3_client *client, struct multipart_copied *copied,
                                         struct sync_result *result,
                                         struct multipart_part_failure *failure,
                                         const struct multipart_part *part, struct error *error);

/* Whether an answer refuses a copy that may well succeed as download and upload. */
bool multipart_copy_is_refused(const struct s3_answer *answer);

/* Told each part that the server has. */
typedef void multipart_part_function(void *context, unsigned number, uint64_t size,
                                     const char *etag);

/* ListParts, all pages. *gone: there is no such upload (any more), STATUS_OK. */
MUST_USE enum status multipart_list_parts(struct s3_client *client, struct sync_result *result,
                                          bool *gone, const char *key, const char *upload_id,
                                          multipart_part_function *function, void *context,
                                          struct error *error);

/* What Complete answered. */
struct multipart_completion {
    long http_status; /* of the last attempt */
    bool exists;      /* If-None-Match: there is an object */
    bool lost;        /* the upload is gone (it may be complete), or cannot be completed any more */
    bool hopeless;    /* refused for what no other request changes */
    char etag[OBJECT_FACTS_ETAG_SIZE]; /* without quotes; "" where the server tells none */
    char checksum[CONTENT_CHECKSUM_TEXT_SIZE];
};

/*
 * CompleteMultipartUpload with a body made by multipart_documents.h. A success whose body is an
 * error or none at all is tried again.
 */
MUST_USE enum status multipart_complete(struct s3_client *client,
                                        struct multipart_completion *completion,
                                        struct sync_result *result, const char *key,
                                        const char *upload_id, const struct header_list *headers,
                                        struct view body, enum content_checksum_algorithm algorithm,
                                        struct error *error);

/* AbortMultipartUpload; an upload that is not there is fine. */
MUST_USE enum status multipart_abort(struct s3_client *client, struct sync_result *result,
                                     const char *key, const char *upload_id, struct error *error);

#endif
