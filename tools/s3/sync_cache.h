/*
 * sync_cache - hashes that were true once and can be trusted still, kept between runs.
 *
 * Two kinds of entries: the SHA-256 of a file as it was with this device, inode, size and
 * modification time; and that of an object as it was at this endpoint, bucket and key with this
 * ETag and size. Whatever changes in these makes another entry, so an old one never lies; it is
 * only of no use any more, and goes some time later (sync_cache_merge.h has the rule).
 *
 * The file (sync_cache_run.h) is looked up in place and never written in place: save merges it with
 * what the run has learnt (sync_cache_table.h) and puts the result in its place. So memory is
 * bounded, some 6 MiB and 1 MiB for each 10 million entries. Of runs at the same time, the last
 * keeps what the others saved before. A file that is not in the format counts as an empty cache,
 * and a damaged page of it as empty.
 *
 * Thread rule: any thread may look up and remember; open, save and release belong to one.
 */
#ifndef TOOLS_S3_SYNC_CACHE_H
#define TOOLS_S3_SYNC_CACHE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "formats/base/buffer.h"
#include "formats/base/file_state.h"
#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "tools/s3/sync_action.h"
#include "tools/s3/sync_cache_table.h"

struct sync_cache {
    char *path; /* owned; NULL for a cache that is not kept */
    bool is_open;
    int descriptor; /* owned: of the file, or -1 */
    dev_t device;   /* of the file */
    ino_t inode;
    uint32_t today;  /* counted from 1970 */
    uint64_t unused; /* SYNC_CACHE_UNUSED, but in tests */
    /* Told the name of the temporary file while save writes it; NULL, or to be set after open. */
    int (*remember)(const char *path);
    void (*forget)(int number);
    pthread_mutex_t mutex;
    /* Under the mutex: */
    struct sync_cache_run stored; /* the file's */
    struct sync_cache_pages pages;
    unsigned char *used;           /* owned: bits of the file's entries that were of use */
    struct sync_cache_table table; /* what this run learnt */
    bool changed;
};

/*
 * Opens the cache at `path` (NULL: starts empty, and save does nothing). A file that is missing,
 * damaged or unreadable is an empty cache. STATUS_FAILED for what is there and no file.
 */
MUST_USE enum status sync_cache_open(struct sync_cache *cache, const char *path,
                                     struct error *error);

/* Where the cache lies by default, from the values of XDG_CACHE_HOME and HOME (either may be NULL):
 * "<...>/mlmprep/s3sync.cache". Nothing is appended when there is no place. NUL not counted. */
MUST_USE enum status sync_cache_append_default_path(struct buffer *path, const char *cache_home,
                                                    const char *home, struct error *error);

/* The hash of a file in this state; false when it is not known. */
MUST_USE bool sync_cache_lookup_file(struct sync_cache *cache, char sha256[SHA256_HEX_SIZE],
                                     const struct file_state *state);

/* The hash of an object; false when it is not known. */
MUST_USE bool sync_cache_lookup_object(struct sync_cache *cache, char sha256[SHA256_HEX_SIZE],
                                       const char *endpoint, const char *bucket, const char *key,
                                       const char *etag, uint64_t size);

/* Remember a hash; nothing happens for a text that is none, or without memory. */
void sync_cache_remember_file(struct sync_cache *cache, const struct file_state *state,
                              const char *sha256);
void sync_cache_remember_object(struct sync_cache *cache, const char *endpoint, const char *bucket,
                                const char *key, const char *etag, uint64_t size,
                                const char *sha256);

/*
 * Remembers what a finished action taught: the file that was uploaded, if it still is as it was
 * when planned, and the object at the target; or the file that was written. To be called for each
 * action that succeeded. `endpoint` and `bucket` are of the target, NULL for a folder.
 */
void sync_cache_learn(struct sync_cache *cache, const char *endpoint, const char *bucket,
                      const struct sync_action *action, const struct sync_result *result);

/*
 * Remembers what a finished download or copy taught about the object it came from, so that the next
 * run need not ask for it. `endpoint` and `bucket` are of the source.
 */
void sync_cache_learn_source(struct sync_cache *cache, const char *endpoint, const char *bucket,
                             const struct sync_action *action, const struct sync_result *result);

/*
 * Writes the cache, atomically, when it changed, or what was of use had not been for a week; makes
 * its folder. A failure is no disaster. Only release may follow. Harmless when zeroed.
 */
MUST_USE enum status sync_cache_save(struct sync_cache *cache, struct error *error);

/* Frees; harmless when zeroed. */
void sync_cache_release(struct sync_cache *cache);

#endif
