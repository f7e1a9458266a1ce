/*
 * multipart_state - what is remembered of an upload in parts, so that a killed one goes on.
 *
 * A file in the state folder, named by a hash of the object's place: a line that tells file, cut
 * and upload id, then a line for each part the server confirmed, all JSON. A line that was cut
 * short, and whatever does not fit, is as if it were not there: what is not known is sent again.
 * The file is held under flock(2); where it cannot be written or is in use, nothing is kept, and
 * that is no failure.
 *
 * Thread rule: multipart_state_add may be called by several threads at once; all else by one.
 */
#ifndef TOOLS_S3_MULTIPART_STATE_H
#define TOOLS_S3_MULTIPART_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "formats/base/file_state.h"

/* A part that the server confirmed. */
struct multipart_state_part {
    unsigned number; /* from 1 */
    uint64_t crc;    /* of the checksum algorithm, 0 without */
    char sha256[SHA256_HEX_SIZE];
    char *etag; /* as the server told it; owned by whoever holds the struct */
};

/* What an upload was begun with. */
struct multipart_state_upload {
    struct file_state file;
    char sha256[SHA256_HEX_SIZE];  /* of the whole file */
    char options[SHA256_HEX_SIZE]; /* hash of the headers the object was asked for with */
    uint64_t part_size;
    char *upload_id; /* owned; NULL: none is remembered */
};

struct multipart_state {
    char *path;             /* owned; NULL: nothing is kept */
    int descriptor;         /* -1: nothing is kept */
    int64_t creating_since; /* an upload was about to be created then, by our clock; 0: none was */
    struct multipart_state_upload upload;
    struct multipart_state_part *parts; /* owned: those that were remembered */
    size_t part_count;
};

/*
 * Opens what is remembered for a place ("endpoint bucket/key", any text), or begins to remember;
 * `folder` is made where it is missing, NULL for keeping nothing. STATUS_NO_MEMORY is the only
 * failure.
 */
MUST_USE enum status multipart_state_open(struct multipart_state *state, const char *folder,
                                          const char *place, struct error *error);

/* Forgets what was remembered, and remembers that an upload is about to be created. */
void multipart_state_creating(struct multipart_state *state, time_t now);

/* Forgets what was remembered and begins with a new upload (copied). */
MUST_USE enum status multipart_state_begin(struct multipart_state *state,
                                           const struct multipart_state_upload *upload,
                                           struct error *error);

/* Adds a part, once the server has confirmed it. */
void multipart_state_add(struct multipart_state *state, const struct multipart_state_part *part);

/* Removes the file: the upload is over. */
void multipart_state_forget(struct multipart_state *state);

/* Closes and frees; the file stays unless it is empty. Harmless when zeroed but for descriptor. */
void multipart_state_release(struct multipart_state *state);

#endif
