/*
 * provenance_json - members of JSON objects, read and written with one sentence for what is wrong.
 */
#ifndef FORMATS_STREAM_PROVENANCE_JSON_H
#define FORMATS_STREAM_PROVENANCE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Remembers the first member that was missing or wrong, so that a row of reads needs one check. */
struct provenance_members {
    json_t *object;    /* borrowed; NULL makes every read fail */
    const char *fault; /* the name of that member, or NULL */
};

/* Whether there is such a member; not having it is no fault. */
bool provenance_has(const struct provenance_members *members, const char *name);

uint64_t provenance_whole(struct provenance_members *members, const char *name, uint64_t minimum,
                          uint64_t maximum);
double provenance_real(struct provenance_members *members, const char *name, double maximum);
bool provenance_truth(struct provenance_members *members, const char *name);

/* A text of at most size - 1 bytes, copied to `text`. */
void provenance_text(struct provenance_members *members, const char *name, char *text, size_t size);

/* A member that is an object or array, borrowed. */
json_t *provenance_member(struct provenance_members *members, const char *name, json_type type);

/*
 * Parses an object; *root is to be given to json_decref. STATUS_CORRUPT when it is none, and when
 * memory runs out, which the library does not tell apart.
 */
MUST_USE enum status provenance_parse(json_t **root, struct view text, struct error *error);

/*
 * Appends the text of a JSON value: compact, members in the order they were set, real numbers with
 * as few digits as read back exactly.
 */
MUST_USE enum status provenance_dump(struct buffer *text, const json_t *root, struct error *error);

#endif
