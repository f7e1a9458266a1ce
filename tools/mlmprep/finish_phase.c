#include "tools/mlmprep/finish_phase.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/join/dataset_commit.h"
#include "tools/mlmprep/finish_dataset.h"
#include "tools/mlmprep/finish_even.h"
#include "tools/mlmprep/finish_upload.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_key.h"
#include "tools/prep/task_marker.h"

/* The lists that a phase needs while it is published. */
struct phase_job {
    struct finish_context *context;
    struct finish_shards *shards;
    struct finish_even even;
    struct dataset_manifest *manifests; /* owned: of each set */
    char **folders; /* owned: of each set, with the mark "/./" where the bucket's part begins */
    struct byte_sink list;
    char *list_path; /* owned */
};

/* While the upload runs. */
static void show_upload(void *context, const struct tool_pipe *pipe) {
    struct finish_context *finishing = context;
    const struct finish_request *request = finishing->request;
    life_sign_touch(finishing->sign);
    if (request->watch != NULL)
        request->watch(request->watch_context, pipe);
}

/* The path of a set for lists: DIR/shards/./hdf5_.../wiki. */
static char *marked_folder(const char *folder, const char *set) {
    static const char SHARDS[] = "shards/";
    char *path = NULL;
    char *whole = realpath(folder, NULL);
    const char *rest = strncmp(set, SHARDS, strlen(SHARDS)) == 0 ? set + strlen(SHARDS) : NULL;
    if (whole != NULL && rest != NULL)
        path = run_folder_path(whole, "%s./%s", SHARDS, rest);
    else if (whole != NULL)
        path = run_folder_path(whole, "./%s", set);
    free(whole);
    return path;
}

static enum status open_list(struct phase_job *job, int *descriptor, struct error *error) {
    job->list_path = run_folder_path(job->context->work->path, "list.phase%u", job->shards->phase);
    if (job->list_path == NULL)
        return error_no_memory(error, "a file name");
    *descriptor = open(job->list_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (*descriptor < 0)
        return error_system(error, errno, "cannot create", job->list_path);
    byte_sink_to_descriptor(&job->list, *descriptor, job->list_path);
    return STATUS_OK;
}

static enum status make_manifests(struct phase_job *job, struct error *error) {
    struct finish_shards *shards = job->shards;
    const char *way = job->even.is_even ? even_plan_way_name(job->even.way) : NULL;
    job->manifests = calloc(shards->set_count + 1, sizeof *job->manifests);
    job->folders = calloc(shards->set_count + 1, sizeof *job->folders);
    if (job->manifests == NULL || job->folders == NULL)
        return error_no_memory(error, "the lists of shards");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < shards->set_count && status == STATUS_OK; i++) {
        job->folders[i] = marked_folder(shards->folder, shards->sets[i].folder);
        if (job->folders[i] == NULL)
            return error_system(error, errno, "cannot tell the place of", shards->folder);
        status = finish_dataset_make(&job->manifests[i], shards, i, way, error);
    }
    return status;
}

/* Lists the shards, then publishes and lists every dataset.json; *same: they were so before. */
static enum status write_lists(struct phase_job *job, bool *same, struct error *error) {
    const struct finish_shards *shards = job->shards;
    struct finish_result *result = job->context->result;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < shards->count && status == STATUS_OK; i++) {
        const struct finish_shard *shard = &shards->items[i];
        status = dataset_commit_list(&job->list, job->folders[shard->set], shard->found.shard.file,
                                     error);
        result->bytes += shard->found.shard.bytes;
    }
    for (size_t i = 0; i < shards->set_count && status == STATUS_OK; i++) {
        bool was_there = false;
        status = finish_dataset_write(&was_there, job->folders[i], &job->manifests[i], &job->list,
                                      error);
        *same = *same && was_there;
        result->rows += job->manifests[i].rows;
        result->shards += job->manifests[i].shard_count;
    }
    return status;
}

/* The marker of the phase, with its key and files. */
static enum status make_marker(struct phase_job *job, struct task_marker *marker,
                               struct error *error) {
    const struct finish_shards *shards = job->shards;
    const struct run_plan *plan = shards->plan;
    struct task_key key;
    enum status status = task_key_init(&key, error);
    if (status != STATUS_OK)
        return status;
    task_key_add(&key, "finish");
    task_key_add(&key, plan->bucket == NULL ? "" : plan->bucket);
    task_key_add_words(&key, &plan->options[RUN_S3SYNC]);
    for (size_t i = 0; i < shards->set_count && status == STATUS_OK; i++) {
        char *path = run_folder_path(shards->sets[i].folder, "%s", DATASET_COMMIT_NAME);
        status = path == NULL ? error_no_memory(error, "a file name")
                              : task_marker_add_file(marker, shards->folder, path, error);
        free(path);
        if (status == STATUS_OK)
            task_key_add(&key, marker->files[i].sha256);
    }
    task_key_finish(&key, marker->key);
    return status;
}

/* Adds to what the tools took what the data set is. */
static enum status tell_counts(struct phase_job *job, json_t **details, struct error *error) {
    const struct even_totals *totals = &job->even.totals;
    json_int_t rows = 0;
    for (size_t i = 0; i < job->shards->set_count; i++)
        rows += (json_int_t)job->manifests[i].rows;
    if (*details == NULL)
        *details = json_object();
    if (json_object_set_new(*details, "shards", json_integer((json_int_t)job->shards->count)) !=
            0 ||
        json_object_set_new(*details, "rows", json_integer(rows)) != 0 ||
        json_object_set_new(*details, "moved_rows", json_integer((json_int_t)totals->moved)) != 0 ||
        json_object_set_new(*details, "lost_rows", json_integer((json_int_t)totals->lost)) != 0)
        return error_no_memory(error, "a marker");
    return STATUS_OK;
}

/* Host and times, of the whole stage: the upload is a part of it. */
static enum status tell_times(const struct pipe_details *whole, struct json_t **details,
                              struct error *error) {
    json_t *times = NULL;
    enum status status = pipe_details_make(&times, whole, NULL, error);
    if (status == STATUS_OK && *details != NULL) {
        json_object_del(times, "tools");
        if (json_object_update(*details, times) != 0)
            status = error_no_memory(error, "a marker");
        json_decref(times);
    } else if (status == STATUS_OK) {
        *details = times;
    }
    return status;
}

/* Uploads, and writes the marker; *was_done: there was one of the same. */
static enum status upload_and_mark(struct phase_job *job, bool *was_done, struct error *error) {
    struct finish_context *context = job->context;
    struct finish_request upload = *context->request;
    struct task_marker marker, old;
    char name[FINISH_MARKER_SIZE];
    bool there = false;
    snprintf(name, sizeof name, "finish.phase%u", job->shards->phase);
    task_marker_init(&marker);
    enum status status = make_marker(job, &marker, error);
    if (status == STATUS_OK)
        status = task_marker_read(&old, &there, job->shards->folder, name, error);
    if (there) {
        *was_done = *was_done && strcmp(old.key, marker.key) == 0;
        task_marker_release(&old);
    } else {
        *was_done = false;
    }
    upload.watch = show_upload;
    upload.watch_context = context;
    if (status == STATUS_OK && upload.plan->bucket != NULL)
        status = finish_upload_run(&upload, job->shards->phase, job->list_path, context->work->path,
                                   &marker.details, error);
    if (status == STATUS_OK)
        status = tell_times(context->times, &marker.details, error);
    if (status == STATUS_OK)
        status = tell_counts(job, &marker.details, error);
    if (status == STATUS_OK)
        status = task_marker_write(&marker, job->shards->folder, name, error);
    task_marker_release(&marker);
    return status;
}

static void release_job(struct phase_job *job, int descriptor) {
    for (size_t i = 0; i < job->shards->set_count; i++) {
        if (job->manifests != NULL)
            dataset_manifest_release(&job->manifests[i]);
        if (job->folders != NULL)
            free(job->folders[i]);
    }
    free(job->manifests);
    free(job->folders);
    byte_sink_release(&job->list);
    if (descriptor >= 0)
        close(descriptor);
    free(job->list_path);
}

enum status finish_phase_run(struct finish_context *context, struct finish_shards *shards,
                             struct error *error) {
    const struct finish_request *request = context->request;
    struct finish_result *result = context->result;
    struct phase_job job = {.context = context, .shards = shards};
    int descriptor = -1;
    enum status status = finish_dataset_check_folders(shards, error);
    if (status == STATUS_OK)
        status = finish_even_run(&job.even, shards, request->even, request->messages, request->stop,
                                 error);
    if (status == STATUS_OK)
        status = open_list(&job, &descriptor, error);
    if (status == STATUS_OK)
        status = make_manifests(&job, error);
    if (status == STATUS_OK)
        status = write_lists(&job, &result->was_done, error);
    if (status == STATUS_OK)
        status = upload_and_mark(&job, &result->was_done, error);
    result->moved_rows += job.even.totals.moved;
    result->lost_rows += job.even.totals.lost;
    release_job(&job, descriptor);
    return status;
}
