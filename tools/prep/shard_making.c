#include "tools/prep/shard_making.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/known_file.h"
#include "tools/prep/pipe_details.h"
#include "tools/prep/planned_tool.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/text_stage.h"
#include "tools/prep/vocabulary_stage.h"

/* What the tools read and write. */
struct making_paths {
    char *name;              /* of the shard */
    char *text, *vocabulary; /* what was checked */
    char *operand;           /* the text under the shard's name */
    char *out, *list;
    struct known_file known_text, known_vocabulary;
};

static void paths_release(struct making_paths *paths) {
    free(paths->name);
    free(paths->text);
    free(paths->vocabulary);
    free(paths->operand);
    free(paths->out);
    free(paths->list);
}

static enum status find_paths(struct making_paths *paths, const struct shard_making *making,
                              struct error *error) {
    enum status status = run_plan_shard_name(making->plan, making->task, &paths->name, error);
    if (status != STATUS_OK)
        return status;
    paths->text = task_marker_path(making->folder, making->inputs->text.files[making->task].path);
    paths->vocabulary = run_folder_path(making->folder, VOCABULARY_STAGE_FILE);
    paths->operand = run_folder_path(making->work->path, "%s.txt", paths->name);
    paths->out = run_folder_path(making->work->path, "made");
    paths->list = run_folder_path(making->work->path, "list");
    return paths->text == NULL || paths->vocabulary == NULL || paths->operand == NULL ||
                   paths->out == NULL || paths->list == NULL
               ? error_no_memory(error, "a path")
               : STATUS_OK;
}

/*
 * Text of another content than the marker says, unless the marker is not the same any more: whoever
 * makes text anew removes the marker first.
 */
static enum status drop_damaged(const struct shard_making *making, const char *path,
                                struct error *error) {
    struct task_marker now;
    bool there;
    enum status status = task_marker_read(&now, &there, making->folder, "text", error);
    if (status != STATUS_OK)
        return status;
    bool same = there && strcmp(now.key, making->inputs->text.key) == 0;
    if (there)
        task_marker_release(&now);
    if (!same)
        return error_set(error, STATUS_TEMPORARY, "the text in '%s' is being made anew",
                         making->folder);
    status = atomic_file_remove(path, error);
    return status != STATUS_OK
               ? status
               : error_set(
                     error, STATUS_CORRUPT,
                     "the text '%s' was damaged and is removed; 'mlmprep run %s' makes it again",
                     path, making->folder);
}

static enum status check_text(struct making_paths *paths, const struct shard_making *making,
                              struct error *error) {
    const struct marked_file *file = &making->inputs->text.files[making->task];
    if (access(paths->text, F_OK) != 0)
        return error_set(error, STATUS_FAILED,
                         text_stage_has_made(file)
                             ? "the text '%s' is not there; 'mlmprep run %s --until text' makes it"
                             : "the source '%s' is not there any more; bring it back",
                         paths->text, making->folder);
    enum status status = known_file_read(&paths->known_text, paths->text, making->stop, error);
    if (status != STATUS_OK || known_file_is(&paths->known_text, file->bytes, file->sha256))
        return status;
    if (text_stage_has_made(file))
        return drop_damaged(making, paths->text, error);
    return error_set(error, STATUS_FAILED,
                     "the source '%s' is not what it was when the plan was made; bring the old one "
                     "back",
                     paths->text);
}

static enum status check_vocabulary(struct making_paths *paths, const struct shard_making *making,
                                    struct error *error) {
    enum status status =
        known_file_read(&paths->known_vocabulary, paths->vocabulary, making->stop, error);
    if (status == STATUS_OK &&
        strcmp(paths->known_vocabulary.sha256, making->inputs->vocabulary_sha256) != 0)
        status =
            error_set(error, STATUS_FAILED,
                      "'%s' is not the vocabulary of this plan any more; 'mlmprep run %s --until "
                      "vocab' tells more",
                      paths->vocabulary, making->folder);
    return status;
}

/* What was read must not have been changed meanwhile. */
static enum status check_again(const struct making_paths *paths, const struct shard_making *making,
                               struct error *error) {
    bool still;
    const char *path = paths->text;
    enum status status = known_file_still(&paths->known_text, path, &still, making->stop, error);
    if (status == STATUS_OK && still) {
        path = paths->vocabulary;
        status = known_file_still(&paths->known_vocabulary, path, &still, making->stop, error);
    }
    if (status == STATUS_OK && !still)
        status = error_set(error, STATUS_FAILED,
                           "'%s' was changed while it was read; run again when nobody writes to it",
                           path);
    return status;
}

/* wpiece names a shard after its file: a link gives the text that name. */
static enum status name_text(const struct making_paths *paths, struct error *error) {
    char *target = realpath(paths->text, NULL);
    enum status status = STATUS_OK;
    if (target == NULL)
        status = error_system(error, errno, "cannot find", paths->text);
    else if (unlink(paths->operand) != 0 && errno != ENOENT)
        status = error_system(error, errno, "cannot remove", paths->operand);
    else if (symlink(target, paths->operand) != 0)
        status = error_system(error, errno, "cannot link to the text", paths->operand);
    free(target);
    return status;
}

static enum status add_tool(struct tool_pipe *pipe, const struct shard_making *making,
                            enum run_tool tool, struct error *error) {
    return planned_tool_add(pipe, making->plan, tool, making->work->path, making->threads, error);
}

static enum status fill_pipe(struct tool_pipe *pipe, const struct shard_making *making,
                             const struct making_paths *paths, struct error *error) {
    const char *phase = making->phase == 1 ? "1" : "2";
    enum status status = add_tool(pipe, making, RUN_WPIECE, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(pipe, error, "--vocab", paths->vocabulary, "--",
                                     paths->operand, NULL);
    if (status == STATUS_OK)
        status = add_tool(pipe, making, RUN_MKMLM, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(pipe, error, "--phase", phase, NULL);
    if (status == STATUS_OK)
        status = add_tool(pipe, making, RUN_H5PACK, error);
    return status == STATUS_OK ? tool_pipe_arguments(pipe, error, "--output", paths->out, NULL)
                               : status;
}

static enum status run_tools(const struct shard_making *making, const struct making_paths *paths,
                             struct json_t **details, struct error *error) {
    struct pipe_details clock;
    struct tool_pipe pipe;
    pipe_details_start(&clock);
    tool_pipe_init(&pipe, making->log, making->stop);
    pipe.output = paths->list;
    pipe.watch = making->watch;
    pipe.watch_context = making->watch_context;
    enum status status = fill_pipe(&pipe, making, paths, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    if (status == STATUS_OK)
        status = pipe_details_make(details, &clock, &pipe, error);
    tool_pipe_release(&pipe);
    return status;
}

static enum status take_result(struct made_shard *shard, const struct making_paths *paths,
                               struct error *error) {
    enum status status = shard_manifest_read(&shard->manifest, paths->list, paths->name, error);
    if (status == STATUS_OK &&
        json_object_set(shard->details, "manifest", shard->manifest.object) != 0)
        status = error_no_memory(error, "what a shard consists of");
    return status;
}

enum status shard_making_run(const struct shard_making *making, struct made_shard *shard,
                             struct error *error) {
    struct making_paths paths = {0};
    *shard = (struct made_shard){0};
    enum status status = find_paths(&paths, making, error);
    if (status == STATUS_OK)
        status = check_vocabulary(&paths, making, error);
    if (status == STATUS_OK)
        status = check_text(&paths, making, error);
    if (status == STATUS_OK)
        status = name_text(&paths, error);
    if (status == STATUS_OK)
        status = run_tools(making, &paths, &shard->details, error);
    if (status == STATUS_OK)
        status = check_again(&paths, making, error);
    if (status == STATUS_OK)
        status = take_result(shard, &paths, error);
    if (status != STATUS_OK)
        made_shard_release(shard);
    paths_release(&paths);
    return status;
}

void made_shard_release(struct made_shard *shard) {
    shard_manifest_release(&shard->manifest);
    json_decref(shard->details);
    *shard = (struct made_shard){0};
}
