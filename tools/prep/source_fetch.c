#include "tools/prep/source_fetch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/prep/run_folder.h"
#include "tools/prep/task_key.h"
#include "tools/prep/task_marker.h"
#include "tools/prep/vocabulary_stage.h"

/* A file to fetch, where it goes and what says that it is there. */
struct wanted {
    const char *folder;
    char *marker; /* owned: its name */
    char *place;  /* owned: below the folder */
    char *path;   /* owned: the whole */
    char key[RUN_PLAN_SHA256];
    struct fetched_file file;
};

static void release(struct wanted *wanted) {
    free(wanted->marker);
    free(wanted->place);
    free(wanted->path);
}

/* Whether the marker is of this file and the file is there, by its size. */
static enum status look(const struct wanted *wanted, bool *there, struct error *error) {
    struct task_marker marker;
    enum status status = task_marker_read(&marker, there, wanted->folder, wanted->marker, error);
    if (status != STATUS_OK || !*there)
        return status;
    const char *sha256 = wanted->file.sha256;
    *there = task_marker_holds(&marker, wanted->folder, wanted->key, MARKER_CHECK_SIZES) &&
             marker.file_count == 1 &&
             (sha256[0] == '\0' || strcmp(marker.files[0].sha256, sha256) == 0);
    task_marker_release(&marker);
    return STATUS_OK;
}

static enum status mark(const struct wanted *wanted, struct error *error) {
    struct task_marker marker;
    struct stat info;
    if (stat(wanted->path, &info) != 0)
        return error_set(error, STATUS_FAILED, "'%s' was fetched and is not there", wanted->path);
    task_marker_init(&marker);
    memcpy(marker.key, wanted->key, sizeof marker.key);
    enum status status = task_marker_add_known(&marker, wanted->place, (uint64_t)info.st_size,
                                               wanted->file.found_sha256, error);
    if (status == STATUS_OK)
        status = task_marker_write(&marker, wanted->folder, wanted->marker, error);
    task_marker_release(&marker);
    return status;
}

/* Fetches unless that is done; releases in every case. */
static enum status fetch_one(struct wanted *wanted, fetch_function *fetch, void *context,
                             bool *was_done, struct error *error) {
    char found[RUN_PLAN_SHA256] = "";
    bool there = false;
    enum status status = STATUS_OK;
    wanted->path =
        wanted->place == NULL ? NULL : run_folder_path(wanted->folder, "%s", wanted->place);
    if (wanted->marker == NULL || wanted->path == NULL)
        status = error_no_memory(error, "a path");
    if (status == STATUS_OK)
        status = look(wanted, &there, error);
    if (status == STATUS_OK && !there) {
        *was_done = false;
        wanted->file.path = wanted->path;
        wanted->file.found_sha256 = found;
        status = fetch(context, &wanted->file, error);
        if (status == STATUS_OK)
            status = mark(wanted, error);
    }
    release(wanted);
    return status;
}

static enum status fetch_source(const char *folder, const struct run_source *source,
                                fetch_function *fetch, void *context, bool *was_done,
                                struct error *error) {
    char bytes[24];
    struct task_key key;
    struct wanted wanted = {.folder = folder,
                            .file = {.url = source->location,
                                     .bytes = source->bytes,
                                     .sha1 = source->sha1,
                                     .sha256 = source->sha256}};
    enum status status = task_key_init(&key, error);
    if (status != STATUS_OK)
        return status;
    snprintf(bytes, sizeof bytes, "%" PRIu64, source->bytes);
    task_key_add(&key, "source");
    task_key_add(&key, source->location);
    task_key_add(&key, bytes);
    task_key_add(&key, source->sha1);
    task_key_add(&key, source->sha256);
    task_key_finish(&key, wanted.key);
    if (asprintf(&wanted.marker, "source-%s", source->name) < 0)
        wanted.marker = NULL;
    if (asprintf(&wanted.place, "source/%s", source->name) < 0)
        wanted.place = NULL;
    return fetch_one(&wanted, fetch, context, was_done, error);
}

static enum status fetch_vocabulary(const char *folder, const struct run_plan *plan,
                                    fetch_function *fetch, void *context, bool *was_done,
                                    struct error *error) {
    struct wanted wanted = {
        .folder = folder,
        .marker = strdup("vocab"),
        .place = strdup(VOCABULARY_STAGE_FILE),
        .file = {.url = plan->vocabulary, .sha1 = "", .sha256 = plan->vocabulary_sha256}};
    enum status status = vocabulary_stage_key(wanted.key, plan, NULL, error);
    if (status != STATUS_OK) {
        release(&wanted);
        return status;
    }
    return fetch_one(&wanted, fetch, context, was_done, error);
}

enum status source_fetch_run(const char *folder, const struct run_plan *plan, fetch_function *fetch,
                             void *context, bool *was_done, struct error *error) {
    enum status status = STATUS_OK;
    *was_done = true;
    for (size_t i = 0; i < plan->source_count && status == STATUS_OK; i++) {
        if (run_plan_is_url(plan->sources[i].location))
            status = fetch_source(folder, &plan->sources[i], fetch, context, was_done, error);
    }
    if (status == STATUS_OK && plan->vocabulary != NULL && run_plan_is_url(plan->vocabulary))
        status = fetch_vocabulary(folder, plan, fetch, context, was_done, error);
    return status;
}
