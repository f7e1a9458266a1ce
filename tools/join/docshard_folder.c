#include "tools/join/docshard_folder.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "formats/base/atomic_file.h"
#include "formats/h5/shard_name.h"

/* Open files beside the shards: standard streams, the input, a folder, the terminal, a report. */
static const size_t OTHER_FILES = 32;

static bool is_other(const char *entry, const char *name, size_t training, size_t test) {
    size_t length = strlen(entry);
    struct shard_name shard;
    struct view corpus = view_of_string(name);
    if (length < 4 || strcmp(entry + length - 4, ".txt") != 0 ||
        !shard_name_parse(&shard, view_of_string(entry)) || shard.corpus.size != corpus.size ||
        memcmp(shard.corpus.data, corpus.data, corpus.size) != 0)
        return false;
    return shard.number >= (shard.split == SHARD_NAME_TRAINING ? training : test);
}

enum status docshard_folder_others(const char *folder, const char *name, size_t training,
                                   size_t test, struct buffer *paths, struct error *error) {
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return error_system(error, errno, "cannot read the folder", folder);
    enum status status = STATUS_OK;
    struct dirent *entry;
    while (status == STATUS_OK && (entry = readdir(entries)) != NULL) {
        if (is_other(entry->d_name, name, training, test)) {
            status = buffer_format(paths, error, "%s/%s", folder, entry->d_name);
            if (status == STATUS_OK)
                status = buffer_append(paths, "", 1, error);
        }
    }
    closedir(entries);
    return status;
}

enum status docshard_folder_remove(const struct buffer *paths, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t at = 0; at < paths->size && status == STATUS_OK;) {
        const char *path = (const char *)paths->data + at;
        status = atomic_file_remove(path, error);
        at += strlen(path) + 1;
    }
    return status;
}

enum status docshard_folder_allow_files(size_t files, struct error *error) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)(files + OTHER_FILES);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= wanted)
        return STATUS_OK;
    rlim_t allowed = limit.rlim_max;
    limit.rlim_cur = wanted;
    if ((allowed == RLIM_INFINITY || wanted <= allowed) && setrlimit(RLIMIT_NOFILE, &limit) == 0)
        return STATUS_OK;
    return error_set(
        error, STATUS_FAILED,
        "%zu shards need as many open files, and only %llu are allowed; ask for fewer, "
        "or raise the limit (ulimit -Hn)",
        files, (unsigned long long)allowed);
}
