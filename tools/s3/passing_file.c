#include "tools/s3/passing_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum status passing_file_open(int *descriptor, const struct transfer_worker *worker,
                              struct error *error) {
    const char *folder = worker->settings->options.temporary_folder;
    *descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (*descriptor >= 0)
        return STATUS_OK;
    /* File systems without O_TMPFILE: a name that is taken away at once. */
    char *path;
    if (asprintf(&path, "%s/.mlmprep-XXXXXX", folder) < 0)
        return error_no_memory(error, "a file name");
    *descriptor = mkostemp(path, O_CLOEXEC);
    int number = errno;
    if (*descriptor >= 0)
        unlink(path);
    free(path);
    return *descriptor >= 0
               ? STATUS_OK
               : error_system(error, number, "cannot make a temporary file in", folder);
}

enum status passing_file_fill(int *descriptor, struct content_hash *hash,
                              struct object_range *range, struct transfer_worker *worker,
                              enum content_checksum_algorithm algorithm, struct sync_result *result,
                              struct error *error) {
    struct content_hasher hasher;
    enum status status = passing_file_open(descriptor, worker, error);
    if (status != STATUS_OK)
        return status;
    status = content_hasher_init(&hasher, algorithm, error);
    if (status == STATUS_OK) {
        range->descriptor = *descriptor;
        range->path = worker->settings->options.temporary_folder;
        range->hasher = &hasher;
        status = object_range_get(range, worker->source, result, error);
        if (status == STATUS_OK)
            status = content_hasher_finish(&hasher, hash, error);
        content_hasher_release(&hasher);
    }
    if (status != STATUS_OK) {
        close(*descriptor);
        *descriptor = -1;
    }
    return status;
}
