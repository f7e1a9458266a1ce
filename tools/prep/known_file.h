/*
 * known_file - a file whose content is known by its size and SHA-256, and whether it still is that.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_KNOWN_FILE_H
#define TOOLS_PREP_KNOWN_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/file_digest.h"
#include "formats/base/file_state.h"
#include "formats/base/status.h"
#include "tools/prep/stop_signal.h"

struct known_file {
    struct file_state state; /* before it was read */
    char sha256[FILE_DIGEST_SIZE];
};

/*
 * Reads a file. STATUS_TEMPORARY when told to stop; `stop` may be NULL. STATUS_FAILED when the file
 * is not there or cannot be read. One that changes meanwhile is not noticed here, but by
 * known_file_still.
 */
MUST_USE enum status known_file_read(struct known_file *file, const char *path,
                                     struct stop_signal *stop, struct error *error);

/* The same; STATUS_TEMPORARY when `go_on`, which is asked every few milliseconds, says no. */
MUST_USE enum status known_file_read_while(struct known_file *file, const char *path,
                                           file_digest_go_on_function *go_on, void *context,
                                           struct error *error);

/* As known_file_read; STATUS_FAILED, too, when the file is changed meanwhile. */
MUST_USE enum status known_file_read_steady(struct known_file *file, const char *path,
                                            struct stop_signal *stop, struct error *error);

/* Whether the file has this size and hash. */
bool known_file_is(const struct known_file *file, uint64_t bytes, const char *sha256);

/*
 * Whether what has the name now is the file as it was: untouched, or, where something was done to
 * it, of the same content, for which it is read again. Fails as known_file_read does.
 */
MUST_USE enum status known_file_still(const struct known_file *file, const char *path, bool *still,
                                      struct stop_signal *stop, struct error *error);

#endif
