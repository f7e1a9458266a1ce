/*
 * object_options - what users may ask for the objects that are made: encryption, class, tags, ...
 *
 * Thread rule: checked by one thread, then only read.
 */
#ifndef TOOLS_S3_OBJECT_OPTIONS_H
#define TOOLS_S3_OBJECT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "tools/s3/content_checksum.h"
#include "tools/s3/header_list.h"

/* Texts are borrowed; NULL (or false, or 0) where nothing was asked. */
struct object_options {
    const char *sse;           /* --sse: "AES256", "aws:kms" or "aws:kms:dsse" */
    const char *sse_kms_key;   /* --sse-kms-key-id */
    const char *storage_class; /* --storage-class: "STANDARD_IA" */
    const char *acl;           /* --acl: "bucket-owner-full-control" */
    const char *content_type;  /* --content-type */
    const char *const *tags;   /* --tag: "name=value" each */
    size_t tag_count;
    const char *const *metadata; /* --metadata: "name=value" each */
    size_t metadata_count;
    bool no_overwrite;                         /* --no-overwrite: If-None-Match on PUT, Complete */
    enum content_checksum_algorithm algorithm; /* --checksum-algorithm */
    const char *request_payer;                 /* --request-payer: "requester" */
    const char *expected_bucket_owner;         /* --expected-bucket-owner: an account's number */
};

/* STATUS_USAGE with a sentence that names the option when one of them cannot be sent. */
MUST_USE enum status object_options_check(const struct object_options *options,
                                          struct error *error);

/*
 * Adds the headers that a new object is made with (PutObject, CreateMultipartUpload, CopyObject),
 * but for the metadata; `options` may be NULL.
 */
MUST_USE enum status object_options_add(struct header_list *headers,
                                        const struct object_options *options, struct error *error);

/* Adds the object's metadata: the hash of its content unless "", and what --metadata asked. */
MUST_USE enum status object_options_add_metadata(struct header_list *headers,
                                                 const struct object_options *options,
                                                 const char *sha256, struct error *error);

/* Adds the headers that every request needs: who pays, whose bucket it is. */
MUST_USE enum status object_options_add_always(struct header_list *headers,
                                               const struct object_options *options,
                                               struct error *error);

/* After a failure: adds to the sentence when it is --no-overwrite that the server does not know. */
void object_options_explain_refusal(const struct object_options *options, long http_status,
                                    struct error *error);

#endif
