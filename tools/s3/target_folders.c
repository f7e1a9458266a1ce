#include "tools/s3/target_folders.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/atomic_file.h"

void target_folders_init(struct target_folders *folders) {
    *folders = (struct target_folders){.ready = NULL};
    pthread_mutex_init(&folders->mutex, NULL);
}

enum status target_folders_prepare(struct target_folders *folders, const char *path,
                                   struct error *error) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return STATUS_OK;
    char *folder = strndup(path, (size_t)(slash - path));
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    pthread_mutex_lock(&folders->mutex);
    /* Files come folder by folder, so that remembering one is enough. */
    if (folders->ready == NULL || strcmp(folders->ready, folder) != 0) {
        status = atomic_file_make_folders(folder, error);
        if (status == STATUS_OK)
            status = atomic_file_clean(folder, NULL, error);
        if (status == STATUS_OK) {
            free(folders->ready);
            folders->ready = folder;
            folder = NULL;
        }
    }
    pthread_mutex_unlock(&folders->mutex);
    free(folder);
    return status;
}

void target_folders_release(struct target_folders *folders) {
    pthread_mutex_destroy(&folders->mutex);
    free(folders->ready);
    folders->ready = NULL;
}
