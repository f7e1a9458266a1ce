#include "tools/prep/task_upload.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/pipe_details.h"
#include "tools/prep/planned_tool.h"
#include "tools/prep/run_folder.h"

/* What s3sync knows of files stays with the run folder, unless the plan has it elsewhere. */
static enum status add_cache(struct tool_pipe *pipe, const char *folder, struct error *error) {
    char *cache = run_folder_path(folder, "state/s3sync.cache");
    enum status status = cache == NULL ? error_no_memory(error, "a path")
                                       : tool_pipe_arguments(pipe, error, "--cache", cache, NULL);
    free(cache);
    return status;
}

static bool has_cache_option(const struct run_words *words) {
    for (size_t i = 0; i < words->count; i++) {
        if (strncmp(words->words[i], "--cache", 7) == 0 ||
            strcmp(words->words[i], "--no-cache") == 0)
            return true;
    }
    return false;
}

/* Whether a word is the option, shortened or with its value. */
static bool is_option(const char *word, const char *option) {
    size_t length = strcspn(word, "=");
    return length > strlen("--s") && strncmp(word, option, length) == 0;
}

/* Adds "name.phase2.ending" for "name.ending". */
static enum status add_phased(struct run_words *words, const char *word, unsigned phase,
                              struct error *error) {
    const char *base = strrchr(word, '/');
    const char *dot = strrchr(base == NULL ? word : base, '.');
    const char *ending = dot == NULL ? "" : dot;
    char *phased;
    if (asprintf(&phased, "%.*s.phase%u%s", (int)(strlen(word) - strlen(ending)), word, phase,
                 ending) < 0)
        return error_no_memory(error, "a file name");
    enum status status = run_words_add(words, phased, error);
    free(phased);
    return status;
}

/*
 * A task's shards are no data set yet, so SageMaker's manifest of one waits for dataset.json: it is
 * dropped where `phase` is 0. Each phase has one of its own.
 */
static enum status change_manifest(struct run_words *words, const struct run_words *all,
                                   unsigned phase, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < all->count && status == STATUS_OK; i++) {
        const char *word = all->words[i];
        if (!is_option(word, "--sagemaker-manifest")) {
            status = run_words_add(words, word, error);
            continue;
        }
        bool is_apart = strchr(word, '=') == NULL && i + 1 < all->count;
        if (phase > 0 && is_apart)
            status = run_words_add(words, word, error);
        i += is_apart;
        if (phase > 0 && status == STATUS_OK)
            status = add_phased(words, all->words[i], phase, error);
    }
    return status;
}

enum status task_upload_add_tool(struct tool_pipe *pipe, const struct run_plan *plan,
                                 const char *folder, const char *work, uint64_t threads,
                                 unsigned phase, struct error *error) {
    const struct run_words *all = &plan->options[RUN_S3SYNC];
    struct run_words words = {0};
    struct run_plan changed = *plan;
    bool keeps = phase > 0 && plan->phase_count == 1;
    enum status status = keeps ? STATUS_OK : change_manifest(&words, all, phase, error);
    if (!keeps)
        changed.options[RUN_S3SYNC] = words;
    if (status == STATUS_OK)
        status = planned_tool_add(pipe, &changed, RUN_S3SYNC, work, threads, error);
    if (status == STATUS_OK && !has_cache_option(all))
        status = add_cache(pipe, folder, error);
    run_words_release(&words);
    return status == STATUS_OK ? tool_pipe_arguments(pipe, error, "--", NULL) : status;
}

/* The path of a shard, with the mark that tells s3sync where its key begins. */
static enum status add_shard(struct tool_pipe *pipe, const char *folder, const char *place,
                             struct error *error) {
    char *path = run_folder_path(folder, "shards/./%s", place + strlen("shards/"));
    enum status status = path == NULL ? error_no_memory(error, "a path")
                                      : tool_pipe_arguments(pipe, error, path, NULL);
    free(path);
    return status;
}

static enum status fill_pipe(struct tool_pipe *pipe, const struct shard_making *making,
                             const struct task_look *look, const char *folder,
                             struct error *error) {
    const struct run_plan *plan = making->plan;
    enum status status =
        task_upload_add_tool(pipe, plan, folder, making->work->path, making->threads, 0, error);
    for (size_t i = 0; i < plan->phase_count && status == STATUS_OK; i++)
        status = add_shard(pipe, folder, look->shards[i].files[0].path, error);
    return status == STATUS_OK ? tool_pipe_arguments(pipe, error, plan->bucket, NULL) : status;
}

static enum status send(const struct shard_making *making, const struct task_look *look,
                        struct json_t **details, struct error *error) {
    struct pipe_details clock;
    struct tool_pipe pipe;
    /* Where the given path has the mark in it, the key would begin there. */
    char *folder = realpath(making->folder, NULL);
    pipe_details_start(&clock);
    tool_pipe_init(&pipe, making->log, making->stop);
    pipe.watch = making->watch;
    pipe.watch_context = making->watch_context;
    enum status status =
        folder == NULL ? error_system(error, errno, "cannot tell the place of", making->folder)
                       : fill_pipe(&pipe, making, look, folder, error);
    if (status == STATUS_OK)
        status = tool_pipe_run(&pipe, error);
    /* Some of two shards are no part of a data set. */
    if (status == STATUS_PARTIAL)
        status = error->status = STATUS_FAILED;
    if (status == STATUS_OK)
        status = pipe_details_make(details, &clock, &pipe, error);
    tool_pipe_release(&pipe);
    free(folder);
    return status;
}

enum status task_upload_run(const struct shard_making *making, const struct task_look *look,
                            struct error *error) {
    struct task_marker marker;
    char name[TASK_LOOK_UPLOADED];
    task_marker_init(&marker);
    enum status status = task_look_upload_key(marker.key, look, making->plan, error);
    if (status == STATUS_OK)
        status = send(making, look, &marker.details, error);
    task_look_uploaded_name(name, making->task);
    if (status == STATUS_OK)
        status = task_marker_write(&marker, making->folder, name, error);
    task_marker_release(&marker);
    return status;
}
