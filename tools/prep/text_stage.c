#include "tools/prep/text_stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/run_plan_json.h"
#include "tools/prep/task_key.h"
#include "tools/prep/task_look.h"
#include "tools/prep/text_making.h"
#include "tools/prep/vocabulary_stage.h"

/* The number of shards, and which documents they get. */
static void add_cutting(struct task_key *key, const struct run_plan *plan) {
    char text[120];
    if (plan->kind == RUN_SOURCE_DUMP)
        task_key_add_words(key, &plan->options[RUN_WIKIPLAIN]);
    if (plan->kind <= RUN_SOURCE_PARAGRAPHS)
        task_key_add_words(key, &plan->options[RUN_SENTSPLIT]);
    if (plan->kind <= RUN_SOURCE_SENTENCES)
        task_key_add_words(key, &plan->options[RUN_DOCSHARD]);
    snprintf(text, sizeof text, "%" PRIu64 " %" PRIu64 " %.17g", plan->training_shards,
             plan->test_shards, plan->test_fraction);
    task_key_add(key, text);
}

/* The key of the text of today, whose sources are here. */
static enum status make_key(char hexadecimal[RUN_PLAN_SHA256], const struct source_files *sources,
                            const struct run_plan *plan, struct error *error) {
    struct task_key key;
    enum status status = task_key_init(&key, error);
    if (status != STATUS_OK)
        return status;
    task_key_add(&key, "text");
    task_key_add(&key, plan->version);
    task_key_add(&key, run_plan_kinds[plan->kind]);
    task_key_add(&key, plan->corpus);
    add_cutting(&key, plan);
    for (size_t i = 0; i < sources->count; i++)
        task_key_add(&key, sources->files[i].sha256);
    task_key_finish(&key, hexadecimal);
    return STATUS_OK;
}

bool text_stage_has_made(const struct marked_file *text) {
    return strncmp(text->path, "text/", strlen("text/")) == 0;
}

/* The marker, of whatever key; *there is false unless it has as many files as there are tasks. */
static enum status read_any(struct task_marker *marker, bool *there, const char *folder,
                            const struct run_plan *plan, struct error *error) {
    enum status status = task_marker_read(marker, there, folder, "text", error);
    if (status != STATUS_OK || !*there || marker->file_count == run_plan_tasks(plan))
        return status;
    task_marker_release(marker);
    *there = false;
    return STATUS_OK;
}

enum status text_stage_read(struct task_marker *marker, bool *there, const char *folder,
                            const struct run_plan *plan, struct error *error) {
    struct source_files sources;
    char key[RUN_PLAN_SHA256];
    *there = false;
    enum status status = source_files_list(&sources, folder, plan, error);
    if (status != STATUS_OK)
        return status;
    if (sources.are_here)
        status = make_key(key, &sources, plan, error);
    if (status == STATUS_OK && sources.are_here)
        status = read_any(marker, there, folder, plan, error);
    if (status == STATUS_OK && *there && strcmp(marker->key, key) != 0) {
        task_marker_release(marker);
        *there = false;
    }
    source_files_release(&sources);
    return status;
}

/* Whether a task has made all that its text is for. */
static enum status is_used_up(bool *used, const struct stage_request *request,
                              const struct task_inputs *inputs, size_t task, struct error *error) {
    struct task_look look;
    enum status status = task_look_at(&look, request->folder, request->plan, inputs, task,
                                      MARKER_CHECK_SIZES, error);
    *used = status == STATUS_OK && look.all_made;
    if (status == STATUS_OK)
        task_look_release(&look);
    return status;
}

/*
 * Fills in which shards of text have to be there: all, where text is kept or the vocabulary is to
 * be trained on it, otherwise those whose tasks are not done.
 */
static enum status find_wanted(bool *wanted, const struct stage_request *request,
                               const struct task_marker *text, struct error *error) {
    const struct run_plan *plan = request->plan;
    size_t tasks = run_plan_tasks(plan);
    memset(wanted, true, tasks * sizeof *wanted);
    if (plan->keep_text || text == NULL)
        return STATUS_OK;
    bool has_vocabulary = true;
    enum status status = STATUS_OK;
    if (plan->vocabulary == NULL)
        status = vocabulary_stage_holds(&has_vocabulary, request->folder, plan, text, error);
    if (status != STATUS_OK || !has_vocabulary)
        return status;
    struct task_inputs inputs;
    status = task_inputs_read(&inputs, request->folder, plan, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < tasks && status == STATUS_OK; i++) {
        bool used = false;
        status = is_used_up(&used, request, &inputs, i, error);
        wanted[i] = !used;
    }
    task_inputs_release(&inputs);
    return status;
}

/* Deletes what a task that was killed when it was done has left. */
static enum status delete_unwanted(const struct stage_request *request,
                                   const struct task_marker *text, const bool *wanted,
                                   struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < text->file_count && status == STATUS_OK; i++) {
        if (wanted[i] || !text_stage_has_made(&text->files[i]))
            continue;
        char *path = task_marker_path(request->folder, text->files[i].path);
        if (path == NULL)
            status = error_no_memory(error, "a path");
        else if (access(path, F_OK) == 0)
            status = atomic_file_remove(path, error);
        free(path);
    }
    return status;
}

enum status text_stage_sweep(const struct stage_request *request, const struct task_marker *text,
                             struct error *error) {
    bool *wanted = calloc(text->file_count + 1, sizeof *wanted);
    if (wanted == NULL)
        return error_no_memory(error, "the list of shards");
    enum status status = find_wanted(wanted, request, text, error);
    if (status == STATUS_OK)
        status = delete_unwanted(request, text, wanted, error);
    free(wanted);
    return status;
}

/* Sources that are shards already: the marker names them where they are. */
static enum status adopt(const struct stage_request *request, struct source_files *sources,
                         struct task_marker *marker, struct error *error) {
    enum status status = source_files_check(sources, request, error);
    for (size_t i = 0; i < sources->count && status == STATUS_OK; i++) {
        const struct source_file *file = &sources->files[i];
        char *fetched = run_folder_path("source", "%s", request->plan->sources[i].name);
        status = fetched == NULL
                     ? error_no_memory(error, "a path")
                     : task_marker_add_known(marker, file->is_fetched ? fetched : file->path,
                                             file->bytes, file->sha256, error);
        free(fetched);
    }
    return status == STATUS_OK ? task_marker_write(marker, request->folder, "text", error) : status;
}

/* Makes what is not there, by the marker as it is; `old` is NULL where there is none. */
static enum status make_missing(const struct stage_request *request, struct source_files *sources,
                                const struct task_marker *old, bool *was_done,
                                struct error *error) {
    const struct run_plan *plan = request->plan;
    struct task_marker marker;
    task_marker_init(&marker);
    bool *wanted = calloc(run_plan_tasks(plan), sizeof *wanted);
    enum status status = wanted == NULL ? error_no_memory(error, "the list of shards")
                                        : make_key(marker.key, sources, plan, error);
    bool same = old != NULL && status == STATUS_OK && strcmp(old->key, marker.key) == 0;
    if (status == STATUS_OK)
        status = find_wanted(wanted, request, same ? old : NULL, error);
    *was_done = same;
    for (size_t i = 0; status == STATUS_OK && *was_done && i < old->file_count; i++)
        *was_done = !wanted[i] ||
                    task_marker_file_holds(&old->files[i], request->folder, MARKER_CHECK_SIZES);
    if (status == STATUS_OK && *was_done) {
        status = delete_unwanted(request, old, wanted, error);
    } else if (status == STATUS_OK && plan->kind == RUN_SOURCE_SHARDS) {
        status = adopt(request, sources, &marker, error);
    } else if (status == STATUS_OK) {
        const struct text_making making = {request, sources, old, wanted};
        status = text_making_run(&making, &marker, error);
    }
    free(wanted);
    task_marker_release(&marker);
    return status;
}

enum status text_stage_run(const struct stage_request *request, bool *was_done,
                           struct error *error) {
    struct source_files sources;
    struct task_marker old;
    bool there = false;
    *was_done = false;
    enum status status = source_files_list(&sources, request->folder, request->plan, error);
    if (status != STATUS_OK)
        return status;
    if (!sources.are_here)
        status = error_set(error, STATUS_FAILED,
                           "the sources of '%s' are not fetched yet; 'mlmprep run %s' does that",
                           request->folder, request->folder);
    if (status == STATUS_OK)
        status = read_any(&old, &there, request->folder, request->plan, error);
    if (status == STATUS_OK) {
        status = make_missing(request, &sources, there ? &old : NULL, was_done, error);
        if (there)
            task_marker_release(&old);
    }
    source_files_release(&sources);
    return status;
}

/* Bytes that a process has read; what it loads when it starts does not matter. */
static uint64_t bytes_read_by(long process) {
    char path[64], line[64];
    uint64_t bytes = 0;
    snprintf(path, sizeof path, "/proc/%ld/io", process);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) == NULL || sscanf(line, "rchar: %" SCNu64, &bytes) != 1)
        bytes = 0;
    fclose(file);
    return bytes;
}

uint64_t text_stage_position(const struct run_plan *plan, const struct tool_pipe *pipe,
                             uint64_t *total) {
    *total = 0;
    for (size_t i = 0; i < plan->source_count; i++)
        *total += plan->sources[i].bytes;
    if (pipe->count == 0 || pipe->steps[0].process == 0)
        return 0;
    uint64_t done = pipe->steps[0].ended ? *total : bytes_read_by((long)pipe->steps[0].process);
    return done < *total ? done : *total;
}
