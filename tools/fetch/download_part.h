/*
 * download_part - a file while it is downloaded: the part that is there, and its state.
 *
 * Both lie beside the file that will be, hidden, as ".mlmprep-fetch-<name>.part" and ".json", where
 * <name> is 16 digits of the SHA-256 of the file's name. They stay when the process ends, whatever
 * ends it, and the next one goes on with them. The part is held under flock(2) meanwhile.
 *
 * Thread rule: one thread at a time per part.
 */
#ifndef TOOLS_FETCH_DOWNLOAD_PART_H
#define TOOLS_FETCH_DOWNLOAD_PART_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "formats/base/status.h"
#include "tools/fetch/download_state.h"

struct download_part {
    char *target;     /* owned: the file that will be */
    char *path;       /* owned */
    char *state_path; /* owned */
    int descriptor;   /* open for reading and writing, locked; -1 when closed */
    uint64_t held;    /* bytes that are there */
    uint64_t synced;  /* bytes that were there when it was last synced */
    time_t modified;  /* of the file, to be its own; -1: not known */
    struct download_state state;
};

/*
 * Opens what is there of a download of this URL to `target`, or starts an empty one. What is there
 * is trusted only as far as it was synced, unless `is_checked` says that a checksum will tell.
 * STATUS_TEMPORARY when another process is at it.
 */
MUST_USE enum status download_part_open(struct download_part *part, const char *target,
                                        const char *url, bool is_checked, struct error *error);

/* Throws away what is there, and its state. */
MUST_USE enum status download_part_empty(struct download_part *part, struct error *error);

/*
 * Throws away what is there and writes down what the server says of the file that comes now: its
 * ETag, its time of modification (NULL: none) and its size (0: not known).
 */
MUST_USE enum status download_part_begin(struct download_part *part, const char *etag,
                                         const char *last_modified, uint64_t total,
                                         struct error *error);

/* Appends bytes; syncs now and then. */
MUST_USE enum status download_part_add(struct download_part *part, const void *bytes, size_t size,
                                       struct error *error);

/* Makes what is there durable, and says so in the state. */
MUST_USE enum status download_part_sync(struct download_part *part, struct error *error);

/* Gives the part the file's name and its time of modification, for good; closes. */
MUST_USE enum status download_part_publish(struct download_part *part, struct error *error);

/* Closes and frees; what is there stays, unless that is nothing. Harmless when closed. */
void download_part_close(struct download_part *part);

#endif
