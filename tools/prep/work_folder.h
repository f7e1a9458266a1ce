/*
 * work_folder - a folder for one process alone, below DIR/work/, and what killed ones left behind.
 *
 * Beside "DIR/work/<process>-<random>" lies "<the same>.lock", which says whose it is and is under
 * flock(2) while its process lives. Who comes later takes away what is dead: the lock can be had,
 * and either locks of all hosts are seen here (a file system of this machine), or the process was
 * one of this machine and is gone, or nothing in the folder was touched for ten minutes, by the
 * clock of the file server.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_WORK_FOLDER_H
#define TOOLS_PREP_WORK_FOLDER_H

#include "formats/base/status.h"

/* Seconds for which nothing is touched in a dead process's folder. */
#define WORK_FOLDER_DEAD 600

struct work_folder {
    char *path;     /* owned */
    char *lock;     /* owned: the path of its lock */
    int descriptor; /* of its lock */
};

MUST_USE enum status work_folder_make(struct work_folder *work, const char *folder,
                                      struct error *error);

/*
 * Shows other hosts that the process lives; to be called within every WORK_FOLDER_DEAD seconds by
 * who works in it without writing.
 */
void work_folder_touch(const struct work_folder *work);

/* Removes it and all that is in it, and releases; harmless when zeroed. */
void work_folder_remove(struct work_folder *work);

/*
 * Removes the work folders whose processes are gone, and the temporary files (atomic_file.h) and
 * signs of life (life_sign.h) that such have left anywhere else in the run folder; those of living
 * ones stay.
 */
MUST_USE enum status work_folder_clean(const char *folder, struct error *error);

#endif
