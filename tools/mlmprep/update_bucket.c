#include "tools/mlmprep/update_bucket.h"

#include <jansson.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/atomic_file.h"
#include "tools/mlmprep/update_making.h"
#include "tools/mlmprep/update_plan.h"
#include "tools/mlmprep/update_words.h"
#include "tools/prep/folder_tree.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/task_marker.h"
#include "tools/s3/s3_url.h"

static const char POINTER[] = "current.json";
static const char SHARDS[] = "shards/";

/* Adds the keys of the lists of one phase. */
static enum status list_phase(json_t *sets, const struct update_run *update, unsigned phase,
                              struct error *error) {
    struct task_marker marker;
    char name[32];
    bool there = false;
    char *folder = run_folder_path(update->folder, "%s", update->date);
    snprintf(name, sizeof name, "finish.phase%u", phase);
    enum status status = folder == NULL ? error_no_memory(error, "a path")
                                        : task_marker_read(&marker, &there, folder, name, error);
    free(folder);
    if (status != STATUS_OK || !there)
        return status;
    for (size_t i = 0; i < marker.file_count && status == STATUS_OK; i++) {
        const char *path = marker.files[i].path;
        if (strncmp(path, SHARDS, sizeof SHARDS - 1) != 0)
            continue;
        json_t *key = json_sprintf("%s/%s", update->date, path + sizeof SHARDS - 1);
        if (json_array_append_new(sets, key) != 0)
            status = error_no_memory(error, "the pointer");
    }
    task_marker_release(&marker);
    return status;
}

static enum status make_text(char **text, const struct update_run *update, struct error *error) {
    json_t *sets = json_array();
    enum status status = sets == NULL ? error_no_memory(error, "the pointer") : STATUS_OK;
    for (size_t i = 0; i < update->plan.phase_count && status == STATUS_OK; i++)
        status = list_phase(sets, update, update->plan.phases[i], error);
    json_t *root =
        json_pack("{s:s, s:i, s:s, s:s+, s:O*}", "format", "mlmprep-current", "version", 1, "date",
                  update->date, "prefix", update->date, "/", "data_sets", sets);
    json_decref(sets);
    char *dump = json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    if (status == STATUS_OK && (dump == NULL || asprintf(text, "%s\n", dump) < 0)) {
        *text = NULL;
        status = error_no_memory(error, "the pointer");
    }
    free(dump);
    return status;
}

/* Runs s3sync with the series' options, then some of ours, from the folder bucket/ to the bucket.
 */
static enum status sync(struct update_run *update, const struct run_words *options,
                        const char *date, struct error *error) {
    struct run_words words = {NULL, 0, 0};
    char *path = run_folder_path(update->folder, "bucket");
    /* Where the given path has the mark in it, the key would begin there. */
    char *folder = path == NULL ? NULL : realpath(path, NULL);
    enum status status = folder == NULL ? error_no_memory(error, "a path") : STATUS_OK;
    if (status == STATUS_OK)
        status = update_words_of_upload(&words, &update->plan.options[RUN_S3SYNC], error);
    for (size_t i = 0; i < options->count && status == STATUS_OK; i++)
        status = run_words_add(&words, options->words[i], error);
    if (status == STATUS_OK)
        status =
            update_words_add(&words, error, "--no-cache", "--", folder, update->plan.bucket, NULL);
    if (status == STATUS_OK)
        status = update_making_child(update, date, "s3sync", &words, error);
    /* Some of the objects are neither gone nor there. */
    if (status == STATUS_PARTIAL)
        status = error->status = STATUS_FAILED;
    run_words_release(&words);
    free(folder);
    free(path);
    return status;
}

enum status update_bucket_point(struct update_run *update, struct error *error) {
    struct run_words options = {NULL, 0, 0};
    char *text = NULL;
    char *folder = run_folder_path(update->folder, "bucket");
    char *path = run_folder_path(update->folder, "bucket/%s", POINTER);
    enum status status = folder == NULL || path == NULL ? error_no_memory(error, "a path")
                                                        : make_text(&text, update, error);
    if (status == STATUS_OK)
        status = atomic_file_make_folders(folder, error);
    if (status == STATUS_OK)
        status = atomic_file_write(path, text, strlen(text), error);
    if (status == STATUS_OK)
        status = update_words_add(&options, error, "--exclude", "*", "--include", POINTER, NULL);
    if (status == STATUS_OK)
        status = sync(update, &options, update->date, error);
    run_words_release(&options);
    free(text);
    free(folder);
    free(path);
    return status;
}

/*
 * Of a bucket that is a folder, folders that are empty may be left when a run was killed between
 * its last deletion and that of the folder: nothing finds them any more.
 */
static void remove_folder(const struct update_run *update, const char *date) {
    struct s3_url url;
    struct error ignored;
    char *bucket = update_plan_bucket(update->plan.bucket, date);
    if (bucket != NULL && s3_url_parse(&url, bucket, &ignored) == STATUS_OK) {
        if (url.kind == S3_URL_FOLDER)
            folder_tree_remove(url.folder);
        s3_url_release(&url);
    }
    free(bucket);
}

enum status update_bucket_remove(struct update_run *update, struct error *error) {
    struct run_words options = {NULL, 0, 0};
    const struct series_folder *series = &update->series;
    /* The pointer is a source, too: nothing is deleted by a list that could not be read. */
    enum status status =
        update_words_add(&options, error, "--delete", "--exclude", "*", "--include", POINTER, NULL);
    for (size_t i = 0; i < series->count && status == STATUS_OK; i++) {
        char glob[DUMP_DATE_SIZE + 2];
        if (!series_folder_is_old(series, &series->items[i], update->plan.series.keep))
            continue;
        snprintf(glob, sizeof glob, "%s/*", series->items[i].date);
        status = update_words_add(&options, error, "--include", glob, NULL);
    }
    if (status == STATUS_OK)
        status = sync(update, &options, series->current, error);
    for (size_t i = 0; i < series->count && status == STATUS_OK; i++) {
        if (series_folder_is_old(series, &series->items[i], update->plan.series.keep))
            remove_folder(update, series->items[i].date);
    }
    run_words_release(&options);
    return status;
}
