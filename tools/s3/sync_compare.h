/*
 * sync_compare - whether two contents are equal, and why not.
 *
 * Sizes first. Then, until one step decides:
 *   1. SHA-256 of both, where it is known: of a file from the cache or by reading it, of an object
 *      from the cache or, by a HEAD, from its metadata "sha256".
 *   2. Two objects with the same ETag are equal.
 *   3. An ETag that is an MD5 against the file's MD5; the ETag of a multipart upload against the
 *      file's, cut into parts as the object was.
 *   4. With --checksum the object is downloaded for its SHA-256.
 * What none of them decides counts as changed. Times of change are never looked at, but to know
 * whether a file of the cache is the same file.
 *
 * Thread rule: one thread at a time per struct sync_compare (its readers have the same rule).
 */
#ifndef TOOLS_S3_SYNC_COMPARE_H
#define TOOLS_S3_SYNC_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "tools/s3/bucket_reader.h"
#include "formats/base/file_state.h"
#include "tools/s3/sync_cache.h"

enum sync_compare_mode {
    SYNC_COMPARE_CONTENT,  /* the default */
    SYNC_COMPARE_SIZE,     /* --size-only: equal sizes are equal contents */
    SYNC_COMPARE_CHECKSUM, /* --checksum: the cache is not asked, and objects are downloaded where
                              nothing they come with proves what they hold */
};

struct sync_compare {
    enum sync_compare_mode mode;
    struct sync_cache *cache; /* borrowed; NULL for none */
};

/* One side of a comparison: a file, or an object. */
struct sync_content {
    const char *path;             /* borrowed; NULL for an object */
    struct file_state state;      /* of the file */
    struct bucket_reader *reader; /* of the object; the rest of these three are its */
    const char *key;
    const char *etag;
    uint64_t size;                /* of either */
    char sha256[SHA256_HEX_SIZE]; /* "" until it is known: comparing fills it in */
};

/*
 * Decides what needs neither reading nor asking: by size, identity, ETags of two objects, and what
 * the cache knows. False when that is not enough; hashes found in the cache are filled in then.
 */
MUST_USE bool sync_compare_at_once(const struct sync_compare *compare, bool *equal,
                                   const char **reason, struct sync_content *source,
                                   struct sync_content *target);

/*
 * Compares. *reason is a literal that tells why they are equal or not ("unchanged",
 * "changed: size", "changed: content", "changed: cannot be compared"). A file that cannot be read,
 * or changes meanwhile, is STATUS_FAILED with a sentence; a request that fails for good or for all
 * its attempts returns its own.
 */
MUST_USE enum status sync_compare_contents(const struct sync_compare *compare, bool *equal,
                                           const char **reason, struct sync_content *source,
                                           struct sync_content *target, struct error *error);

#endif
