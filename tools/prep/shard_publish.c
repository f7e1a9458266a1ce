#include "tools/prep/shard_publish.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/known_file.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_look.h"

/* Whether somebody has published the phase meanwhile: reads the shard. */
static enum status is_there(bool *there, const char *folder, const struct run_plan *plan,
                            const struct task_inputs *inputs, size_t task, size_t index,
                            struct error *error) {
    struct task_look look;
    enum status status =
        task_look_at(&look, folder, plan, inputs, task, MARKER_CHECK_HASHES, error);
    if (status != STATUS_OK)
        return status;
    *there = look.made[index];
    task_look_release(&look);
    return STATUS_OK;
}

/* The list that the folder of a data set may have, of the shards as they were. */
static enum status remove_list(const char *folder, const char *set, struct error *error) {
    char *list = run_folder_path(folder, "shards/%s/dataset.json", set);
    if (list == NULL)
        return error_no_memory(error, "a path");
    enum status status = atomic_file_remove(list, error);
    free(list);
    return status;
}

/* Whether the file has the shard's content already; false where there is none. */
static enum status is_equal(bool *equal, const char *path, const struct shard_manifest *made,
                            struct error *error) {
    struct known_file file;
    *equal = false;
    if (!file_state_look(&file.state, path) || file.state.size != made->bytes)
        return STATUS_OK;
    enum status status = known_file_read(&file, path, NULL, error);
    *equal = status == STATUS_OK && known_file_is(&file, made->bytes, made->sha256);
    return status;
}

/*
 * Where nothing has the name, a list is of no use: it would name what is not there. When something
 * takes the name in the same moment, it is another copy of this task, with the same bytes. What had
 * it before is replaced, whatever it is: a link that leads nowhere, too.
 */
static enum status move_to_place(const struct shard_manifest *made, const char *folder,
                                 const char *path, struct error *error) {
    bool equal = false, taken = false;
    enum status status = is_equal(&equal, path, made, error);
    if (status != STATUS_OK || equal)
        return status;
    struct stat info;
    bool replaces = lstat(path, &info) == 0;
    status = remove_list(folder, made->set, error);
    if (status == STATUS_OK)
        status = atomic_file_move(made->file, path,
                                  replaces ? ATOMIC_FILE_REPLACE : ATOMIC_FILE_KEEP, &taken, error);
    if (status == STATUS_OK && taken)
        status = is_equal(&equal, path, made, error);
    if (status == STATUS_OK && taken && !equal)
        status =
            error_set(error, STATUS_TEMPORARY,
                      "'%s' was made twice at the same time, and differently; run again", path);
    return status;
}

static enum status make_folder_of(const char *path, struct error *error) {
    char *folder = strndup(path, (size_t)(strrchr(path, '/') - path));
    if (folder == NULL)
        return error_no_memory(error, "a path");
    enum status status = atomic_file_make_folders(folder, error);
    free(folder);
    return status;
}

static enum status write_marker(const struct made_shard *shard, const char *folder,
                                const struct run_plan *plan, const struct task_inputs *inputs,
                                size_t task, unsigned phase, struct error *error) {
    const struct shard_manifest *made = &shard->manifest;
    struct task_marker marker;
    char *name = NULL;
    task_marker_init(&marker);
    char *place = run_folder_path("shards", "%s", made->place);
    enum status status = place == NULL ? error_no_memory(error, "a path")
                                       : task_look_marker_name(&name, task, phase, error);
    if (status == STATUS_OK)
        status = task_inputs_key(marker.key, inputs, plan, task, phase, error);
    if (status == STATUS_OK)
        status = task_marker_add_known(&marker, place, made->bytes, made->sha256, error);
    if (status == STATUS_OK) {
        marker.details = json_incref(shard->details);
        status = task_marker_write(&marker, folder, name, error);
    }
    task_marker_release(&marker);
    free(name);
    free(place);
    return status;
}

enum status shard_publish(const struct made_shard *shard, const char *folder,
                          const struct run_plan *plan, const struct task_inputs *inputs,
                          size_t task, size_t index, struct error *error) {
    bool there;
    enum status status = is_there(&there, folder, plan, inputs, task, index, error);
    if (status != STATUS_OK || there)
        return status;
    char *path = run_folder_path(folder, "shards/%s", shard->manifest.place);
    if (path == NULL)
        return error_no_memory(error, "a path");
    status = make_folder_of(path, error);
    if (status == STATUS_OK)
        status = move_to_place(&shard->manifest, folder, path, error);
    if (status == STATUS_OK)
        status = write_marker(shard, folder, plan, inputs, task, plan->phases[index], error);
    free(path);
    return status;
}
