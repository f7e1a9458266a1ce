/*
 * remote_index - what is at the target: key, size and ETag of each object, from listings.
 *
 * Filled prefix by prefix, as a plan comes to need them; packed (remote_run.h), so that a million
 * objects take about 25 MiB.
 *
 * Thread rule: one thread at a time per index.
 */
#ifndef TOOLS_S3_REMOTE_INDEX_H
#define TOOLS_S3_REMOTE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/remote_run.h"

/* What is known below a prefix. No two of them have an object in common. */
struct remote_part {
    char *prefix;  /* owned */
    bool is_whole; /* all keys with the prefix; else the one key that it is */
    struct remote_run run;
};

struct remote_index {
    struct bucket_reader *reader; /* borrowed */
    struct remote_part *parts;    /* owned */
    size_t count;
    size_t capacity;
    struct remote_entry entry; /* of the last find */
    uint64_t changes;          /* parts that came; a cursor begins anew after each */
    bool denied;               /* the server does not let us list: nothing is known */
};

/* An object, with its texts; valid until the next call for the index, or the cursor. */
struct remote_object {
    const char *key;
    const char *etag;
    uint64_t size;
    bool is_marked;
};

/* A walk through all objects. Zero it to begin; release it at the end. */
struct remote_cursor {
    size_t part;
    struct remote_entry entry;
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

/* *found is false when the key is not in the index. One that is found is marked. */
MUST_USE enum status remote_index_find(struct remote_index *index, bool *found,
                                       struct remote_object *object, const char *key,
                                       struct error *error);

/* The next object; *more is false when there is none. Not after a cover. */
MUST_USE enum status remote_index_next(const struct remote_index *index,
                                       struct remote_cursor *cursor, bool *more,
                                       struct remote_object *object, struct error *error);

void remote_cursor_release(struct remote_cursor *cursor);

/* Frees; harmless when zeroed. */
void remote_index_release(struct remote_index *index);

#endif
