/*
 * docshard_set - the shards of one kind, training or test, on their way to their names.
 *
 * A document goes to the shard with the fewest sentences, of several the one with the lowest
 * number: so no two shards differ by more than the longest document, in one pass and without
 * knowing what comes. All shards are temporary files until docshard_set_publish.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_DOCSHARD_SET_H
#define TOOLS_JOIN_DOCSHARD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/atomic_file.h"
#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "formats/base/status.h"

struct docshard_shard {
    struct atomic_file file;
    struct byte_sink sink;
    char *path; /* owned: the name it gets */
    int signal_slot;
    bool published;
    uint64_t documents, sentences;
};

struct docshard_set {
    struct docshard_shard *shards; /* owned */
    size_t count;
    size_t *heap; /* owned: numbers of shards, the one to fill next first */
    uint64_t documents, sentences;
};

/*
 * Creates `count` temporary files in `folder`, for the names "<name>_<kind>_<n>.txt". A count of 0
 * makes an empty set. On failure the set is released.
 */
MUST_USE enum status docshard_set_open(struct docshard_set *set, const char *folder,
                                       const char *name, const char *kind, size_t count,
                                       struct error *error);

/* Writes a document (sentences ended by LF) to the shard whose turn it is; the set has some. */
MUST_USE enum status docshard_set_add(struct docshard_set *set, struct view document,
                                      uint64_t sentences, struct error *error);

/* Writes what is buffered and makes it durable. */
MUST_USE enum status docshard_set_sync(struct docshard_set *set, struct error *error);

/* Gives the shards their names, after docshard_set_sync. */
MUST_USE enum status docshard_set_publish(struct docshard_set *set, struct error *error);

/* Takes back the names that were given, as far as possible. */
void docshard_set_withdraw(struct docshard_set *set);

/* Removes what is not published, and frees; harmless when zeroed or released. */
void docshard_set_release(struct docshard_set *set);

#endif
