/*
 * state_file - small files of JSON in state/: what is done, is running, has failed.
 *
 * They appear whole (atomic_file.h). One that is empty, damaged or no object counts as not there.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_STATE_FILE_H
#define TOOLS_PREP_STATE_FILE_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"

struct json_t; /* jansson's */

/* The object that a text is, whole; NULL when it is not. */
struct json_t *state_file_parse(struct view text);

/*
 * Reads state/<name><suffix>; *object is the caller's, or NULL when there is none. STATUS_FAILED
 * when it is there and cannot be read.
 */
MUST_USE enum status state_file_read(struct json_t **object, const char *folder, const char *name,
                                     const char *suffix, struct error *error);

/* Publishes an object as state/<name><suffix>; takes it over, in every case. NULL: no memory. */
MUST_USE enum status state_file_write(struct json_t *object, const char *folder, const char *name,
                                      const char *suffix, struct error *error);

/* Removes state/<name><suffix> if it is there. */
MUST_USE enum status state_file_remove(const char *folder, const char *name, const char *suffix,
                                       struct error *error);

#endif
