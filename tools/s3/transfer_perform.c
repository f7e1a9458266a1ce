#include "tools/s3/transfer_perform.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/s3/file_copy.h"
#include "tools/s3/file_upload.h"
#include "tools/s3/hash_ahead.h"
#include "tools/s3/object_copy.h"
#include "tools/s3/object_delete.h"
#include "tools/s3/object_download.h"

/* Removes a file, and the folders that it leaves empty below the target. */
static enum status delete_file(const struct sync_action *action, struct error *error) {
    enum status status = atomic_file_remove(action->target, error);
    char *folder = status == STATUS_OK ? strdup(action->target) : NULL;
    char *slash = folder == NULL ? NULL : strrchr(folder, '/');
    while (slash != NULL && (size_t)(slash - folder) >= action->folder_length) {
        *slash = '\0';
        /* One that still holds something stays, and so do those above it. */
        if (rmdir(folder) != 0)
            break;
        slash = strrchr(folder, '/');
    }
    free(folder);
    return status;
}

static enum status perform(struct transfer_worker *worker, struct sync_result *result,
                           struct large_transfer **large, bool *changed,
                           const struct sync_action *action, struct error *error) {
    switch (action->kind) {
    case SYNC_UPLOAD:
        return file_upload(worker, result, large, changed, action, error);
    case SYNC_DOWNLOAD:
        return object_download(worker, result, large, changed, action, error);
    case SYNC_COPY_OBJECT:
        return object_copy(worker, result, large, changed, action, error);
    case SYNC_COPY_FILE:
        return file_copy(worker, result, changed, action, error);
    case SYNC_DELETE_FILE:
        return delete_file(action, error);
    case SYNC_DELETE_OBJECT:
    case SYNC_ABORT_UPLOAD:
    case SYNC_SKIP:
        break;
    }
    return STATUS_OK;
}

const struct transfer_calls transfer_perform_calls = {perform, object_delete, hash_ahead_is_wanted,
                                                      hash_ahead_two};
