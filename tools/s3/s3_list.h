/*
 * s3_list - the objects of a bucket, page by page (ListObjectsV2).
 *
 * Keys come percent-encoded (encoding-type=url), so that every key survives XML, and are told
 * decoded. A page is checked as a whole before any of it is told; then its objects are told one by
 * one, and its memory is given back before the next is asked for.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_S3_LIST_H
#define TOOLS_S3_S3_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/s3_client.h"

/* Objects a page; no server gives more. */
#define S3_LIST_PAGE 1000

/* Valid during the call that tells it. */
struct s3_list_object {
    const char *key;  /* decoded; never empty */
    const char *etag; /* without quotes; "" when the server tells none */
    uint64_t size;
};

/* Told each object. Not STATUS_OK ends the listing with that status. */
typedef enum status s3_list_function(void *context, const struct s3_list_object *object,
                                     struct error *error);

/* What comes with a page. */
struct s3_list_page {
    bool truncated;      /* more pages follow */
    struct buffer token; /* owned: to ask for the next one, with a NUL behind; empty at the end */
    uint64_t count;      /* objects on this page */
    bool url_encoded;
};

/*
 * Reads the body of an answer and tells its objects. STATUS_CORRUPT, before anything is told, when
 * it is no ListBucketResult, is damaged, has a key that does not begin with `prefix` (a server that
 * ignores the prefix must not decide what is deleted), a size that is no number, or says that more
 * follows without saying how to ask for it.
 */
MUST_USE enum status s3_list_read_page(struct s3_list_page *page, struct view body,
                                       const char *prefix, s3_list_function *function,
                                       void *context, struct error *error);

/* Frees; harmless when zeroed. */
void s3_list_page_release(struct s3_list_page *page);

/*
 * Lists every object whose key begins with `prefix`; for a folder of keys that ends in a slash, so
 * that "foo/" never finds "foo2". At most `most` of them, 0 for all. *answer is that of the last
 * request. The function may use the client. A page that is damaged is asked for again.
 */
MUST_USE enum status s3_list_objects(struct s3_client *client, struct s3_answer *answer,
                                     const char *prefix, uint64_t most, s3_list_function *function,
                                     void *context, struct error *error);

#endif
