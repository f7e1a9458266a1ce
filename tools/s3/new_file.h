/*
 * new_file - a file of the target while it is written: atomic_file, with its folder made and its
 * temporary name told to whoever cleans up on a signal.
 *
 * Thread rule: begin, publish and abandon belong to one thread at a time; others may write to the
 * descriptor meanwhile.
 */
#ifndef TOOLS_S3_NEW_FILE_H
#define TOOLS_S3_NEW_FILE_H

#include "formats/base/atomic_file.h"
#include "tools/s3/transfer_worker.h"

struct new_file {
    struct atomic_file file;
    transfer_forget_function *forget;
    char *remembered; /* owned: the temporary name, as long as the handler may look at it */
    int number;
};

/* Creates the temporary file, open as file.descriptor. */
MUST_USE enum status new_file_begin(struct new_file *new_file, struct transfer_worker *worker,
                                    const char *path, struct error *error);

/* Gives the file its name, as atomic_file_publish does; releases in every case. */
MUST_USE enum status new_file_publish(struct new_file *new_file, struct error *error);

/* Removes the temporary file and releases; harmless on a zeroed or released one. */
void new_file_abandon(struct new_file *new_file);

#endif
