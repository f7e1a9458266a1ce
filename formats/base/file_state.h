/*
 * file_state - notices that a file changed while it was read.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_BASE_FILE_STATE_H
#define FORMATS_BASE_FILE_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "formats/base/status.h"

struct file_state {
    dev_t device;
    ino_t inode;
    uint64_t size;
    struct timespec modified;
    /*
     * When anything was last done to the file; setting its time of modification is noticed by it.
     * Zero where it is not known: equals any.
     */
    struct timespec changed;
};

/*
 * Opens a file for reading and takes its state. STATUS_FAILED with a sentence when it cannot be
 * opened or is not a regular file. *descriptor is the caller's to close.
 */
MUST_USE enum status file_state_open(int *descriptor, struct file_state *state, const char *path,
                                     struct error *error);

/* Takes the state of a regular file by its name; false for anything else. */
MUST_USE bool file_state_look(struct file_state *state, const char *path);

/* Whether both are states of the same file (device, inode), of the same size and times. */
MUST_USE bool file_state_equal(const struct file_state *a, const struct file_state *b);

/*
 * Whether the name still stands for the same file (device, inode) with the same size and times.
 */
MUST_USE bool file_state_unchanged(const struct file_state *state, const char *path);

#endif
