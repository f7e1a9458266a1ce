/*
 * scratch_folder - for tests: a private folder with small files, gone at the end.
 */
#ifndef TESTS_UNIT_SCRATCH_FOLDER_H
#define TESTS_UNIT_SCRATCH_FOLDER_H

#include <dirent.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch_folder[PATH_MAX];

/* Setup of a test: makes the folder. */
static inline int scratch_folder_make(void **state) {
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%s/mlmprep-unit.XXXXXX",
             parent == NULL ? "/tmp" : parent);
    return mkdtemp(scratch_folder) == NULL ? -1 : 0;
}

static inline int scratch_folder_drop(const char *path, const struct stat *info, int type,
                                      struct FTW *place) {
    (void)info, (void)type, (void)place;
    return remove(path);
}

/* Teardown: removes it with all that is in it. */
static inline int scratch_folder_remove(void **state) {
    (void)state;
    return nftw(scratch_folder, scratch_folder_drop, 8, FTW_DEPTH | FTW_PHYS);
}

/* The path of a name in the folder; one of four in turn. */
static inline const char *scratch_path(const char *name) {
    static char paths[4][PATH_MAX + 300];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

static inline void scratch_write(const char *name, const char *text) {
    FILE *file = fopen(scratch_path(name), "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        abort();
}

/* A file's text, of at most some thousand bytes; "(none)" when it is not there. */
static inline const char *scratch_read(const char *name) {
    static char text[8192];
    FILE *file = fopen(scratch_path(name), "r");
    if (file == NULL)
        return "(none)";
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* How many names, hidden ones too, lie in the folder; *last gets one of them when not NULL. */
static inline unsigned scratch_count(char *last) {
    DIR *entries = opendir(scratch_folder);
    if (entries == NULL)
        abort();
    unsigned count = 0;
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (last != NULL)
            strcpy(last, entry->d_name);
    }
    closedir(entries);
    return count;
}

static inline bool scratch_exists(const char *path) {
    return access(path, F_OK) == 0;
}

#endif
