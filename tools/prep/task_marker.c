#include "tools/prep/task_marker.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "tools/prep/known_file.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/state_file.h"

static const char SUFFIX[] = ".json";
static const char FORMAT[] = "mlmprep marker 1";

void task_marker_init(struct task_marker *marker) {
    *marker = (struct task_marker){.details = NULL};
}

char *task_marker_path(const char *folder, const char *path) {
    return path[0] == '/' ? strdup(path) : run_folder_path(folder, "%s", path);
}

enum status task_marker_add_known(struct task_marker *marker, const char *path, uint64_t bytes,
                                  const char *sha256, struct error *error) {
    size_t room;
    if (strlen(sha256) != RUN_PLAN_SHA256 - 1)
        return error_set(error, STATUS_FAILED, "no SHA-256 of '%.300s': '%.80s'", path, sha256);
    /* Room doubles at each power of two. */
    if ((marker->file_count & (marker->file_count - 1)) == 0) {
        struct marked_file *files = NULL;
        size_t count = marker->file_count == 0 ? 1 : marker->file_count * 2;
        if (checked_multiply_size(count, sizeof *files, &room))
            files = realloc(marker->files, room);
        if (files == NULL)
            return error_no_memory(error, "a marker");
        marker->files = files;
    }
    struct marked_file *file = &marker->files[marker->file_count];
    *file = (struct marked_file){.path = strdup(path), .bytes = bytes};
    if (file->path == NULL)
        return error_no_memory(error, "a marker");
    memcpy(file->sha256, sha256, RUN_PLAN_SHA256);
    marker->file_count++;
    return STATUS_OK;
}

enum status task_marker_add_file(struct task_marker *marker, const char *folder, const char *path,
                                 struct error *error) {
    struct known_file file;
    char *full = task_marker_path(folder, path);
    enum status status = full == NULL ? error_no_memory(error, "a file name")
                                      : known_file_read_steady(&file, full, NULL, error);
    if (status == STATUS_OK)
        status = task_marker_add_known(marker, path, file.state.size, file.sha256, error);
    free(full);
    return status;
}

static json_t *files_of(const struct task_marker *marker) {
    json_t *files = json_array();
    for (size_t i = 0; i < marker->file_count; i++) {
        const struct marked_file *file = &marker->files[i];
        if (json_array_append_new(files, json_pack("{s:s, s:I, s:s}", "path", file->path, "bytes",
                                                   (json_int_t)file->bytes, "sha256",
                                                   file->sha256)) != 0) {
            json_decref(files);
            return NULL;
        }
    }
    return files;
}

/* JSON is UTF-8 alone. */
static enum status check_paths(const struct task_marker *marker, struct error *error) {
    for (size_t i = 0; i < marker->file_count; i++) {
        json_t *text = json_string(marker->files[i].path);
        if (text == NULL)
            return error_set(
                error, STATUS_FAILED,
                "the name of '%.300s' is not UTF-8, or memory ran out; rename the file",
                marker->files[i].path);
        json_decref(text);
    }
    return STATUS_OK;
}

enum status task_marker_write(const struct task_marker *marker, const char *folder,
                              const char *name, struct error *error) {
    if (strlen(marker->key) != RUN_PLAN_SHA256 - 1)
        return error_set(error, STATUS_FAILED, "the marker '%s' has no key", name);
    enum status status = check_paths(marker, error);
    if (status != STATUS_OK)
        return status;
    json_t *files = files_of(marker);
    json_t *object = files == NULL
                         ? NULL
                         : json_pack("{s:s, s:s, s:o, s:O*}", "format", FORMAT, "key", marker->key,
                                     "files", files, "details", marker->details);
    return state_file_write(object, folder, name, SUFFIX, error);
}

static bool is_hash(const char *text) {
    return strlen(text) == RUN_PLAN_SHA256 - 1 &&
           strspn(text, "0123456789abcdef") == RUN_PLAN_SHA256 - 1;
}

/* False when one is not whole, or there is no memory. */
static bool read_files(struct task_marker *marker, const json_t *files) {
    struct error ignored;
    size_t index;
    json_t *value;
    json_array_foreach(files, index, value) {
        const char *path, *sha256;
        json_int_t bytes;
        if (json_unpack(value, "{s:s, s:I, s:s}", "path", &path, "bytes", &bytes, "sha256",
                        &sha256) != 0 ||
            *path == '\0' || bytes < 0 || !is_hash(sha256) ||
            task_marker_add_known(marker, path, (uint64_t)bytes, sha256, &ignored) != STATUS_OK)
            return false;
    }
    return true;
}

static bool read_object(struct task_marker *marker, json_t *object) {
    const char *format, *key;
    json_t *files, *details = NULL;
    task_marker_init(marker);
    if (json_unpack(object, "{s:s, s:s, s:o, s?o}", "format", &format, "key", &key, "files", &files,
                    "details", &details) != 0 ||
        strcmp(format, FORMAT) != 0 || !is_hash(key) || !json_is_array(files) ||
        (details != NULL && !json_is_object(details)))
        return false;
    memcpy(marker->key, key, sizeof marker->key);
    if (!read_files(marker, files)) {
        task_marker_release(marker);
        return false;
    }
    marker->details = json_incref(details);
    return true;
}

bool task_marker_parse(struct task_marker *marker, struct view text) {
    json_t *object = state_file_parse(text);
    bool whole = object != NULL && read_object(marker, object);
    json_decref(object);
    return whole;
}

enum status task_marker_read(struct task_marker *marker, bool *there, const char *folder,
                             const char *name, struct error *error) {
    json_t *object;
    *there = false;
    enum status status = state_file_read(&object, folder, name, SUFFIX, error);
    if (status == STATUS_OK && object != NULL)
        *there = read_object(marker, object);
    json_decref(object);
    return status;
}

bool task_marker_file_holds(const struct marked_file *file, const char *folder,
                            enum marker_check check) {
    struct known_file found;
    struct file_state state;
    struct error ignored;
    char *path = task_marker_path(folder, file->path);
    bool holds = path != NULL && file_state_look(&state, path) && state.size == file->bytes;
    if (holds && check == MARKER_CHECK_HASHES)
        holds = known_file_read_steady(&found, path, NULL, &ignored) == STATUS_OK &&
                known_file_is(&found, file->bytes, file->sha256);
    free(path);
    return holds;
}

bool task_marker_holds(const struct task_marker *marker, const char *folder, const char *key,
                       enum marker_check check) {
    bool holds = *key != '\0' && strcmp(marker->key, key) == 0;
    for (size_t i = 0; i < marker->file_count && holds; i++)
        holds = task_marker_file_holds(&marker->files[i], folder, check);
    return holds;
}

void task_marker_release(struct task_marker *marker) {
    for (size_t i = 0; i < marker->file_count; i++)
        free(marker->files[i].path);
    free(marker->files);
    json_decref(marker->details);
    task_marker_init(marker);
}
