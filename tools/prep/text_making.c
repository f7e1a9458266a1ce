#include "tools/prep/text_making.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/pipe_details.h"
#include "tools/prep/planned_tool.h"
#include "tools/prep/run_folder.h"

static enum status add_tool(struct tool_pipe *pipe, const struct stage_request *request,
                            enum run_tool tool, const char *work, struct error *error) {
    return planned_tool_add(pipe, request->plan, tool, work, request->threads, error);
}

static enum status add_sources(struct tool_pipe *pipe, const struct source_files *sources,
                               struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sources->count && status == STATUS_OK; i++)
        status = tool_pipe_arguments(pipe, error, sources->files[i].path, NULL);
    return status;
}

static enum status add_docshard(struct tool_pipe *pipe, const struct stage_request *request,
                                const char *work, struct error *error) {
    const struct run_plan *plan = request->plan;
    char training[24], test[24], fraction[40];
    snprintf(training, sizeof training, "%" PRIu64, plan->training_shards);
    snprintf(test, sizeof test, "%" PRIu64, plan->test_shards);
    snprintf(fraction, sizeof fraction, "%.17g", plan->test_fraction);
    enum status status = add_tool(pipe, request, RUN_DOCSHARD, work, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(pipe, error, "--output", work, "--shards", training,
                                     "--test-shards", test, NULL);
    if (status == STATUS_OK && plan->test_shards > 0)
        status = tool_pipe_arguments(pipe, error, "--test-fraction", fraction, NULL);
    return status == STATUS_OK ? tool_pipe_arguments(pipe, error, "--", plan->corpus, NULL)
                               : status;
}

/* The tools that the kind of the sources needs; the first of them reads these. */
static enum status fill_pipe(struct tool_pipe *pipe, const struct text_making *making,
                             const char *work, struct error *error) {
    const struct stage_request *request = making->request;
    enum run_source_kind kind = request->plan->kind;
    enum status status = STATUS_OK;
    if (kind == RUN_SOURCE_DUMP)
        status = add_tool(pipe, request, RUN_WIKIPLAIN, work, error);
    if (kind == RUN_SOURCE_DUMP && status == STATUS_OK)
        status = add_sources(pipe, making->sources, error);
    if (kind <= RUN_SOURCE_PARAGRAPHS && status == STATUS_OK)
        status = add_tool(pipe, request, RUN_SENTSPLIT, work, error);
    if (kind == RUN_SOURCE_PARAGRAPHS && status == STATUS_OK)
        status = add_sources(pipe, making->sources, error);
    if (status == STATUS_OK)
        status = add_docshard(pipe, request, work, error);
    if (kind == RUN_SOURCE_SENTENCES && status == STATUS_OK)
        status = add_sources(pipe, making->sources, error);
    return status;
}

static enum status run_tools(const struct text_making *making, const struct work_folder *work,
                             struct json_t **details, struct error *error) {
    const struct stage_request *request = making->request;
    struct stage_watch watch = {request, work};
    struct pipe_details clock;
    struct tool_pipe pipe;
    char *log = run_folder_path(request->folder, "log/text.log");
    if (log == NULL)
        return error_no_memory(error, "a path");
    pipe_details_start(&clock);
    tool_pipe_init(&pipe, log, request->stop);
    pipe.watch = stage_watch_look;
    pipe.watch_context = &watch;
    enum status status = fill_pipe(&pipe, making, work->path, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    if (status == STATUS_OK)
        status = pipe_details_make(details, &clock, &pipe, error);
    tool_pipe_release(&pipe);
    free(log);
    return status;
}

/* Hashes a shard in the work folder and adds it to the marker with the place it will have. */
static enum status add_shard(const struct text_making *making, const char *work, size_t task,
                             struct task_marker *marker, struct error *error) {
    char *name = NULL, *path = NULL, *place = NULL;
    struct known_file file;
    enum status status = run_plan_shard_name(making->request->plan, task, &name, error);
    if (status != STATUS_OK)
        return status;
    path = run_folder_path(work, "%s.txt", name);
    place = run_folder_path("text", "%s.txt", name);
    if (path == NULL || place == NULL)
        status = error_no_memory(error, "a path");
    if (status == STATUS_OK)
        status = stage_watch_read(making->request, &file, path, error);
    if (status == STATUS_OK)
        status = task_marker_add_known(marker, place, file.state.size, file.sha256, error);
    free(place);
    free(path);
    free(name);
    return status;
}

/* A shard of the old marker's content, which its task does not need again, is not brought back. */
static bool is_wanted(const struct text_making *making, const struct task_marker *marker,
                      size_t task) {
    const struct task_marker *old = making->old;
    return making->wanted[task] || old == NULL || old->file_count <= task ||
           strcmp(old->files[task].sha256, marker->files[task].sha256) != 0;
}

static enum status place_shard(const char *folder, const char *work, const char *place,
                               struct error *error) {
    char *from = run_folder_path(work, "%s", place + strlen("text/"));
    char *to = run_folder_path(folder, "%s", place);
    enum status status = from == NULL || to == NULL
                             ? error_no_memory(error, "a path")
                             : atomic_file_move(from, to, ATOMIC_FILE_REPLACE, NULL, error);
    free(to);
    free(from);
    return status;
}

/*
 * Whoever works by the old marker must not find text of another one: it goes first, unless the
 * text is the same.
 */
static enum status remove_marker(const struct text_making *making, const struct task_marker *marker,
                                 struct error *error) {
    bool same = making->old != NULL && strcmp(making->old->key, marker->key) == 0 &&
                making->old->file_count == marker->file_count;
    for (size_t i = 0; same && i < marker->file_count; i++)
        same = strcmp(making->old->files[i].sha256, marker->files[i].sha256) == 0;
    if (same)
        return STATUS_OK;
    char *path = run_folder_path(making->request->folder, "state/text.json");
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = atomic_file_remove(path, error);
    free(path);
    return status;
}

static enum status publish(const struct text_making *making, const struct work_folder *work,
                           struct task_marker *marker, struct error *error) {
    const char *folder = making->request->folder;
    size_t tasks = run_plan_tasks(making->request->plan);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < tasks && status == STATUS_OK; i++) {
        work_folder_touch(work);
        status = add_shard(making, work->path, i, marker, error);
    }
    if (status == STATUS_OK)
        status = remove_marker(making, marker, error);
    for (size_t i = 0; i < tasks && status == STATUS_OK; i++) {
        if (is_wanted(making, marker, i))
            status = place_shard(folder, work->path, marker->files[i].path, error);
    }
    return status == STATUS_OK ? task_marker_write(marker, folder, "text", error) : status;
}

enum status text_making_run(const struct text_making *making, struct task_marker *marker,
                            struct error *error) {
    const struct stage_request *request = making->request;
    struct work_folder work;
    enum status status = source_files_check(making->sources, request, error);
    if (status != STATUS_OK)
        return status;
    status = work_folder_make(&work, request->folder, error);
    if (status != STATUS_OK)
        return status;
    status = run_tools(making, &work, &marker->details, error);
    if (status == STATUS_OK)
        status = source_files_check_again(making->sources, request->stop, error);
    if (status == STATUS_OK)
        status = publish(making, &work, marker, error);
    work_folder_remove(&work);
    return status;
}
