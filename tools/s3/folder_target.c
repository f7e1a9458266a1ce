#include "tools/s3/folder_target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/s3/file_state.h"

/* How much is copied at a time; copy_file_range lets file systems share blocks where they can. */
static const size_t COPY_STEP = (size_t)16 << 20;

static enum status write_all(int descriptor, const char *bytes, size_t size, const char *path,
                             struct error *error) {
    while (size > 0) {
        ssize_t count = write(descriptor, bytes, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error_system(error, errno, "cannot write", path);
        bytes += count;
        size -= (size_t)count;
    }
    return STATUS_OK;
}

/* One step by way of memory: for file systems between which the kernel cannot copy. */
static enum status copy_by_memory(int from, int to, const struct upload_item *item, ssize_t *count,
                                  struct error *error) {
    char block[65536];
    do {
        *count = read(from, block, sizeof block);
    } while (*count < 0 && errno == EINTR);
    if (*count < 0)
        return error_system(error, errno, "cannot read", item->path);
    return write_all(to, block, (size_t)*count, item->target, error);
}

/* One step inside the kernel; false when memory has to do it. *count < 0 is an error in errno. */
static bool copy_by_kernel(int from, int to, ssize_t *count) {
    errno = 0;
    *count = copy_file_range(from, NULL, to, NULL, COPY_STEP, 0);
    if (*count > 0)
        return true;
    /* A full disk is one for memory, too. Nothing copied may mean a file system that cannot. */
    return *count < 0 && (errno == ENOSPC || errno == EDQUOT);
}

static enum status copy_bytes(struct folder_target *target, int from, int to,
                              const struct upload_item *item, uint64_t size, struct error *error) {
    bool by_kernel = true;
    uint64_t copied = 0;
    while (copied < size) {
        ssize_t count = 0;
        enum status status = STATUS_OK;
        if (atomic_load(&target->stopped))
            return error_set(error, STATUS_FAILED, "given up because the run stops");
        by_kernel = by_kernel && copy_by_kernel(from, to, &count);
        if (!by_kernel)
            status = copy_by_memory(from, to, item, &count, error);
        else if (count < 0)
            status = error_system(error, errno, "cannot write", item->target);
        if (status != STATUS_OK)
            return status;
        if (count == 0)
            break; /* shorter than it was: the comparison after the copy tells */
        copied += (uint64_t)count;
    }
    return STATUS_OK;
}

/*
 * Makes the folder the copy goes to and removes what killed runs left in it. The one before is
 * remembered: files come folder by folder.
 */
static enum status prepare_folder_of(struct folder_target *target, const char *path,
                                     struct error *error) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return STATUS_OK;
    char *folder = strndup(path, (size_t)(slash - path));
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    pthread_mutex_lock(&target->mutex);
    if (target->ready == NULL || strcmp(target->ready, folder) != 0) {
        status = atomic_file_make_folders(folder, error);
        if (status == STATUS_OK)
            status = atomic_file_clean(folder, NULL, error);
        if (status == STATUS_OK) {
            free(target->ready);
            target->ready = folder;
            folder = NULL;
        }
    }
    pthread_mutex_unlock(&target->mutex);
    free(folder);
    return status;
}

static enum status copy_file(struct folder_target *target, int from, const struct upload_item *item,
                             const struct file_state *state, struct error *error) {
    struct atomic_file copy;
    enum status status = prepare_folder_of(target, item->target, error);
    if (status == STATUS_OK)
        status = atomic_file_prepare(&copy, item->target, error);
    if (status != STATUS_OK)
        return status;
    /* The handler may look at the name until it is forgotten, and publishing frees it. */
    char *temporary = strdup(copy.temporary);
    int number = -1;
    if (temporary == NULL)
        status = error_no_memory(error, "a file name");
    else if (target->remember != NULL)
        number = target->remember(temporary);
    if (status == STATUS_OK)
        status = atomic_file_create(&copy, error);
    if (status == STATUS_OK)
        status = copy_bytes(target, from, copy.descriptor, item, state->size, error);
    if (status == STATUS_OK && !file_state_unchanged(state, item->path))
        status = error_set(error, STATUS_FAILED,
                           "'%s' changed while it was copied; run again when nothing writes to it",
                           item->path);
    if (status == STATUS_OK)
        status = atomic_file_publish(&copy, error);
    else
        atomic_file_abandon(&copy);
    if (target->forget != NULL)
        target->forget(number);
    free(temporary);
    return status;
}

static enum status put(struct upload_target *base, unsigned worker, struct upload_result *result,
                       const struct upload_item *item, struct error *error) {
    struct folder_target *target = (struct folder_target *)base;
    (void)worker;
    *result = (struct upload_result){.attempts = 1};
    int from;
    struct file_state state;
    enum status status = file_state_open(&from, &state, item->path, error);
    if (status != STATUS_OK)
        return status;
    result->bytes = state.size;
    struct stat there;
    /* The file is where it should go: copying it onto itself would only change its inode. */
    bool same = stat(item->target, &there) == 0 && there.st_dev == state.device &&
                there.st_ino == state.inode;
    if (!same)
        status = copy_file(target, from, item, &state, error);
    close(from);
    return status;
}

static void stop(struct upload_target *base) {
    atomic_store(&((struct folder_target *)base)->stopped, true);
}

void folder_target_init(struct folder_target *target, folder_target_remember_function *remember,
                        folder_target_forget_function *forget) {
    *target = (struct folder_target){.base = {put, stop}, .remember = remember, .forget = forget};
    pthread_mutex_init(&target->mutex, NULL);
}

void folder_target_release(struct folder_target *target) {
    pthread_mutex_destroy(&target->mutex);
    free(target->ready);
    target->ready = NULL;
}
