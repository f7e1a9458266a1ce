#include "tools/prep/work_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/prep/folder_tree.h"
#include "tools/prep/lock_file.h"
#include "tools/prep/run_folder.h"

/* As atomic_file_create does: what is not locked yet may be taken for an orphan, hence once more.
 */
static enum status lock(struct work_folder *work, struct error *error) {
    for (;;) {
        int descriptor = open(work->lock, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return error_system(error, errno, "cannot create", work->lock);
        (void)flock(descriptor, LOCK_EX);
        if (access(work->lock, F_OK) == 0) {
            work->descriptor = descriptor;
            lock_file_sign(descriptor);
            return STATUS_OK;
        }
        close(descriptor);
    }
}

enum status work_folder_make(struct work_folder *work, const char *folder, struct error *error) {
    unsigned long long number;
    *work = (struct work_folder){.descriptor = -1};
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return error_system(error, errno, "cannot make up a name for a folder in", folder);
    work->path = run_folder_path(folder, "work/%ld-%016llx", (long)getpid(), number);
    work->lock = run_folder_path(folder, "work/%ld-%016llx.lock", (long)getpid(), number);
    enum status status = work->path == NULL || work->lock == NULL
                             ? error_no_memory(error, "a file name")
                             : lock(work, error);
    if (status == STATUS_OK && mkdir(work->path, 0777) != 0)
        status = error_system(error, errno, "cannot create the folder", work->path);
    if (status != STATUS_OK)
        work_folder_remove(work);
    return status;
}

void work_folder_touch(const struct work_folder *work) {
    if (work->path != NULL && work->descriptor >= 0)
        (void)futimens(work->descriptor, NULL);
}

void work_folder_remove(struct work_folder *work) {
    if (work->path != NULL && work->lock != NULL && work->descriptor >= 0) {
        folder_tree_remove(work->path);
        unlink(work->lock);
        close(work->descriptor);
    }
    free(work->path);
    free(work->lock);
    *work = (struct work_folder){.descriptor = -1};
}
