/*
 * remote_run - the objects of one listing, in the order of their keys, packed.
 *
 * A key is kept as what differs from the one before it (front coding, as in Witten, Moffat and
 * Bell, Managing Gigabytes), an ETag that is an MD5 in binary: some 25 bytes an object, where its
 * key shares its beginning with its neighbours'. Each 32nd key is whole, and found by bisection.
 *
 * Thread rule: one thread at a time per run.
 */
#ifndef TOOLS_S3_REMOTE_RUN_H
#define TOOLS_S3_REMOTE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/s3_list.h"
#include "tools/s3/sync_action.h"

struct remote_run {
    struct buffer bytes;   /* owned: the objects, one behind the other */
    size_t *blocks;        /* owned: where each 32nd begins */
    size_t block_capacity; /* of them there is room for */
    size_t count;          /* objects */
    struct buffer last;    /* owned: the last key, with a NUL, while they are added */
    bool unsorted;         /* keys did not come in order */
    unsigned char *marks;  /* owned: a bit an object; NULL before the first */
};

/* A place in a run, and what is there. Zero it to begin; release it at the end. */
struct remote_entry {
    size_t number;     /* of the next object */
    size_t at;         /* where it begins */
    struct buffer key; /* owned, with a NUL; of the one just read, as all that follows */
    char etag[SYNC_ACTION_ETAG_SIZE];
    uint64_t size;
};

/*
 * Adds an object behind all others; one with the key of the last is passed over. Zero the run
 * before the first.
 */
MUST_USE enum status remote_run_add(struct remote_run *run, const struct s3_list_object *object,
                                    struct error *error);

/* After the last: puts objects in order where the server did not. */
MUST_USE enum status remote_run_end(struct remote_run *run, struct error *error);

/* Reads the next object; *more is false at the end of the run. */
MUST_USE enum status remote_run_next(const struct remote_run *run, struct remote_entry *entry,
                                     bool *more, struct error *error);

/* Reads the object of that key; *found is false when there is none. */
MUST_USE enum status remote_run_find(const struct remote_run *run, struct remote_entry *entry,
                                     bool *found, const char *key, struct error *error);

/* Marks the object that was just read; tells whether it is marked. */
MUST_USE enum status remote_run_mark(struct remote_run *run, const struct remote_entry *entry,
                                     struct error *error);
MUST_USE bool remote_run_is_marked(const struct remote_run *run, const struct remote_entry *entry);

void remote_entry_release(struct remote_entry *entry);

/* Frees; harmless when zeroed. */
void remote_run_release(struct remote_run *run);

#endif
