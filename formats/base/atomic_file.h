/*
 * atomic_file - a file that appears under its name only when it is whole.
 *
 * The bytes go to a temporary file in the same folder, ".mlmprep-<process>-<number>.tmp": hidden,
 * and without the word "training", which BERT trainers look for in every file name. The number is
 * random: processes of other machines or containers that share the folder may have our process
 * number. Publishing syncs the file, renames it and syncs the folder. The temporary file is held
 * under flock(2) while its process lives, so that a later run can tell what a killed one left
 * behind.
 *
 * Use: atomic_file_prepare, (tell the signal handler), atomic_file_create, write, then
 * atomic_file_publish or atomic_file_abandon.
 *
 * Thread rule: one thread at a time per file; different files may share a folder.
 */
#ifndef FORMATS_BASE_ATOMIC_FILE_H
#define FORMATS_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"

struct atomic_file {
    char *path;      /* owned: the name it will have */
    char *temporary; /* owned: the name it has until it is published */
    int descriptor;  /* open for reading and writing, or -1 */
    bool synced;     /* by atomic_file_sync */
};

/*
 * Chooses the temporary name; touches nothing on disk. The folder of `path` must exist by the time
 * of atomic_file_create.
 */
MUST_USE enum status atomic_file_prepare(struct atomic_file *file, const char *path,
                                         struct error *error);

/*
 * STATUS_FAILED where a device, pipe or socket has the name: a rename would replace it. For those
 * who want to know before their work is done.
 */
MUST_USE enum status atomic_file_check(const char *path, struct error *error);

/*
 * Creates and locks the temporary file; it is open as file->descriptor. Fails as atomic_file_check
 * does, too.
 */
MUST_USE enum status atomic_file_create(struct atomic_file *file, struct error *error);

/*
 * Makes what was written durable, the slow part of publishing: a signal handler may still know the
 * temporary name while it goes on. Nothing may be written after it.
 */
MUST_USE enum status atomic_file_sync(struct atomic_file *file, struct error *error);

/*
 * atomic_file_sync unless that is done, rename over whatever has the name, fsync of the folder.
 * Others may have written to the temporary file by its name; they must have closed it. The file is
 * released in every case, and on failure the temporary file is removed.
 */
MUST_USE enum status atomic_file_publish(struct atomic_file *file, struct error *error);

/* All of it for a file of these bytes; a process that is killed meanwhile leaves the temporary
 * file. */
MUST_USE enum status atomic_file_write(const char *path, const void *bytes, size_t size,
                                       struct error *error);

/* Removes the temporary file and releases; harmless on a zeroed or released file. */
void atomic_file_abandon(struct atomic_file *file);

/*
 * Removes the temporary files in `folder` whose processes are gone; leaves those that are locked or
 * whose lock cannot be asked. *removed, when not NULL, counts them. A folder that is not there
 * has none.
 */
MUST_USE enum status atomic_file_clean(const char *folder, unsigned *removed, struct error *error);

/* Creates a folder and those above it, as mkdir -p does, and makes their names durable. */
MUST_USE enum status atomic_file_make_folders(const char *path, struct error *error);

enum atomic_file_taken {
    ATOMIC_FILE_REPLACE, /* what has the name goes */
    ATOMIC_FILE_KEEP,    /* it stays, and nothing is done */
};

/*
 * Gives a file that is whole and on disk another name in the same file system, and makes that
 * durable. With ATOMIC_FILE_KEEP *taken tells whether something had the name; two who do so at a
 * time do not both get it, but where the file system knows neither such a rename nor links.
 */
MUST_USE enum status atomic_file_move(const char *from, const char *to, enum atomic_file_taken how,
                                      bool *taken, struct error *error);

/* Removes a file and makes that durable; a file that is not there is fine. */
MUST_USE enum status atomic_file_remove(const char *path, struct error *error);

#endif
