/*
 * download_state - what has to be known of an unfinished download to go on with it.
 *
 * Kept as JSON beside the part of the file that is there:
 *
 *     {"format": "mlmprep download", "version": 1, "of": SHA-256 of the URL, "etag": "...",
 *      "last_modified": "...", "total": BYTES, "durable": BYTES}
 *
 * The URL itself may hold a password or a signature, so it is not kept.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_FETCH_DOWNLOAD_STATE_H
#define TOOLS_FETCH_DOWNLOAD_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/sha256.h"
#include "formats/base/status.h"

#define DOWNLOAD_STATE_TEXT 256

struct download_state {
    char of[SHA256_HEX_SIZE];
    char etag[DOWNLOAD_STATE_TEXT];          /* "": the server gave none, or too long a one */
    char last_modified[DOWNLOAD_STATE_TEXT]; /* likewise */
    uint64_t total;                          /* bytes of the whole file; 0: not known */
    uint64_t durable;                        /* bytes that are certainly on disk */
};

/* Appends the text. */
MUST_USE enum status download_state_write(const struct download_state *state, struct buffer *text,
                                          struct error *error);

/* Reads such a text; false for anything else. */
MUST_USE bool download_state_parse(struct download_state *state, struct view text);

/* The name of a URL in `of`. */
MUST_USE enum status download_state_of(struct download_state *state, const char *url,
                                       struct error *error);

/*
 * What an If-Range header may say (RFC 9110, 13.1.5): a strong ETag, else the time of modification;
 * NULL when there is neither.
 */
const char *download_state_validator(const struct download_state *state);

#endif
