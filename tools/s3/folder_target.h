/*
 * folder_target - an upload_target that is a folder: copies that appear only when whole.
 *
 * Folders below it are made as they are needed. A copy goes to a temporary file first
 * (atomic_file); whoever runs signal handlers learns its name before it exists. Temporary files
 * that killed runs left behind are removed from the folders that are written to.
 *
 * Thread rule: upload_target's.
 */
#ifndef TOOLS_S3_FOLDER_TARGET_H
#define TOOLS_S3_FOLDER_TARGET_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "tools/s3/upload_target.h"

/* Told a temporary file's name before it is made; returns a number for `forget`. */
typedef int folder_target_remember_function(const char *path);

/* Told that the name is nobody's any more. */
typedef void folder_target_forget_function(int number);

struct folder_target {
    struct upload_target base;                 /* first: the target is cast back from it */
    folder_target_remember_function *remember; /* NULL for none */
    folder_target_forget_function *forget;     /* NULL for none */
    atomic_bool stopped;
    pthread_mutex_t mutex;
    char *ready; /* under the mutex, owned: the folder last made and cleaned */
};

/* Touches nothing on disk. */
void folder_target_init(struct folder_target *target, folder_target_remember_function *remember,
                        folder_target_forget_function *forget);

/* Frees; no put may be in progress. */
void folder_target_release(struct folder_target *target);

#endif
