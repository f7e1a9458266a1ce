/*
 * endpoint - where requests go: scheme, host, and how the bucket is named in them.
 *
 * Two styles: the bucket in the host (https://bucket.s3.region.amazonaws.com/key, "virtual host")
 * or in the path (http://host:port/bucket/key). AWS wants the first; it does not work with dots in
 * the bucket's name under TLS, and other servers seldom know it.
 *
 * Thread rule: an endpoint is only read.
 */
#ifndef TOOLS_S3_ENDPOINT_H
#define TOOLS_S3_ENDPOINT_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum endpoint_style {
    /* In the host for amazonaws.com without a path and a bucket without dots, else in the path. */
    ENDPOINT_AUTOMATIC,
    ENDPOINT_PATH,
    /* In the host, but not before an IP address, nor with dots under TLS: then in the path. */
    ENDPOINT_VIRTUAL_HOST,
};

/* Where a service is asked for; texts are borrowed. */
struct endpoint_place {
    const char *url;    /* "http://127.0.0.1:7480", with an optional path; NULL for AWS's own */
    const char *region; /* names AWS's own address */
    enum endpoint_style style;
    bool dual_stack; /* AWS's own address that has IPv6 too */
    bool fips;       /* AWS's own address with FIPS 140 cryptography */
};

struct endpoint {
    char *scheme; /* owned: "http" or "https" */
    char *host;   /* owned: host[:port] as the Host header has it, the bucket's name in it or not */
    char *base_path; /* owned: what goes before the key: "" or "/bucket", percent-encoded */
    bool of_aws;     /* derived from the region, and so to be derived again when that changes */
};

/*
 * The endpoint of a bucket at place->url, or at AWS's own address for the region. STATUS_USAGE when
 * the URL makes no sense, or when dual stack or FIPS are asked of a URL or of a region that has
 * none.
 */
MUST_USE enum status endpoint_init(struct endpoint *endpoint, const struct endpoint_place *place,
                                   const char *bucket, struct error *error);

/*
 * The endpoint of STS likewise: a base_path without a bucket, place->style does not matter. AWS's
 * own is regional ("AWS STS Regional endpoints", AWS SDKs and tools reference).
 */
MUST_USE enum status endpoint_init_sts(struct endpoint *endpoint,
                                       const struct endpoint_place *place, struct error *error);

/* Appends the path of a request for a key, percent-encoded; with the NUL not counted in size. */
MUST_USE enum status endpoint_append_path(struct buffer *path, const struct endpoint *endpoint,
                                          const char *key, struct error *error);

/*
 * Takes scheme and host from the Location of a redirect ("https://host/path"), and keeps the way
 * the bucket is named when the new host has it in front or its path begins with it. False, with the
 * endpoint untouched, when the location is of no use: relative, other than http, from https to
 * http, or the host as before.
 */
MUST_USE bool endpoint_follow(struct endpoint *endpoint, const char *location, const char *bucket);

/* Copies; frees nothing on failure. */
MUST_USE enum status endpoint_copy(struct endpoint *to, const struct endpoint *from,
                                   struct error *error);

/* Frees; harmless when zeroed. */
void endpoint_release(struct endpoint *endpoint);

#endif
