/*
 * folder_walk - every file below a folder, in the order S3 lists keys.
 *
 * Links are followed, unless told otherwise; one that leads back to a folder it lies in is refused,
 * and so is a link to nothing, a file that is neither regular nor a folder, and whatever cannot be
 * read: the walk tells and goes on. Unfinished files of atomic_file (".mlmprep-...tmp") are passed
 * over.
 *
 * Links that lead to one folder in several ways make it appear in each of them; from the 101st on
 * it is refused, once, and passed over.
 *
 * Memory: the names of the folders on the way down, one folder each at a time.
 */
#ifndef TOOLS_S3_FOLDER_WALK_H
#define TOOLS_S3_FOLDER_WALK_H

#include "formats/base/status.h"

/* Told each regular file; `relative` is the path below the folder. Not STATUS_OK ends the walk. */
typedef enum status folder_walk_file_function(void *context, const char *path, const char *relative,
                                              struct error *error);

/* Told what is not walked, and why. */
typedef void folder_walk_refuse_function(void *context, const char *path, const struct error *why);

enum folder_walk_links {
    FOLDER_WALK_FOLLOW, /* links are what they lead to */
    FOLDER_WALK_PASS,   /* links are passed over in silence, and so is what is no file or folder */
};

/* Walks the folder `path`. Fails only as `file` does, or when out of memory. */
MUST_USE enum status folder_walk(const char *path, enum folder_walk_links links,
                                 folder_walk_file_function *file,
                                 folder_walk_refuse_function *refuse, void *context,
                                 struct error *error);

#endif
