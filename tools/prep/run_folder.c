#include "tools/prep/run_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/lock_file.h"

char *run_folder_path(const char *folder, const char *format, ...) {
    va_list arguments;
    char *name, *path;
    va_start(arguments, format);
    int length = vasprintf(&name, format, arguments);
    va_end(arguments);
    if (length < 0)
        return NULL;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        path = NULL;
    free(name);
    return path;
}

enum status run_folder_make(const char *folder, struct error *error) {
    static const char *const PARTS[] = {"source", "text", "shards", "state", "work", "log"};
    enum status status = atomic_file_make_folders(folder, error);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS && status == STATUS_OK; i++) {
        char *path = run_folder_path(folder, "%s", PARTS[i]);
        status = path == NULL ? error_no_memory(error, "a file name")
                              : atomic_file_make_folders(path, error);
        free(path);
    }
    return status;
}

enum status run_folder_lock(const char *folder, int *descriptor, struct error *error) {
    struct process_identity holder;
    char *path = run_folder_path(folder, "lock");
    *descriptor = -1;
    if (path == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    *descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (*descriptor < 0) {
        status = error_system(error, errno, "cannot open the lock", path);
    } else if (flock(*descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        lock_file_sign(*descriptor);
    } else {
        if (lock_file_read(*descriptor, &holder))
            status = error_set(error, STATUS_TEMPORARY,
                               "'%s' is being worked on by process %ld of host '%s'; wait for it, "
                               "or stop it",
                               folder, holder.process, holder.host);
        else
            status = error_set(error, STATUS_TEMPORARY,
                               "'%s' is being worked on by another process; wait for it, or stop "
                               "it",
                               folder);
        close(*descriptor);
        *descriptor = -1;
    }
    free(path);
    return status;
}
