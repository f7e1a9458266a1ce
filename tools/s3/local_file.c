#include "tools/s3/local_file.h"

#include <unistd.h>

enum status local_file_open(struct local_file *file, const char *path, struct error *error) {
    *file = (struct local_file){.path = path, .descriptor = -1};
    return file_state_open(&file->descriptor, &file->state, path, error);
}

bool local_file_unchanged(void *context) {
    const struct local_file *file = context;
    return file_state_unchanged(&file->state, file->path);
}

bool local_file_is_planned(const struct local_file *file, const struct sync_action *action) {
    return action->has_state && action->sha256[0] != '\0' &&
           file_state_equal(&action->source_state, &file->state);
}

void local_file_close(struct local_file *file) {
    if (file->descriptor >= 0)
        close(file->descriptor);
    file->descriptor = -1;
}
