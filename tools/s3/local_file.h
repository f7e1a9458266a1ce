/*
 * local_file - a file that is read for a transfer, and the state it has to keep meanwhile.
 *
 * Thread rule: opened and closed by one thread; in between it is only read.
 */
#ifndef TOOLS_S3_LOCAL_FILE_H
#define TOOLS_S3_LOCAL_FILE_H

#include "formats/base/file_state.h"
#include "tools/s3/sync_action.h"

struct local_file {
    const char *path; /* borrowed */
    int descriptor;   /* -1 when closed */
    struct file_state state;
};

/* Opens; fails as file_state_open does. */
MUST_USE enum status local_file_open(struct local_file *file, const char *path,
                                     struct error *error);

/* Whether it is still as it was opened: an s3_client_valid_function of a struct local_file. */
bool local_file_unchanged(void *file);

/* Whether the plan knows the hash of the file as it is now. */
bool local_file_is_planned(const struct local_file *file, const struct sync_action *action);

/* Harmless when closed. */
void local_file_close(struct local_file *file);

#endif
