/*
 * sync_action - one step that makes the target equal to the source: what a plan consists of.
 *
 * A plan makes actions, an engine carries them out; --dry-run prints the same ones. Order matters
 * only where an action says so: most run side by side.
 */
#ifndef TOOLS_S3_SYNC_ACTION_H
#define TOOLS_S3_SYNC_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "formats/base/file_state.h"

#define SYNC_ACTION_ETAG_SIZE 128

enum sync_action_kind {
    SYNC_UPLOAD,        /* file -> object */
    SYNC_DOWNLOAD,      /* object -> file */
    SYNC_COPY_OBJECT,   /* object -> object, by the server where it can */
    SYNC_COPY_FILE,     /* file -> file */
    SYNC_DELETE_OBJECT, /* of the target */
    SYNC_DELETE_FILE,   /* of the target */
    SYNC_ABORT_UPLOAD,  /* in parts, to the target, that a run left behind: before the plan */
    SYNC_SKIP,          /* equal already: nothing to do, but counted */
};

struct sync_action {
    enum sync_action_kind kind;
    char *source;  /* owned: path, or key in the source's bucket; NULL where nothing is moved */
    char *target;  /* owned: path, or key in the target's bucket */
    uint64_t size; /* of the source's content in bytes, as far as known, else 0 */
    char sha256[SHA256_HEX_SIZE];            /* of the source's content, "" when not known */
    char source_etag[SYNC_ACTION_ETAG_SIZE]; /* of a source object: it must still have it; or "" */
    const char *reason; /* a literal: "new", "changed: size", "unchanged", "not in the source" */
    bool has_state;     /* the source is a file, and source_state is */
    struct file_state source_state; /* how it was when planned: for sync_cache_learn */
    size_t folder_length; /* of a file to delete: of the target folder's path, slash included;
                             folders below it go when they are left empty; SIZE_MAX: none go */
    bool waits_for_all;   /* starts only when all before it are confirmed, and none has failed */
    bool holds_all;       /* none after it starts before it is confirmed */
    bool anew;            /* the engine's: it was begun before, and is begun anew */
};

/* Copies source (may be NULL) and target; NULL when out of memory. */
struct sync_action *sync_action_new(enum sync_action_kind kind, const char *source,
                                    const char *target, const char *reason);

/* Frees; harmless on NULL. */
void sync_action_free(struct sync_action *action);

/* What became of an action. */
struct sync_result {
    uint64_t bytes;                   /* moved */
    uint64_t attempts;                /* requests sent */
    bool hopeless;                    /* no other action will succeed either: stop */
    bool kept;                        /* --no-overwrite: what came first stays; STATUS_OK */
    char sha256[SHA256_HEX_SIZE];     /* of the content that is now at the target, "" if unknown */
    char etag[SYNC_ACTION_ETAG_SIZE]; /* of the target object, "" for a file */
};

#endif
