#include "tools/join/h5look_set.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/base/byte_source.h"
#include "tools/join/dataset_commit.h"

/* A dataset.json of a million shards has less. */
static const size_t LARGEST_MANIFEST = (size_t)1 << 30;

/* Folders in folders: the root of a data set, its corpora, training and test. */
enum { DEEPEST = 6 };

static bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name);
    return length > strlen(ending) && strcmp(name + length - strlen(ending), ending) == 0;
}

static bool is_shard_name(const char *name) {
    return name[0] != '.' &&
           (has_ending(name, ".hdf5") || has_ending(name, ".h5") || has_ending(name, ".tfrecord"));
}

/* Makes room for one more at the end of an array. */
static enum status grow(void **items, size_t count, size_t *capacity, size_t size,
                        struct error *error) {
    if (*items != NULL && count < *capacity)
        return STATUS_OK;
    size_t more = *capacity == 0 ? 8 : *capacity * 2;
    void *grown = reallocarray(*items, more, size);
    if (grown == NULL)
        return error_no_memory(error, "the list of shards");
    *items = grown;
    *capacity = more;
    return STATUS_OK;
}

static enum status add_file(struct h5look_set *set, const char *name, struct error *error) {
    void *items = set->files;
    enum status status = grow(&items, set->count, &set->capacity, sizeof *set->files, error);
    set->files = items;
    if (status != STATUS_OK)
        return status;
    struct h5look_file *file = &set->files[set->count];
    *file = (struct h5look_file){.name = strdup(name)};
    if (file->name == NULL || asprintf(&file->path, "%s/%s", set->folder, name) < 0) {
        free(file->name);
        return error_no_memory(error, "the list of shards");
    }
    set->count++;
    struct stat info;
    if (stat(file->path, &info) == 0)
        file->bytes = (uint64_t)info.st_size;
    return STATUS_OK;
}

/* Reads dataset.json where there is one; that it is wrong is a finding, not a failure. */
static enum status read_manifest(struct h5look_set *set, struct error *error) {
    struct byte_source source = {.descriptor = -1};
    struct buffer text = BUFFER_INIT;
    struct stat info;
    char *path;
    if (asprintf(&path, "%s/%s", set->folder, DATASET_COMMIT_NAME) < 0)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    if (stat(path, &info) == 0) {
        status = byte_source_open(&source, path, error);
        if (status == STATUS_OK)
            status = byte_source_read_all(&source, LARGEST_MANIFEST, &text, error);
        if (status == STATUS_OK)
            status = dataset_manifest_parse(&set->manifest, buffer_view(&text), path, error);
        set->has_manifest = status == STATUS_OK;
        byte_source_release(&source);
        if (status != STATUS_OK && status != STATUS_NO_MEMORY) {
            set->manifest_fault = strdup(error->message);
            status = set->manifest_fault != NULL ? STATUS_OK : error_no_memory(error, "a sentence");
        }
    }
    buffer_release(&text);
    free(path);
    return status;
}

static enum status new_set(struct h5look_sets *sets, const char *folder, bool whole,
                           struct error *error) {
    void *items = sets->items;
    enum status status = grow(&items, sets->count, &sets->capacity, sizeof *sets->items, error);
    sets->items = items;
    if (status != STATUS_OK)
        return status;
    struct h5look_set *set = &sets->items[sets->count++];
    *set = (struct h5look_set){.folder = strdup(folder), .whole_folder = whole};
    h5look_duplicates_init(&set->duplicates, 0);
    return set->folder != NULL ? read_manifest(set, error) : error_no_memory(error, "a set");
}

static int compare_files(const void *a, const void *b) {
    return strcmp(((const struct h5look_file *)a)->name, ((const struct h5look_file *)b)->name);
}

/* Sorts files by name, and joins them with what dataset.json says of them; files that are missing
 * are added, unless only some files were asked for. */
static enum status join_manifest(struct h5look_set *set, struct error *error) {
    size_t count = set->count;
    enum status status = STATUS_OK;
    if (count > 0 && set->whole_folder)
        qsort(set->files, count, sizeof *set->files, compare_files);
    for (size_t i = 0; status == STATUS_OK && i < set->manifest.shard_count; i++) {
        const struct dataset_shard *shard = &set->manifest.shards[i];
        struct h5look_file key = {.name = shard->file};
        struct h5look_file *file =
            count == 0 ? NULL : bsearch(&key, set->files, count, sizeof key, compare_files);
        if (file == NULL && set->whole_folder) {
            status = add_file(set, shard->file, error);
            file = status == STATUS_OK ? &set->files[set->count - 1] : NULL;
        }
        if (file != NULL)
            file->named = shard;
    }
    if (set->count > count)
        qsort(set->files, set->count, sizeof *set->files, compare_files);
    return status;
}

static void note_intruder(struct h5look_set *set, const char *name) {
    if (set->intruder == NULL && strstr(name, "training") != NULL && !is_shard_name(name))
        set->intruder = strdup(name);
}

static enum status find_below(struct h5look_sets *sets, const char *folder, unsigned depth,
                              struct error *error);

/* Takes the entries of a folder, or of one below that belongs to the same set. */
static enum status take_entries(struct h5look_set *set, const char *below, struct error *error) {
    char *path;
    if (asprintf(&path, "%s/%s", set->folder, below) < 0)
        return error_no_memory(error, "a file name");
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    enum status status = STATUS_OK;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char *inner = NULL;
        if (status == STATUS_OK && is_shard_name(name)) {
            if (asprintf(&inner, "%s%s", below, name) < 0) {
                inner = NULL;
                status = error_no_memory(error, "a file name");
            } else {
                status = add_file(set, inner, error);
            }
            free(inner);
        } else if (below[0] == '\0' && strcmp(name, "training") != 0) {
            note_intruder(set, name);
        }
        free(entries[i]);
    }
    free(entries);
    free(path);
    return status;
}

/* Whether a folder has shards or a dataset.json; -1 when it cannot be read. */
static int is_set(const char *folder) {
    DIR *directory = opendir(folder);
    if (directory == NULL)
        return -1;
    const struct dirent *entry;
    int found = 0;
    while (found == 0 && (entry = readdir(directory)) != NULL)
        found = is_shard_name(entry->d_name) || strcmp(entry->d_name, DATASET_COMMIT_NAME) == 0;
    closedir(directory);
    return found;
}

static enum status take_set(struct h5look_sets *sets, const char *folder, struct error *error) {
    enum status status = new_set(sets, folder, true, error);
    if (status != STATUS_OK)
        return status;
    struct h5look_set *set = &sets->items[sets->count - 1];
    status = take_entries(set, "", error);
    /* TFRecords lie a folder below. */
    if (status == STATUS_OK && set->has_manifest)
        status = take_entries(set, "test/", error);
    if (status == STATUS_OK && set->has_manifest)
        status = take_entries(set, "training/", error);
    return status == STATUS_OK ? join_manifest(set, error) : status;
}

static enum status descend(struct h5look_sets *sets, const char *folder, unsigned depth,
                           struct error *error) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return error_system(error, errno, "cannot read the folder", folder);
    enum status status = STATUS_OK;
    for (int i = 0; i < count; i++) {
        char *path = NULL;
        struct stat info;
        if (status == STATUS_OK && entries[i]->d_name[0] != '.') {
            if (asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0) {
                path = NULL;
                status = error_no_memory(error, "a file name");
            } else if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
                status = find_below(sets, path, depth + 1, error);
            }
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
    return status;
}

static enum status find_below(struct h5look_sets *sets, const char *folder, unsigned depth,
                              struct error *error) {
    int found = is_set(folder);
    if (found < 0)
        return error_system(error, errno, "cannot read the folder", folder);
    size_t before = sets->count;
    enum status status = found > 0 ? take_set(sets, folder, error) : STATUS_OK;
    bool done = sets->count > before && sets->items[before].has_manifest;
    if (status == STATUS_OK && !done && depth < DEEPEST)
        status = descend(sets, folder, depth, error);
    return status;
}

/* A file of its own joins the set of the one before it where their folder is the same. */
static enum status take_file(struct h5look_sets *sets, const char *path, struct error *error) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    const struct h5look_set *last = sets->count > 0 ? &sets->items[sets->count - 1] : NULL;
    if (last == NULL || last->whole_folder || strcmp(last->folder, folder) != 0)
        status = new_set(sets, folder, false, error);
    free(folder);
    if (status != STATUS_OK)
        return status;
    struct h5look_set *set = &sets->items[sets->count - 1];
    status = add_file(set, slash == NULL ? path : slash + 1, error);
    if (status != STATUS_OK)
        return status;
    struct h5look_file *file = &set->files[set->count - 1];
    for (size_t i = 0; i < set->manifest.shard_count && file->named == NULL; i++) {
        if (strcmp(set->manifest.shards[i].file, file->name) == 0)
            file->named = &set->manifest.shards[i];
    }
    return STATUS_OK;
}

enum status h5look_sets_find(struct h5look_sets *sets, char *const *paths, size_t count,
                             struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct stat info;
        size_t before = sets->count;
        if (stat(paths[i], &info) != 0)
            return error_system(error, errno, "cannot open", paths[i]);
        if (!S_ISDIR(info.st_mode)) {
            status = take_file(sets, paths[i], error);
            continue;
        }
        size_t length = strlen(paths[i]);
        while (length > 1 && paths[i][length - 1] == '/')
            length--;
        char *folder = strndup(paths[i], length);
        if (folder == NULL)
            return error_no_memory(error, "a file name");
        status = find_below(sets, folder, 0, error);
        free(folder);
        if (status == STATUS_OK && sets->count == before)
            status = error_set(error, STATUS_FAILED,
                               "there are no shards in '%s'; they are files named *.hdf5, *.h5 or "
                               "*.tfrecord",
                               paths[i]);
    }
    return status;
}

static void release_set(struct h5look_set *set) {
    for (size_t i = 0; i < set->count; i++) {
        free(set->files[i].path);
        free(set->files[i].name);
        free(set->files[i].fault);
    }
    free(set->files);
    free(set->folder);
    free(set->manifest_fault);
    free(set->intruder);
    free(set->provenance);
    dataset_manifest_release(&set->manifest);
    h5look_statistics_release(&set->statistics);
    h5look_duplicates_release(&set->duplicates);
}

void h5look_sets_release(struct h5look_sets *sets) {
    for (size_t i = 0; i < sets->count; i++)
        release_set(&sets->items[i]);
    free(sets->items);
    *sets = (struct h5look_sets){.items = NULL};
}

bool h5look_file_is_training(const struct h5look_file *file) {
    return strstr(file->name, "training") != NULL;
}
