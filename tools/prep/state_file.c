#include "tools/prep/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/run_folder.h"

/* A marker that names 100,000 files takes 20 MB; a larger one is not ours. */
static const off_t LARGEST_FILE = (off_t)64 << 20;

struct json_t *state_file_parse(struct view text) {
    json_t *value = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(value))
        return value;
    json_decref(value);
    return NULL;
}

/* Reads what an open file holds; the object stays NULL when that is none. */
static enum status read_open(json_t **object, int descriptor, const char *path,
                             struct error *error) {
    struct stat info;
    if (fstat(descriptor, &info) != 0)
        return error_system(error, errno, "cannot read", path);
    if (!S_ISREG(info.st_mode) || info.st_size == 0 || info.st_size > LARGEST_FILE)
        return STATUS_OK;
    size_t size = (size_t)info.st_size, filled = 0;
    char *text = malloc(size);
    if (text == NULL)
        return error_no_memory(error, "a marker");
    ssize_t got = 1;
    while (filled < size && got > 0) {
        got = read(descriptor, text + filled, size - filled);
        filled += got > 0 ? (size_t)got : 0;
        if (got < 0 && errno == EINTR)
            got = 1;
    }
    enum status status = got < 0 ? error_system(error, errno, "cannot read", path) : STATUS_OK;
    if (status == STATUS_OK)
        *object = state_file_parse((struct view){(unsigned char *)text, filled});
    free(text);
    return status;
}

enum status state_file_read(struct json_t **object, const char *folder, const char *name,
                            const char *suffix, struct error *error) {
    *object = NULL;
    char *path = run_folder_path(folder, "state/%s%s", name, suffix);
    if (path == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor >= 0) {
        status = read_open(object, descriptor, path, error);
        close(descriptor);
    } else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE) {
        status = error_system(error, errno, "cannot open", path);
    }
    free(path);
    return status;
}

enum status state_file_write(struct json_t *object, const char *folder, const char *name,
                             const char *suffix, struct error *error) {
    struct buffer text = BUFFER_INIT;
    char *dump = object == NULL ? NULL : json_dumps(object, JSON_INDENT(1));
    char *path = run_folder_path(folder, "state/%s%s", name, suffix);
    enum status status = dump == NULL || path == NULL ? error_no_memory(error, "a marker")
                                                      : buffer_format(&text, error, "%s\n", dump);
    if (status == STATUS_OK)
        status = atomic_file_write(path, text.data, text.size, error);
    buffer_release(&text);
    free(path);
    free(dump);
    json_decref(object);
    return status;
}

enum status state_file_remove(const char *folder, const char *name, const char *suffix,
                              struct error *error) {
    char *path = run_folder_path(folder, "state/%s%s", name, suffix);
    if (path == NULL)
        return error_no_memory(error, "a file name");
    enum status status = atomic_file_remove(path, error);
    free(path);
    return status;
}
