#include "tools/mlmprep/foreign_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool foreign_files_has_ending(const char *path) {
    static const char *const ENDINGS[] = {".hdf5", ".h5", ".tfrecord", ".tfrecords"};
    const char *name = base_name(path);
    const char *dot = strrchr(name, '.');
    /* Patterns such as *.hdf5 pass hidden files over. */
    if (dot == NULL || *name == '.')
        return false;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        if (strcmp(dot, ENDINGS[i]) == 0)
            return true;
    }
    return false;
}

bool foreign_files_is_opened(const char *path) {
    return strstr(base_name(path), "training") != NULL || foreign_files_has_ending(path);
}

bool foreign_files_is_foreign(const struct named_files *named, const char *file) {
    const char *base = base_name(file);
    const struct view folder = {(const unsigned char *)file, (size_t)(base - file)};
    if (*base == '\0' || named_files_has(named, file))
        return false;
    if (foreign_files_is_opened(file))
        return true;
    if (*base == '.')
        return false;
    return folder.size > 0 ? named_files_has_beginning(named, folder)
                           : strstr(base, "part") != NULL &&
                                 named_files_has_beginning(named, view_of_string("part_"));
}

struct search {
    const char *folder;
    struct named_files named;
    foreign_files_function *function;
    void *context;
};

/* Looks at "<below><name>"; `below` ends in a slash or is empty. */
static enum status look_at(const struct search *search, const char *below, const char *name,
                           struct error *error) {
    char *file, *path = NULL;
    struct stat info;
    if (asprintf(&file, "%s%s", below, name) < 0)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    if (foreign_files_is_foreign(&search->named, file)) {
        if (asprintf(&path, "%s/%s", search->folder, file) < 0) {
            path = NULL;
            status = error_no_memory(error, "a file name");
        } else if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
            status = search->function(search->context, file, error);
        }
    }
    free(path);
    free(file);
    return status;
}

static enum status look_into(const struct search *search, const char *below, struct error *error) {
    struct dirent **entries = NULL;
    char *path;
    if (asprintf(&path, "%s/%s", search->folder, below) < 0)
        return error_no_memory(error, "a file name");
    int count = scandir(path, &entries, NULL, alphasort);
    enum status status = STATUS_OK;
    /* A folder in which all files are missing is missing, too: others tell that. */
    if (count < 0 && errno != ENOENT)
        status = error_system(error, errno, "cannot read the folder", path);
    for (int i = 0; i < count; i++) {
        if (status == STATUS_OK)
            status = look_at(search, below, entries[i]->d_name, error);
        free(entries[i]);
    }
    free(entries);
    free(path);
    return status;
}

enum status foreign_files_find(const char *folder, const struct dataset_manifest *manifest,
                               foreign_files_function *function, void *context,
                               struct error *error) {
    struct search search = {.folder = folder, .function = function, .context = context};
    enum status status = named_files_init(&search.named, manifest, error);
    if (status == STATUS_OK)
        status = look_into(&search, "", error);
    /* Names are sorted, so those of a folder stand together. */
    const char *last = "";
    size_t last_length = 0;
    for (size_t i = 0; i < search.named.count && status == STATUS_OK; i++) {
        const char *name = search.named.names[i];
        const char *slash = strrchr(name, '/');
        size_t length = slash == NULL ? 0 : (size_t)(slash - name) + 1;
        if (length == 0 || (length == last_length && memcmp(name, last, length) == 0))
            continue;
        char *below = strndup(name, length);
        if (below == NULL)
            status = error_no_memory(error, "a file name");
        else
            status = look_into(&search, below, error);
        free(below);
        last = name;
        last_length = length;
    }
    named_files_release(&search.named);
    return status;
}
