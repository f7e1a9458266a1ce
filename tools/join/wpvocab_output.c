#include "tools/join/wpvocab_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/cli/signals.h"

enum status wpvocab_output_check(const char *path, struct error *error) {
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return error_set(error, STATUS_USAGE, "'%s' is a folder; name the file to write", path);
    enum status status = atomic_file_check(path, error);
    if (status != STATUS_OK)
        return status;
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    if (access(folder, W_OK | X_OK) != 0)
        status = error_system(error, errno, "cannot write into the folder", folder);
    if (status == STATUS_OK)
        status = atomic_file_clean(folder, NULL, error);
    free(folder);
    return status;
}

static enum status write_all(struct byte_sink *sink, struct view bytes, struct error *error) {
    enum status status = byte_sink_write(sink, bytes.data, bytes.size, error);
    return status == STATUS_OK ? byte_sink_flush(sink, error) : status;
}

enum status wpvocab_output_write(const char *path, struct byte_sink *sink, struct view vocabulary,
                                 struct error *error) {
    if (path == NULL)
        return write_all(sink, vocabulary, error);
    struct atomic_file file;
    enum status status = atomic_file_prepare(&file, path, error);
    if (status != STATUS_OK)
        return status;
    int slot = signals_remember(file.temporary);
    status = atomic_file_create(&file, error);
    struct byte_sink to_file;
    byte_sink_to_descriptor(&to_file, file.descriptor, path);
    if (status == STATUS_OK)
        status = write_all(&to_file, vocabulary, error);
    if (status == STATUS_OK)
        status = atomic_file_sync(&file, error);
    byte_sink_release(&to_file);
    signals_forget(slot);
    if (status == STATUS_OK)
        return atomic_file_publish(&file, error);
    atomic_file_abandon(&file);
    return status;
}
