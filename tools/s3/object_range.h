/*
 * object_range - the bytes of an object, or a range of them, into an open file.
 *
 * A connection that is cut goes on where it stopped (Range), and only with the same object
 * (If-Match). So does an answer that is shorter than what was asked for; one with another range is
 * asked for again.
 *
 * Thread rule: one thread at a time per client and range.
 */
#ifndef TOOLS_S3_OBJECT_RANGE_H
#define TOOLS_S3_OBJECT_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/s3/content_hash.h"
#include "tools/s3/object_facts.h"
#include "tools/s3/s3_client.h"
#include "tools/s3/sync_action.h"

#define OBJECT_RANGE_WHOLE UINT64_MAX

/* What comes with the bytes. */
struct object_range_facts {
    char sha256[SHA256_HEX_SIZE];      /* of the metadata; "" for none */
    char etag[OBJECT_FACTS_ETAG_SIZE]; /* without quotes */
    bool encrypted_etag;               /* under SSE-KMS or SSE-C: the ETag is no MD5 */
};

struct object_range {
    const char *key;
    const char *etag; /* it must have this one, without quotes; "" for any */
    uint64_t offset;  /* in the object */
    uint64_t length;  /* OBJECT_RANGE_WHOLE: from offset 0 to its end */
    uint64_t size;    /* of the object with that ETag, where the whole of it is asked for */
    int descriptor;   /* where the bytes go */
    uint64_t file_offset;
    const char *path;              /* of that file, for messages */
    struct content_hasher *hasher; /* takes the bytes in; NULL for none */
    /* Filled: */
    uint64_t got; /* bytes */
    struct object_range_facts facts;
    bool gone;     /* the object is not there any more, or is another one */
    bool ignored;  /* the server knows no ranges: it sends the whole object */
    bool too_long; /* more came than the object is long */
    /* Own: */
    struct s3_client *client;
    bool disk_full;
    bool fresh;   /* no byte of this attempt has come yet */
    bool foreign; /* an answer without ETag, not an S3 server's: its body is dropped */
};

/* Gets the bytes. The caller sets all before "Filled"; the rest is zeroed. */
MUST_USE enum status object_range_get(struct object_range *range, struct s3_client *client,
                                      struct sync_result *result, struct error *error);

#endif
