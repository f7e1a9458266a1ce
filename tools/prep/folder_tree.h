/*
 * folder_tree - a folder with all that is in it.
 *
 * Symbolic links are never followed. What cannot be read or removed is passed over.
 *
 * Thread rule: functions touch only their arguments and the files.
 */
#ifndef TOOLS_PREP_FOLDER_TREE_H
#define TOOLS_PREP_FOLDER_TREE_H

#include <time.h>

/* Removes it. */
void folder_tree_remove(const char *path);

/* When the newest thing in it was last written to, itself too; 0 when it is not there. */
time_t folder_tree_newest(const char *path);

#endif
