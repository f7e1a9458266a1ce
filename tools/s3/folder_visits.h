/*
 * folder_visits - how often folders were visited that links lead to.
 *
 * Links to folders that hold such links can make ways that double with each of them: thirty levels
 * with two links each are a milliard ways to one file. So each folder is visited a number of times
 * at most.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_S3_FOLDER_VISITS_H
#define TOOLS_S3_FOLDER_VISITS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "formats/base/status.h"

struct folder_visit {
    uint64_t device;
    uint64_t inode;
    uint64_t count; /* 0 in a free slot */
};

struct folder_visits {
    struct folder_visit *slots; /* owned; a power of two of them, open addressing */
    size_t capacity;
    size_t count;
};

/* Counts a visit, and tells the how many-th it is, from 1. Zero the struct before the first. */
MUST_USE enum status folder_visits_add(struct folder_visits *visits, uint64_t *times,
                                       const struct stat *folder, struct error *error);

/* Frees; harmless when zeroed. */
void folder_visits_release(struct folder_visits *visits);

#endif
