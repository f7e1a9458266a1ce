#include "tools/s3/new_file.h"

#include <stdlib.h>
#include <string.h>

static void forget(struct new_file *new_file) {
    if (new_file->forget != NULL && new_file->remembered != NULL)
        new_file->forget(new_file->number);
    free(new_file->remembered);
    new_file->remembered = NULL;
}

enum status new_file_begin(struct new_file *new_file, struct transfer_worker *worker,
                           const char *path, struct error *error) {
    const struct transfer_options *options = &worker->settings->options;
    *new_file = (struct new_file){.forget = options->forget, .number = -1};
    enum status status = target_folders_prepare(&worker->settings->folders, path, error);
    if (status == STATUS_OK)
        status = atomic_file_prepare(&new_file->file, path, error);
    if (status != STATUS_OK)
        return status;
    /* The handler may look at the name until it is forgotten, and publishing frees it. */
    new_file->remembered = strdup(new_file->file.temporary);
    if (new_file->remembered == NULL)
        status = error_no_memory(error, "a file name");
    else if (options->remember != NULL)
        new_file->number = options->remember(new_file->remembered);
    if (status == STATUS_OK)
        status = atomic_file_create(&new_file->file, error);
    if (status != STATUS_OK)
        new_file_abandon(new_file);
    return status;
}

enum status new_file_publish(struct new_file *new_file, struct error *error) {
    enum status status = atomic_file_publish(&new_file->file, error);
    forget(new_file);
    return status;
}

void new_file_abandon(struct new_file *new_file) {
    atomic_file_abandon(&new_file->file);
    forget(new_file);
}
