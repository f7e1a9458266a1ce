#include "tools/prep/shard_manifest.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/file_state.h"

/* Between the output folder and what matters of a path. */
static const char MARK[] = "/./";

static const char NAME[] = "/dataset.json";

static enum status refuse(const char *shard, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "h5pack has not made one shard named '%s' of the text of that name; leave out "
                     "the options that have it cut or name shards otherwise",
                     shard);
}

/* Reads a line without its end; false when there is none, or one longer than any path. */
static bool read_line(char line[PATH_MAX], FILE *file) {
    if (fgets(line, PATH_MAX, file) == NULL)
        return false;
    size_t length = strlen(line);
    if (length == 0 || line[length - 1] != '\n')
        return false;
    line[length - 1] = '\0';
    return true;
}

/* What is behind the mark; the path of the output folder may have such a part, too. NULL: no mark.
 */
static const char *behind_mark(const char *path) {
    const char *found = NULL;
    while ((path = strstr(path, MARK)) != NULL) {
        path += sizeof MARK - 1;
        found = path;
    }
    return found;
}

/* Takes the two lines of the list: the shard, and its dataset.json. */
static enum status take_lines(struct shard_manifest *manifest, FILE *file, char json[PATH_MAX],
                              const char *shard, struct error *error) {
    char line[PATH_MAX], none[PATH_MAX];
    if (!read_line(line, file) || !read_line(json, file) || read_line(none, file))
        return refuse(shard, error);
    const char *place = behind_mark(line), *set = behind_mark(json);
    size_t length = strlen(json), end = sizeof NAME - 1;
    if (place == NULL || set == NULL || length < end || strcmp(json + length - end, NAME) != 0)
        return refuse(shard, error);
    const char *base = strrchr(line, '/') + 1;
    size_t size = strlen(shard);
    if (strncmp(base, shard, size) != 0 || base[size] != '.')
        return refuse(shard, error);
    manifest->file = strdup(line);
    manifest->place = strdup(place);
    manifest->set = strndup(set, strlen(set) - end);
    return manifest->file == NULL || manifest->place == NULL || manifest->set == NULL
               ? error_no_memory(error, "a path")
               : STATUS_OK;
}

static enum status read_list(struct shard_manifest *manifest, const char *list, char json[PATH_MAX],
                             const char *shard, struct error *error) {
    FILE *file = fopen(list, "re");
    if (file == NULL)
        return refuse(shard, error);
    enum status status = take_lines(manifest, file, json, shard, error);
    fclose(file);
    return status;
}

/* What the object says of the shard has to be of the file that is there. */
static bool take_members(struct shard_manifest *manifest) {
    const json_t *shards = json_object_get(manifest->object, "shards");
    const json_t *one = json_array_get(shards, 0);
    json_int_t bytes = json_integer_value(json_object_get(one, "bytes"));
    const char *sha256 = json_string_value(json_object_get(one, "sha256"));
    struct file_state state;
    if (json_array_size(shards) != 1 || sha256 == NULL ||
        strlen(sha256) != sizeof manifest->sha256 - 1 || bytes <= 0 ||
        !file_state_look(&state, manifest->file) || state.size != (uint64_t)bytes)
        return false;
    manifest->bytes = state.size;
    memcpy(manifest->sha256, sha256, sizeof manifest->sha256);
    return true;
}

enum status shard_manifest_read(struct shard_manifest *manifest, const char *list,
                                const char *shard, struct error *error) {
    char json[PATH_MAX];
    *manifest = (struct shard_manifest){0};
    enum status status = read_list(manifest, list, json, shard, error);
    if (status == STATUS_OK) {
        manifest->object = json_load_file(json, 0, NULL);
        if (manifest->object == NULL || !take_members(manifest))
            status = error_set(error, STATUS_CORRUPT,
                               "'%s' does not tell of the shard that h5pack has made", json);
    }
    if (status != STATUS_OK)
        shard_manifest_release(manifest);
    return status;
}

void shard_manifest_release(struct shard_manifest *manifest) {
    free(manifest->file);
    free(manifest->place);
    free(manifest->set);
    json_decref(manifest->object);
    *manifest = (struct shard_manifest){0};
}
