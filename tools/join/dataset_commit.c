#include "tools/join/dataset_commit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "formats/base/byte_source.h"
#include "formats/stream/provenance_kind.h"
#include "tools/cli/signals.h"

enum status dataset_commit_list(struct byte_sink *list, const char *folder, const char *file,
                                struct error *error) {
    struct buffer line = BUFFER_INIT;
    enum status status = buffer_format(&line, error, "%s/%s\n", folder, file);
    if (status == STATUS_OK)
        status = byte_sink_write(list, line.data, line.size, error);
    if (status == STATUS_OK)
        status = byte_sink_flush(list, error);
    buffer_release(&line);
    return status;
}

static bool is_named(const struct dataset_manifest *manifest, const char *file) {
    for (size_t i = 0; i < manifest->shard_count; i++) {
        if (strcmp(manifest->shards[i].file, file) == 0)
            return true;
    }
    return false;
}

unsigned dataset_commit_count_shards(const char *folder, enum shard_format format) {
    unsigned count = 0;
    for (const char *const *below = shard_format_folders(format); *below != NULL; below++) {
        char *path;
        if (asprintf(&path, "%s/%s", folder, *below) < 0)
            continue;
        DIR *entries = opendir(path);
        free(path);
        if (entries == NULL)
            continue;
        struct dirent *entry;
        while ((entry = readdir(entries)) != NULL)
            count += shard_format_is_shard(format, entry->d_name);
        closedir(entries);
    }
    return count;
}

static enum status remove_other(const char *folder, const char *file,
                                const struct messages *messages, struct error *error) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, file) < 0)
        return error_no_memory(error, "a file name");
    enum status status = atomic_file_remove(path, error);
    if (status == STATUS_OK)
        messages_note(messages, "removed '%s', which is not of this data set", path);
    free(path);
    return status;
}

/* Looks at a file "<below><name>" in the folder. */
static enum status check_file(const char *folder, const char *below, const char *name,
                              const struct dataset_manifest *manifest, bool remove_others,
                              const struct messages *messages, struct error *error) {
    char *file;
    enum status status = STATUS_OK;
    if (asprintf(&file, "%s%s", below, name) < 0)
        return error_no_memory(error, "a file name");
    if (is_named(manifest, file))
        status = STATUS_OK;
    else if (remove_others)
        status = remove_other(folder, file, messages, error);
    else
        status = error_set(error, STATUS_FAILED,
                           "'%s/%s' is not of this data set, and trainers would read it along; "
                           "remove it, give --remove-others, or use another folder",
                           folder, file);
    free(file);
    return status;
}

enum status dataset_commit_check_folder(const char *folder, const struct dataset_manifest *manifest,
                                        enum shard_format format, bool remove_others,
                                        const struct messages *messages, struct error *error) {
    enum status status = STATUS_OK;
    const char *const *below = shard_format_folders(format);
    for (; *below != NULL && status == STATUS_OK; below++) {
        char *path;
        if (asprintf(&path, "%s/%s", folder, *below) < 0)
            return error_no_memory(error, "a file name");
        DIR *entries = opendir(path);
        if (entries == NULL)
            status = error_system(error, errno, "cannot read the folder", path);
        free(path);
        struct dirent *entry;
        while (status == STATUS_OK && (entry = readdir(entries)) != NULL) {
            if (shard_format_is_shard(format, entry->d_name))
                status = check_file(folder, *below, entry->d_name, manifest, remove_others,
                                    messages, error);
        }
        if (entries != NULL)
            closedir(entries);
    }
    return status;
}

enum status dataset_commit_read(struct dataset_manifest *manifest, const char *folder,
                                struct error *error) {
    /* That of a million shards has less. */
    const size_t largest = (size_t)1 << 30;
    struct byte_source source = {.descriptor = -1};
    struct buffer text = BUFFER_INIT;
    char *path;
    if (asprintf(&path, "%s/%s", folder, DATASET_COMMIT_NAME) < 0)
        return error_no_memory(error, "a file name");
    enum status status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = byte_source_read_all(&source, largest, &text, error);
    if (status == STATUS_OK)
        status = dataset_manifest_parse(manifest, buffer_view(&text), path, error);
    byte_source_release(&source);
    buffer_release(&text);
    free(path);
    return status;
}

enum status dataset_commit_check_making(const char *folder, const char *provenance,
                                        struct error *error) {
    struct dataset_manifest manifest;
    struct error ignored;
    bool same = true;
    /* One that is missing, or is no whole dataset.json, tells of no finished data set. */
    if (dataset_commit_read(&manifest, folder, &ignored) != STATUS_OK)
        return STATUS_OK;
    enum status status = provenance_kind_compare(&same, view_of_string(manifest.provenance),
                                                 view_of_string(provenance), error);
    dataset_manifest_release(&manifest);
    if (status == STATUS_OK && !same)
        status = error_set(error, STATUS_FAILED,
                           "'%s' holds a data set that was made with other options or another "
                           "vocabulary; give -o another folder, or --remove-others to replace it",
                           folder);
    return status;
}

enum status dataset_commit_remove(const char *folder, struct error *error) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, DATASET_COMMIT_NAME) < 0)
        return error_no_memory(error, "a file name");
    enum status status = atomic_file_remove(path, error);
    free(path);
    return status;
}

/* Whether a file's content is what its digest says; a file that cannot be read has another. */
static bool has_digest(const char *path, const unsigned char digest[SHA256_SIZE]) {
    unsigned char found[SHA256_SIZE];
    struct file_state state;
    struct error ignored;
    int descriptor;
    if (file_state_open(&descriptor, &state, path, &ignored) != STATUS_OK)
        return false;
    enum status status = sha256_of_descriptor(descriptor, path, found, &ignored);
    close(descriptor);
    return status == STATUS_OK && memcmp(found, digest, sizeof found) == 0;
}

enum status dataset_commit_check_shards(const char *folder, const struct dataset_manifest *manifest,
                                        const struct file_state *states, struct error *error) {
    for (size_t i = 0; i < manifest->shard_count; i++) {
        const struct dataset_shard *shard = &manifest->shards[i];
        char *path;
        if (asprintf(&path, "%s/%s", folder, shard->file) < 0)
            return error_no_memory(error, "a file name");
        bool same = file_state_unchanged(&states[i], path) || has_digest(path, shard->digest);
        free(path);
        if (!same)
            return error_set(
                error, STATUS_FAILED,
                "'%s/%s' was changed or replaced while this run went on; let one run at "
                "a time write to a folder",
                folder, shard->file);
    }
    return STATUS_OK;
}

/* Writes the text into the temporary file. */
static enum status fill(const struct atomic_file *file, const struct buffer *text,
                        struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, file->descriptor, file->path);
    enum status status = byte_sink_write(&sink, text->data, text->size, error);
    if (status == STATUS_OK)
        status = byte_sink_flush(&sink, error);
    byte_sink_release(&sink);
    return status;
}

static enum status publish(const char *path, const struct buffer *text, struct error *error) {
    struct atomic_file file;
    enum status status = atomic_file_prepare(&file, path, error);
    if (status != STATUS_OK)
        return status;
    int slot = signals_remember(file.temporary);
    status = atomic_file_create(&file, error);
    if (status == STATUS_OK)
        status = fill(&file, text, error);
    if (status == STATUS_OK)
        status = atomic_file_sync(&file, error);
    signals_forget(slot);
    if (status == STATUS_OK)
        return atomic_file_publish(&file, error);
    atomic_file_abandon(&file);
    return status;
}

enum status dataset_commit_write(const char *folder, const struct dataset_manifest *manifest,
                                 struct byte_sink *list, struct error *error) {
    struct buffer text = BUFFER_INIT;
    char *path = NULL;
    enum status status = dataset_manifest_write(manifest, &text, error);
    if (status == STATUS_OK && asprintf(&path, "%s/%s", folder, DATASET_COMMIT_NAME) < 0)
        status = error_no_memory(error, "a file name");
    if (status == STATUS_OK)
        status = publish(path, &text, error);
    if (status == STATUS_OK)
        status = dataset_commit_list(list, folder, DATASET_COMMIT_NAME, error);
    free(path);
    buffer_release(&text);
    return status;
}
