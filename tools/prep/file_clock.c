#include "tools/prep/file_clock.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/run_folder.h"

time_t file_clock_now(const char *folder) {
    struct error ignored;
    struct atomic_file file;
    struct stat info;
    time_t now = time(NULL);
    char *path = run_folder_path(folder, "now");
    if (path == NULL)
        return now;
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
