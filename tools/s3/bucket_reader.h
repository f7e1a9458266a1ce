/*
 * bucket_reader - what a plan asks of a bucket: listings, heads, small objects, hashes.
 *
 * An interface, so that decisions can be tested without a server; bucket_reader_init makes the real
 * one, which sends its requests with one s3_client of its own. Answers to "does this exist" and
 * "what do you know about it" are data; only what makes further planning senseless is an error.
 *
 * Thread rule: one thread at a time per reader.
 */
#ifndef TOOLS_S3_BUCKET_READER_H
#define TOOLS_S3_BUCKET_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "tools/s3/s3_client.h"
#include "tools/s3/s3_list.h"
#include "tools/s3/sync_action.h"

/* What a HEAD told about an object. */
struct object_head {
    bool exists; /* false as well when we are not allowed to ask: then `denied` */
    bool denied;
    uint64_t size;
    char etag[SYNC_ACTION_ETAG_SIZE]; /* without quotes */
    char sha256[SHA256_HEX_SIZE];     /* of the metadata "sha256"; "" when there is none */
    bool encrypted_etag; /* under SSE-KMS or SSE-C: the ETag is no MD5, whatever it looks like */
};

struct bucket_reader;

struct bucket_reader_calls {
    /*
     * Tells every object whose key begins with `prefix`, at most `most` of them (0: all). *denied,
     * with STATUS_OK, nothing told and why in *error, when the server does not let us list.
     */
    enum status (*list)(struct bucket_reader *reader, bool *denied, const char *prefix,
                        uint64_t most, s3_list_function *function, void *context,
                        struct error *error);
    enum status (*head)(struct bucket_reader *reader, struct object_head *head, const char *key,
                        struct error *error);
    /* The size of an object's first part; 0 when the server does not tell. */
    enum status (*part_size)(struct bucket_reader *reader, uint64_t *size, const char *key,
                             struct error *error);
    /* Appends a whole object; *found is false when it is not there, larger than limit, or denied.
     */
    enum status (*read)(struct bucket_reader *reader, struct buffer *content, bool *found,
                        const char *key, size_t limit, struct error *error);
    /* Downloads an object of `size` bytes for its hash; "" when it is not the one with `etag`. */
    enum status (*hash)(struct bucket_reader *reader, char sha256[SHA256_HEX_SIZE], const char *key,
                        const char *etag, uint64_t size, struct error *error);
    /* Makes another reader of the same bucket, for another thread; NULL where there can be none. */
    enum status (*another)(struct bucket_reader *made, const struct bucket_reader *like,
                           struct error *error);
    /* Frees one that `another` made. */
    void (*release)(struct bucket_reader *reader);
};

struct bucket_reader {
    const struct bucket_reader_calls *calls;
    const char *endpoint; /* borrowed; names the server in the cache: a URL, or "aws" */
    const char *bucket;   /* borrowed */
    /* Of the real one: */
    struct s3_client client;
    bool head_denied; /* asking again would be answered alike */
};

/*
 * The reader of a session's bucket. `endpoint` is the URL the user gave, NULL for AWS. Both are
 * borrowed.
 */
MUST_USE enum status bucket_reader_init(struct bucket_reader *reader, struct s3_session *session,
                                        const char *endpoint, struct error *error);

/* Frees; harmless when zeroed. */
void bucket_reader_release(struct bucket_reader *reader);

#endif
