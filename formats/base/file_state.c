#include "formats/base/file_state.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct file_state state_of(const struct stat *info) {
    return (struct file_state){info->st_dev, info->st_ino, (uint64_t)info->st_size, info->st_mtim,
                               info->st_ctim};
}

static bool same_time(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_known(const struct timespec *time) {
    return time->tv_sec != 0 || time->tv_nsec != 0;
}

enum status file_state_open(int *descriptor, struct file_state *state, const char *path,
                            struct error *error) {
    struct stat info;
    /* O_NONBLOCK: opening a FIFO must not wait for a writer; regular files do not care. */
    *descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (*descriptor < 0)
        return error_system(error, errno, "cannot open", path);
    enum status status = STATUS_OK;
    if (fstat(*descriptor, &info) != 0)
        status = error_system(error, errno, "cannot read the state of", path);
    else if (!S_ISREG(info.st_mode))
        status = error_set(error, STATUS_FAILED, "'%s' is not a regular file", path);
    if (status != STATUS_OK) {
        close(*descriptor);
        *descriptor = -1;
        return status;
    }
    *state = state_of(&info);
    (void)posix_fadvise(*descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    return STATUS_OK;
}

bool file_state_look(struct file_state *state, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    *state = state_of(&info);
    return true;
}

bool file_state_equal(const struct file_state *a, const struct file_state *b) {
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           same_time(&a->modified, &b->modified) &&
           (same_time(&a->changed, &b->changed) || !is_known(&a->changed) ||
            !is_known(&b->changed));
}

bool file_state_unchanged(const struct file_state *state, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    struct file_state now = state_of(&info);
    return file_state_equal(&now, state);
}
