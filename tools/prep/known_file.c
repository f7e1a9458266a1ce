#include "tools/prep/known_file.h"

#include <string.h>
#include <unistd.h>

enum status known_file_read_while(struct known_file *file, const char *path,
                                  file_digest_go_on_function *go_on, void *context,
                                  struct error *error) {
    int descriptor;
    *file = (struct known_file){0};
    enum status status = file_state_open(&descriptor, &file->state, path, error);
    if (status != STATUS_OK)
        return status;
    struct file_digests wanted = {0}, found;
    file_digests_want(&wanted, FILE_DIGEST_SHA256);
    status = file_digests_compute(&found, &wanted, descriptor, path, go_on, context, error);
    close(descriptor);
    if (status == STATUS_OK)
        memcpy(file->sha256, found.hex[FILE_DIGEST_SHA256], sizeof file->sha256);
    return status;
}

static bool is_to_go_on(void *context) {
    struct stop_signal *stop = context;
    return stop == NULL || !stop_signal_came(stop);
}

enum status known_file_read(struct known_file *file, const char *path, struct stop_signal *stop,
                            struct error *error) {
    return known_file_read_while(file, path, is_to_go_on, stop, error);
}

enum status known_file_read_steady(struct known_file *file, const char *path,
                                   struct stop_signal *stop, struct error *error) {
    enum status status = known_file_read(file, path, stop, error);
    if (status == STATUS_OK && !file_state_unchanged(&file->state, path))
        status =
            error_set(error, STATUS_FAILED,
                      "'%s' changed while it was read; run again when nobody writes to it", path);
    return status;
}

bool known_file_is(const struct known_file *file, uint64_t bytes, const char *sha256) {
    return file->state.size == bytes && strcmp(file->sha256, sha256) == 0;
}

enum status known_file_still(const struct known_file *file, const char *path, bool *still,
                             struct stop_signal *stop, struct error *error) {
    *still = file_state_unchanged(&file->state, path);
    if (*still)
        return STATUS_OK;
    struct known_file now;
    enum status status = known_file_read(&now, path, stop, error);
    if (status == STATUS_OK)
        *still = known_file_is(&now, file->state.size, file->sha256);
    return status;
}
