/*
 * remote_index - what is at the target: key, size and ETag of each object, from listings.
 *
 * Filled prefix by prefix, as a plan comes to need them; about 60 bytes an object beside its key.
 *
 * Thread rule: one thread at a time per index.
 */
#ifndef TOOLS_S3_REMOTE_INDEX_H
#define TOOLS_S3_REMOTE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/bucket_reader.h"

struct remote_entry {
    uint64_t size;
    size_t key; /* where its text, and behind that the ETag's, begins in the arena */
};

struct remote_index {
    struct bucket_reader *reader; /* borrowed */
    struct buffer arena;          /* owned: texts, each with a NUL */
    struct remote_entry *entries; /* owned, in the order they were listed */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* owned: entry number + 1, 0 for a free one; open addressing */
    size_t slot_count;
    char **covered; /* owned: prefixes that are listed completely */
    size_t covered_count;
    bool denied; /* the server does not let us list: nothing is known */
};

/* An entry, with its texts; valid until the next cover. */
struct remote_object {
    const char *key;
    const char *etag;
    uint64_t size;
};

void remote_index_init(struct remote_index *index, struct bucket_reader *reader);

/*
 * Lists all keys with this prefix, unless a prefix that includes them is listed already. Where
 * listing is not allowed, `denied` is set and the index stays empty; other failures are returned.
 */
MUST_USE enum status remote_index_cover(struct remote_index *index, const char *prefix,
                                        struct error *error);

/* Whether every key with this prefix is in the index. */
MUST_USE bool remote_index_covers(const struct remote_index *index, const char *prefix);

/* Looks at one key alone, with one request, and adds it when it is there. */
MUST_USE enum status remote_index_ask(struct remote_index *index, const char *key,
                                      struct error *error);

/* False when the key is not in the index. */
MUST_USE bool remote_index_find(const struct remote_index *index, struct remote_object *object,
                                const char *key);

/* The entry of a number below count. */
struct remote_object remote_index_at(const struct remote_index *index, size_t number);

/* Frees; harmless when zeroed. */
void remote_index_release(struct remote_index *index);

#endif
