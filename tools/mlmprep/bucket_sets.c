#include "tools/mlmprep/bucket_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/join/dataset_commit.h"
#include "tools/mlmprep/foreign_files.h"
#include "tools/mlmprep/verify_report.h"

/* A dataset.json of a million shards has less. */
static const size_t LARGEST_MANIFEST = (size_t)1 << 30;

/* The folder of a key that is a dataset.json's, with its slash: its length; SIZE_MAX for others. */
static size_t commit_folder(const char *key) {
    const char *slash = strrchr(key, '/');
    const char *name = slash == NULL ? key : slash + 1;
    return strcmp(name, DATASET_COMMIT_NAME) == 0 ? (size_t)(name - key) : SIZE_MAX;
}

static enum status add_set(struct bucket_sets *sets, const char *key, size_t length,
                           struct error *error) {
    struct bucket_set *items = reallocarray(sets->items, sets->count + 1, sizeof *items);
    if (items == NULL)
        return error_no_memory(error, "the list of data sets");
    sets->items = items;
    items[sets->count] = (struct bucket_set){.folder = strndup(key, length)};
    if (items[sets->count].folder == NULL)
        return error_no_memory(error, "the list of data sets");
    sets->count++;
    return STATUS_OK;
}

static int compare_sets(const void *a, const void *b) {
    return strcmp(((const struct bucket_set *)a)->folder, ((const struct bucket_set *)b)->folder);
}

static enum status find_folders(struct bucket_sets *sets, const char *prefix, struct error *error) {
    struct remote_cursor cursor = {.part = 0};
    struct remote_object object;
    bool more = true;
    enum status status = STATUS_OK;
    if (sets->index.denied)
        return add_set(sets, prefix, strlen(prefix), error);
    while (status == STATUS_OK) {
        status = remote_index_next(&sets->index, &cursor, &more, &object, error);
        if (status != STATUS_OK || !more)
            break;
        size_t length = commit_folder(object.key);
        if (length != SIZE_MAX)
            status = add_set(sets, object.key, length, error);
    }
    remote_cursor_release(&cursor);
    if (sets->count > 1)
        qsort(sets->items, sets->count, sizeof *sets->items, compare_sets);
    return status;
}

/* Reads a set's dataset.json; that it is damaged is a finding. */
static enum status read_set(struct bucket_sets *sets, struct bucket_set *set, bool *found,
                            struct error *error) {
    struct buffer text = BUFFER_INIT;
    char *key;
    if (asprintf(&key, "%s%s", set->folder, DATASET_COMMIT_NAME) < 0)
        return error_no_memory(error, "a key");
    enum status status =
        sets->reader->calls->read(sets->reader, &text, found, key, LARGEST_MANIFEST, error);
    if (status == STATUS_OK && *found) {
        status = dataset_manifest_parse(&set->manifest, buffer_view(&text), key, error);
        if (status == STATUS_OK)
            status = named_files_init(&set->named, &set->manifest, error);
        else if (status != STATUS_NO_MEMORY) {
            char fault[ERROR_MESSAGE_SIZE + 64];
            verify_fault_of(fault, sizeof fault, key, error->message);
            set->fault = strdup(fault);
            status = set->fault == NULL ? error_no_memory(error, "a sentence") : STATUS_OK;
        }
    }
    buffer_release(&text);
    free(key);
    return status;
}

static enum status read_sets(struct bucket_sets *sets, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sets->count && status == STATUS_OK; i++) {
        struct bucket_set *set = &sets->items[i];
        bool found = false;
        status = read_set(sets, set, &found, error);
        if (status == STATUS_OK && !found)
            status = error_set(error, STATUS_FAILED,
                               "'s3://%s/%s%s' cannot be read: it is not there, or the permission "
                               "s3:GetObject is missing",
                               sets->reader->bucket, set->folder, DATASET_COMMIT_NAME);
    }
    return status;
}

enum status bucket_sets_find(struct bucket_sets *sets, struct bucket_reader *reader,
                             const char *prefix, struct error *error) {
    char *below;
    *sets = (struct bucket_sets){.reader = reader};
    remote_index_init(&sets->index, reader);
    if (asprintf(&below, "%s%s", prefix, *prefix == '\0' ? "" : "/") < 0)
        return error_no_memory(error, "a key");
    enum status status = remote_index_cover(&sets->index, below, error);
    if (status == STATUS_OK)
        status = find_folders(sets, below, error);
    if (status == STATUS_OK)
        status = read_sets(sets, error);
    free(below);
    if (status != STATUS_OK)
        bucket_sets_release(sets);
    return status;
}

/* The set in whose folder a key lies: the deepest, which is the last that begins it. */
static const struct bucket_set *set_of(const struct bucket_sets *sets, const char *key) {
    const struct bucket_set *deepest = NULL;
    for (size_t i = 0; i < sets->count; i++) {
        const char *folder = sets->items[i].folder;
        if (strncmp(key, folder, strlen(folder)) == 0)
            deepest = &sets->items[i];
    }
    return deepest;
}

static bool is_stray(const struct bucket_stray *stray) {
    if (stray->set == NULL)
        return foreign_files_has_ending(stray->key);
    return stray->set->fault == NULL &&
           foreign_files_is_foreign(&stray->set->named, stray->key + strlen(stray->set->folder));
}

enum status bucket_sets_find_strays(const struct bucket_sets *sets, bucket_sets_function *function,
                                    void *context, struct error *error) {
    struct remote_cursor cursor = {.part = 0};
    struct remote_object object;
    bool more = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        status = remote_index_next(&sets->index, &cursor, &more, &object, error);
        if (status != STATUS_OK || !more)
            break;
        const struct bucket_stray stray = {object.key, set_of(sets, object.key)};
        if (is_stray(&stray))
            status = function(context, &stray, error);
    }
    remote_cursor_release(&cursor);
    return status;
}

void bucket_sets_release(struct bucket_sets *sets) {
    for (size_t i = 0; i < sets->count; i++) {
        free(sets->items[i].folder);
        free(sets->items[i].fault);
        named_files_release(&sets->items[i].named);
        dataset_manifest_release(&sets->items[i].manifest);
    }
    free(sets->items);
    remote_index_release(&sets->index);
    *sets = (struct bucket_sets){.count = 0};
}
