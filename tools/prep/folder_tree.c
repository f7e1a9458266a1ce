#include "tools/prep/folder_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folders of folders; what lies deeper than any tool makes them is left. */
static const unsigned LEVELS = 16;

static bool is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* The entries of the folder `name` in another one; NULL when it is none. */
static DIR *open_folder(int parent, const char *name) {
    int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *entries = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (entries == NULL && descriptor >= 0)
        close(descriptor);
    return entries;
}

static void remove_below(int parent, const char *name, unsigned levels) {
    DIR *entries = levels == 0 ? NULL : open_folder(parent, name);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        if (!is_dots(entry->d_name) && unlinkat(dirfd(entries), entry->d_name, 0) != 0)
            remove_below(dirfd(entries), entry->d_name, levels - 1);
    }
    if (entries != NULL)
        closedir(entries);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void folder_tree_remove(const char *path) {
    remove_below(AT_FDCWD, path, LEVELS);
}

static time_t newest_below(int parent, const char *name, unsigned levels) {
    struct stat info;
    if (fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    time_t newest = info.st_mtime;
    DIR *entries = levels == 0 || !S_ISDIR(info.st_mode) ? NULL : open_folder(parent, name);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        time_t found =
            is_dots(entry->d_name) ? 0 : newest_below(dirfd(entries), entry->d_name, levels - 1);
        newest = found > newest ? found : newest;
    }
    if (entries != NULL)
        closedir(entries);
    return newest;
}

time_t folder_tree_newest(const char *path) {
    return newest_below(AT_FDCWD, path, LEVELS);
}
