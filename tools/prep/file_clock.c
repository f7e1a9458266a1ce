#include "tools/prep/file_clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"

time_t file_clock_now(const char *folder) {
    struct error ignored;
    struct atomic_file file;
    struct stat info;
    time_t now = time(NULL);
    size_t length = strlen(folder);
    char *path = malloc(length + sizeof "/now");
    if (path == NULL)
        return now;
    memcpy(path, folder, length);
    strcpy(path + length, "/now");
    /* Never published; its temporary name is one that is cleaned up after a killed process. */
    if (atomic_file_prepare(&file, path, &ignored) == STATUS_OK) {
        if (access(folder, W_OK) == 0 && atomic_file_create(&file, &ignored) == STATUS_OK &&
            fstat(file.descriptor, &info) == 0)
            now = info.st_mtime;
        atomic_file_abandon(&file);
    }
    free(path);
    return now;
}
