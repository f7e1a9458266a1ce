#include "tools/prep/vocabulary_stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/known_file.h"
#include "tools/prep/pipe_details.h"
#include "tools/prep/planned_tool.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_key.h"
#include "tools/prep/text_stage.h"

/* Whether a task's shard is one to train on: all shards but those named "..._test_<n>" are. */
static enum status is_training(bool *training, const struct run_plan *plan, size_t task,
                               struct error *error) {
    static const char TEST[] = "_test_";
    char *name = NULL;
    enum status status = run_plan_shard_name(plan, task, &name, error);
    if (status != STATUS_OK)
        return status;
    size_t end = strlen(name), size = strlen(TEST);
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    *training = end < size || memcmp(name + end - size, TEST, size) != 0;
    free(name);
    return STATUS_OK;
}

enum status vocabulary_stage_key(char hexadecimal[RUN_PLAN_SHA256], const struct run_plan *plan,
                                 const struct task_marker *text, struct error *error) {
    struct task_key key;
    enum status status = task_key_init(&key, error);
    if (status != STATUS_OK)
        return status;
    task_key_add(&key, "vocab");
    if (plan->vocabulary != NULL) {
        task_key_add(&key, plan->vocabulary_sha256);
    } else {
        char size[24];
        snprintf(size, sizeof size, "%" PRIu64, plan->vocabulary_size);
        task_key_add(&key, plan->version);
        task_key_add(&key, size);
        task_key_add_words(&key, &plan->options[RUN_WPVOCAB]);
        for (size_t i = 0; i < text->file_count && status == STATUS_OK; i++) {
            bool training = false;
            status = is_training(&training, plan, i, error);
            if (training)
                task_key_add(&key, text->files[i].sha256);
        }
    }
    task_key_finish(&key, hexadecimal);
    return status;
}

/* Whether a marker is of the vocabulary of today. */
static enum status is_of_today(bool *so, const struct task_marker *marker,
                               const struct run_plan *plan, const struct task_marker *text,
                               struct error *error) {
    char key[RUN_PLAN_SHA256];
    *so = false;
    if (marker->file_count != 1 || (plan->vocabulary == NULL && text == NULL))
        return STATUS_OK;
    /* Only who has fetched it knows what came, unless the plan does. */
    if (plan->vocabulary != NULL) {
        *so = plan->vocabulary_sha256[0] == '\0' ||
              strcmp(marker->files[0].sha256, plan->vocabulary_sha256) == 0;
        return STATUS_OK;
    }
    enum status status = vocabulary_stage_key(key, plan, text, error);
    *so = status == STATUS_OK && strcmp(marker->key, key) == 0;
    return status;
}

enum status vocabulary_stage_read(struct task_marker *marker, bool *there, const char *folder,
                                  const struct run_plan *plan, const struct task_marker *text,
                                  struct error *error) {
    enum status status = task_marker_read(marker, there, folder, "vocab", error);
    if (status != STATUS_OK || !*there)
        return status;
    status = is_of_today(there, marker, plan, text, error);
    if (status != STATUS_OK || !*there)
        task_marker_release(marker);
    return status;
}

enum status vocabulary_stage_holds(bool *holds, const char *folder, const struct run_plan *plan,
                                   const struct task_marker *text, struct error *error) {
    struct task_marker marker;
    enum status status = vocabulary_stage_read(&marker, holds, folder, plan, text, error);
    if (status == STATUS_OK && *holds) {
        *holds = task_marker_holds(&marker, folder, marker.key, MARKER_CHECK_HASHES);
        task_marker_release(&marker);
    }
    return status;
}

/* What was fetched, and is not what its marker says: only whoever can fetch can help. */
static enum status refuse_fetched(const struct stage_request *request, struct error *error) {
    char *path = run_folder_path(request->folder, VOCABULARY_STAGE_FILE);
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = error_set(
        error, STATUS_FAILED,
        access(path, F_OK) != 0
            ? "'%s' is not fetched yet; 'mlmprep run' does that"
            : "'%s' is not the vocabulary that was fetched; remove it and run again to fetch it",
        path);
    free(path);
    return status;
}

/* The file that the plan names has to be there. */
static enum status take_over(const struct stage_request *request, struct task_marker *marker,
                             struct error *error) {
    const struct run_plan *plan = request->plan;
    char *path = run_folder_path(request->folder, VOCABULARY_STAGE_FILE);
    if (path == NULL)
        return error_no_memory(error, "a path");
    struct known_file file;
    enum status status = STATUS_OK;
    if (access(path, F_OK) != 0)
        status =
            error_set(error, STATUS_FAILED, "'%s' is not there any more; copy it from '%s' again",
                      path, plan->vocabulary);
    if (status == STATUS_OK)
        status = known_file_read(&file, path, request->stop, error);
    if (status == STATUS_OK && strcmp(file.sha256, plan->vocabulary_sha256) != 0)
        status =
            error_set(error, STATUS_FAILED,
                      "'%s' is not the vocabulary that the plan was made with; copy it from '%s' "
                      "again, or make a plan for another one in another folder",
                      path, plan->vocabulary);
    if (status == STATUS_OK)
        status = task_marker_add_known(marker, VOCABULARY_STAGE_FILE, file.state.size, file.sha256,
                                       error);
    free(path);
    return status;
}

static enum status add_texts(struct tool_pipe *pipe, const struct stage_request *request,
                             const struct task_marker *text, struct error *error) {
    enum status status = tool_pipe_arguments(pipe, error, "--", NULL);
    for (size_t i = 0; i < text->file_count && status == STATUS_OK; i++) {
        bool training = false;
        status = is_training(&training, request->plan, i, error);
        if (status != STATUS_OK || !training)
            continue;
        char *path = task_marker_path(request->folder, text->files[i].path);
        status = path == NULL ? error_no_memory(error, "a path")
                              : tool_pipe_arguments(pipe, error, path, NULL);
        free(path);
    }
    return status;
}

static enum status fill_pipe(struct tool_pipe *pipe, const struct stage_request *request,
                             const struct task_marker *text, const char *work, const char *file,
                             struct error *error) {
    char size[24];
    snprintf(size, sizeof size, "%" PRIu64, request->plan->vocabulary_size);
    enum status status =
        planned_tool_add(pipe, request->plan, RUN_WPVOCAB, work, request->threads, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(pipe, error, "--vocab-size", size, "--output", file, NULL);
    return status == STATUS_OK ? add_texts(pipe, request, text, error) : status;
}

/* Trains into a file, and fills in the marker. */
static enum status train(const struct stage_request *request, const struct task_marker *text,
                         const struct work_folder *work, struct task_marker *marker,
                         struct error *error) {
    struct stage_watch watch = {request, work};
    struct pipe_details clock;
    struct tool_pipe pipe;
    struct known_file known;
    char *log = run_folder_path(request->folder, "log/vocab.log");
    char *file = run_folder_path(work->path, VOCABULARY_STAGE_FILE);
    char *place = run_folder_path(request->folder, VOCABULARY_STAGE_FILE);
    bool have = log != NULL && file != NULL && place != NULL;
    enum status status = have ? STATUS_OK : error_no_memory(error, "a path");
    pipe_details_start(&clock);
    tool_pipe_init(&pipe, log, request->stop);
    pipe.watch = stage_watch_look;
    pipe.watch_context = &watch;
    if (status == STATUS_OK)
        status = fill_pipe(&pipe, request, text, work->path, file, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    if (status == STATUS_OK)
        status = pipe_details_make(&marker->details, &clock, &pipe, error);
    if (status == STATUS_OK)
        status = known_file_read(&known, file, request->stop, error);
    if (status == STATUS_OK)
        status = task_marker_add_known(marker, VOCABULARY_STAGE_FILE, known.state.size,
                                       known.sha256, error);
    if (status == STATUS_OK)
        status = atomic_file_move(file, place, ATOMIC_FILE_REPLACE, NULL, error);
    tool_pipe_release(&pipe);
    free(place);
    free(file);
    free(log);
    return status;
}

static enum status train_in_work_folder(const struct stage_request *request,
                                        const struct task_marker *text, struct task_marker *marker,
                                        struct error *error) {
    struct work_folder work;
    enum status status = work_folder_make(&work, request->folder, error);
    if (status != STATUS_OK)
        return status;
    status = train(request, text, &work, marker, error);
    work_folder_remove(&work);
    return status;
}

static enum status make_it(const struct stage_request *request, const struct task_marker *text,
                           struct error *error) {
    struct task_marker marker;
    if (request->plan->vocabulary != NULL && run_plan_is_url(request->plan->vocabulary))
        return refuse_fetched(request, error);
    task_marker_init(&marker);
    enum status status = vocabulary_stage_key(marker.key, request->plan, text, error);
    if (status == STATUS_OK && request->plan->vocabulary != NULL)
        status = take_over(request, &marker, error);
    else if (status == STATUS_OK)
        status = train_in_work_folder(request, text, &marker, error);
    if (status == STATUS_OK)
        status = task_marker_write(&marker, request->folder, "vocab", error);
    task_marker_release(&marker);
    return status;
}

enum status vocabulary_stage_run(const struct stage_request *request, bool *was_done,
                                 struct error *error) {
    struct task_marker text;
    bool has_text = false;
    *was_done = false;
    enum status status = STATUS_OK;
    if (request->plan->vocabulary == NULL)
        status = text_stage_read(&text, &has_text, request->folder, request->plan, error);
    if (status != STATUS_OK)
        return status;
    if (request->plan->vocabulary == NULL && !has_text)
        return error_set(
            error, STATUS_FAILED,
            "there is no text in '%s' to train a vocabulary on; 'mlmprep run' makes it",
            request->folder);
    status = vocabulary_stage_holds(was_done, request->folder, request->plan,
                                    has_text ? &text : NULL, error);
    if (status == STATUS_OK && !*was_done)
        status = make_it(request, has_text ? &text : NULL, error);
    /* Text that was made again for its sake alone. */
    if (status == STATUS_OK && !*was_done && has_text)
        status = text_stage_sweep(request, &text, error);
    if (has_text)
        task_marker_release(&text);
    return status;
}
