/*
 * s3sync_places - what the operands of s3sync name: sources, and one target.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_S3SYNC_PLACES_H
#define TOOLS_JOIN_S3SYNC_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "tools/s3/s3_url.h"

struct s3sync_source {
    const char *path;  /* borrowed; "-" for the list on standard input; NULL for a URL */
    struct s3_url url; /* owned */
};

struct s3sync_places {
    struct s3_url to;              /* owned */
    struct s3sync_source *sources; /* owned */
    size_t count;
    const char *source_bucket; /* of s3:// sources; borrowed from one of them; NULL for files */
};

/* Whether one of the operands is an s3:// URL. */
bool s3sync_places_need_bucket(char *const *operands, int count);

/*
 * Reads the operands; the last is the target, and without others the source is "-". `bucket` stands
 * for the missing one of "s3:///prefix"; NULL for none. STATUS_USAGE with a sentence for URLs that
 * make no sense, files and s3:// sources together, sources in two buckets, "-" twice, an empty
 * operand, a bucket that no operand needs.
 */
MUST_USE enum status s3sync_places_parse(struct s3sync_places *places, char *const *operands,
                                         int count, const char *bucket, struct error *error);

/* Frees; harmless when zeroed. */
void s3sync_places_release(struct s3sync_places *places);

#endif
