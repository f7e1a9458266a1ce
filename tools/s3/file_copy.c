#include "tools/s3/file_copy.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/descriptor_write.h"
#include "tools/s3/local_file.h"
#include "tools/s3/new_file.h"

/* How much is copied at a time; copy_file_range lets file systems share blocks where they can. */
static const size_t COPY_STEP = (size_t)16 << 20;

/* One step by way of memory: for file systems between which the kernel cannot copy. */
static enum status copy_by_memory(struct transfer_worker *worker, int from, int to,
                                  const struct sync_action *action, ssize_t *count,
                                  struct error *error) {
    do {
        *count = read(from, worker->block, worker->block_size);
    } while (*count < 0 && errno == EINTR);
    if (*count < 0)
        return error_system(error, errno, "cannot read", action->source);
    return descriptor_write(to, worker->block, (size_t)*count, "cannot write", action->target,
                            error);
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

static enum status copy_bytes(struct transfer_worker *worker, int from, int to,
                              const struct sync_action *action, uint64_t size,
                              struct error *error) {
    bool by_kernel = true;
    uint64_t copied = 0;
    while (copied < size) {
        ssize_t count = 0;
        enum status status = STATUS_OK;
        if (atomic_load(&worker->settings->stopped))
            return error_set(error, STATUS_FAILED, "given up because the run stops");
        by_kernel = by_kernel && copy_by_kernel(from, to, &count);
        if (!by_kernel)
            status = copy_by_memory(worker, from, to, action, &count, error);
        else if (count < 0)
            status = error_system(error, errno, "cannot write", action->target);
        if (status != STATUS_OK)
            return status;
        if (count == 0)
            break; /* shorter than it was: the comparison after the copy tells */
        copied += (uint64_t)count;
    }
    return STATUS_OK;
}

static enum status copy(struct transfer_worker *worker, bool *changed,
                        const struct sync_action *action, struct local_file *from,
                        struct error *error) {
    struct new_file to;
    enum status status = new_file_begin(&to, worker, action->target, error);
    if (status != STATUS_OK)
        return status;
    status =
        copy_bytes(worker, from->descriptor, to.file.descriptor, action, from->state.size, error);
    if (status == STATUS_OK && !local_file_unchanged(from)) {
        *changed = true;
        status = error_set(error, STATUS_FAILED, "'%s' changed while it was copied", from->path);
    }
    if (status == STATUS_OK)
        return new_file_publish(&to, error);
    new_file_abandon(&to);
    return status;
}

enum status file_copy(struct transfer_worker *worker, struct sync_result *result, bool *changed,
                      const struct sync_action *action, struct error *error) {
    struct local_file from;
    struct stat there;
    enum status status = local_file_open(&from, action->source, error);
    if (status != STATUS_OK)
        return status;
    result->bytes = from.state.size;
    /* The file is where it should go: copying it onto itself would only change its inode. */
    bool same = stat(action->target, &there) == 0 && there.st_dev == from.state.device &&
                there.st_ino == from.state.inode;
    if (!same)
        status = copy(worker, changed, action, &from, error);
    local_file_close(&from);
    return status;
}
