/*
 * target_folders - makes the folders that files are written to, each when it is first needed.
 *
 * Temporary files that killed runs left behind in them are removed on the way.
 *
 * Thread rule: init and release belong to one thread; prepare may be called by any.
 */
#ifndef TOOLS_S3_TARGET_FOLDERS_H
#define TOOLS_S3_TARGET_FOLDERS_H

#include <pthread.h>

#include "formats/base/status.h"

struct target_folders {
    pthread_mutex_t mutex;
    char *ready; /* under the mutex, owned: the one last made and cleaned */
};

void target_folders_init(struct target_folders *folders);

/* Makes the folder of the file `path`, and those above it. */
MUST_USE enum status target_folders_prepare(struct target_folders *folders, const char *path,
                                            struct error *error);

void target_folders_release(struct target_folders *folders);

#endif
