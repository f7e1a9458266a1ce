#include "tools/mlmprep/finish_dataset.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "formats/base/file_state.h"
#include "tools/join/dataset_commit.h"
#include "tools/mlmprep/foreign_files.h"
#include "tools/prep/run_folder.h"

/* How the shard was made: by the file, or, of kinds that have no room for it, by its marker. */
static const char *provenance_of(const struct finish_shard *shard) {
    const char *own = shard->found.provenance;
    if (own == NULL)
        own = shard->made.provenance;
    return own == NULL ? "{}" : own;
}

/* Adds, among what is said of shards, how they were made equal. */
static enum status tell_even(char **told, const char *provenance, const char *even,
                             struct error *error) {
    json_t *root = json_loads(provenance, JSON_ALLOW_NUL, NULL);
    json_t *shards = json_object_get(root, "shards");
    *told = NULL;
    if (shards == NULL) {
        /* Fails for what is no object, and nothing is left then to be told in. */
        json_t *added = json_object();
        shards = json_object_set_new(root, "shards", added) == 0 ? added : NULL;
    }
    if (json_object_set_new(shards, "even", json_string(even)) == 0)
        *told = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return *told != NULL ? STATUS_OK
                         : error_set(error, STATUS_CORRUPT,
                                     "the provenance of shards cannot be read, or memory ran out");
}

static enum status init(struct dataset_manifest *manifest, const struct finish_shard *shard,
                        const char *even, struct error *error) {
    const char *provenance = provenance_of(shard);
    char *told = NULL;
    enum status status = even == NULL ? STATUS_OK : tell_even(&told, provenance, even, error);
    if (status == STATUS_OK)
        status = dataset_manifest_init(manifest, shard->found.shape,
                                       told == NULL ? provenance : told, error);
    free(told);
    return status;
}

/* The first shard of a set. */
static const struct finish_shard *first_of(const struct finish_shards *shards, size_t set) {
    size_t i = 0;
    while (shards->items[i].set != set)
        i++;
    return &shards->items[i];
}

static enum status add(struct dataset_manifest *manifest, const struct finish_shard *shard,
                       const struct finish_shard *first, struct error *error) {
    const struct shard_shape one = shard->found.shape, other = first->found.shape;
    if (strcmp(provenance_of(shard), provenance_of(first)) != 0 ||
        one.max_seq_length != other.max_seq_length ||
        one.max_predictions_per_seq != other.max_predictions_per_seq)
        return error_set(error, STATUS_FAILED,
                         "'%s' was made in another way than '%s'; remove both, and have them made "
                         "again by 'mlmprep run'",
                         shard->path, first->path);
    return dataset_manifest_add(manifest, &shard->found.shard, error);
}

enum status finish_dataset_make(struct dataset_manifest *manifest,
                                const struct finish_shards *shards, size_t set, const char *even,
                                struct error *error) {
    const struct finish_shard *first = first_of(shards, set);
    enum status status = init(manifest, first, shards->sets[set].changed ? even : NULL, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < shards->count && status == STATUS_OK; i++) {
        if (shards->items[i].set == set)
            status = add(manifest, &shards->items[i], first, error);
    }
    if (status != STATUS_OK)
        dataset_manifest_release(manifest);
    return status;
}

static enum status refuse(void *context, const char *file, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "'%s/%s' is not of this data set, and trainers would read it along; remove it "
                     "and finish again",
                     (const char *)context, file);
}

static enum status check_folder(const struct finish_shards *shards, size_t set, const char *folder,
                                struct error *error) {
    struct dataset_manifest manifest;
    enum status status = finish_dataset_make(&manifest, shards, set, NULL, error);
    if (status != STATUS_OK)
        return status;
    status = foreign_files_find(folder, &manifest, refuse, (void *)(uintptr_t)folder, error);
    dataset_manifest_release(&manifest);
    return status;
}

enum status finish_dataset_check_folders(const struct finish_shards *shards, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < shards->set_count && status == STATUS_OK; i++) {
        char *folder = run_folder_path(shards->folder, "%s", shards->sets[i].folder);
        status = folder == NULL ? error_no_memory(error, "a file name")
                                : check_folder(shards, i, folder, error);
        free(folder);
    }
    return status;
}

/* Whether a file holds this text; one that cannot be read holds another. */
static bool holds(const char *path, const struct buffer *text) {
    struct byte_source source = {.descriptor = -1};
    struct buffer content = BUFFER_INIT;
    struct error ignored;
    struct file_state state;
    /* Opening a pipe would wait for its writer. */
    if (!file_state_look(&state, path))
        return false;
    enum status status = byte_source_open(&source, path, &ignored);
    if (status == STATUS_OK)
        status = byte_source_read_all(&source, text->size, &content, &ignored);
    bool same = status == STATUS_OK && content.size == text->size &&
                memcmp(content.data, text->data, text->size) == 0;
    byte_source_release(&source);
    buffer_release(&content);
    return same;
}

enum status finish_dataset_write(bool *same, const char *folder,
                                 const struct dataset_manifest *manifest, struct byte_sink *list,
                                 struct error *error) {
    struct buffer text = BUFFER_INIT;
    char *path = NULL;
    enum status status = dataset_manifest_write(manifest, &text, error);
    if (status == STATUS_OK && asprintf(&path, "%s/%s", folder, DATASET_COMMIT_NAME) < 0) {
        path = NULL;
        status = error_no_memory(error, "a file name");
    }
    *same = status == STATUS_OK && holds(path, &text);
    if (status == STATUS_OK)
        status = *same ? dataset_commit_list(list, folder, DATASET_COMMIT_NAME, error)
                       : dataset_commit_write(folder, manifest, list, error);
    free(path);
    buffer_release(&text);
    return status;
}
