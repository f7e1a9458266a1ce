#include "tools/mlmprep/update_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "formats/base/byte_source.h"
#include "formats/base/file_digest.h"
#include "formats/base/file_state.h"
#include "formats/base/version.h"
#include "tokenizer/vocabulary.h"
#include "tools/fetch/local_copy.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/series_folder.h"
#include "tools/prep/vocabulary_stage.h"

char *update_plan_bucket(const char *bucket, const char *date) {
    char *path;
    size_t length = strlen(bucket);
    while (length > 0 && bucket[length - 1] == '/')
        length--;
    return asprintf(&path, "%.*s/%s", (int)length, bucket, date) < 0 ? NULL : path;
}

static enum status take_version(struct run_plan *plan, struct error *error) {
    char *version = strdup(MLMPREP_VERSION);
    if (version == NULL)
        return error_no_memory(error, "the plan");
    free(plan->version);
    plan->version = version;
    return STATUS_OK;
}

static bool goes_on(void *context) {
    return !stop_signal_came(context);
}

/* Reads a file once, and compares it with what is published of it. */
static enum status read_local(struct file_state *state, struct file_digests *found,
                              const struct dump_file *file, const char *path,
                              struct stop_signal *stop, struct error *error) {
    struct file_digests wanted = file->digests;
    int descriptor;
    enum status status = file_state_open(&descriptor, state, path, error);
    if (status != STATUS_OK)
        return status;
    file_digests_want(&wanted, FILE_DIGEST_SHA256);
    status = file_digests_compute(found, &wanted, descriptor, path, goes_on, stop, error);
    close(descriptor);
    if (status != STATUS_OK)
        return status;
    enum file_digest_kind kind = file_digests_compare(found, &file->digests);
    return kind == FILE_DIGEST_KINDS
               ? STATUS_OK
               : error_set(error, STATUS_CORRUPT,
                           "'%s' has the %s %s, and %s is published: it is damaged, or not all of "
                           "it is there yet",
                           path, file_digest_name(kind), found->hex[kind], file->digests.hex[kind]);
}

/* A file of a mirror that is a folder: where it lies, and what it holds. */
static enum status add_local(struct run_plan *plan, const struct dump_file *file,
                             struct stop_signal *stop, struct error *error) {
    char *path = NULL;
    struct file_state state = {0};
    struct file_digests found = {{""}};
    enum status status = local_copy_path(&path, file->url, error);
    if (status == STATUS_OK)
        status = run_plan_add_source(plan, path, file->name, error);
    if (status == STATUS_OK)
        status = read_local(&state, &found, file, path, stop, error);
    if (status == STATUS_OK) {
        struct run_source *source = &plan->sources[plan->source_count - 1];
        source->bytes = state.size;
        memcpy(source->sha256, found.hex[FILE_DIGEST_SHA256], sizeof source->sha256);
    }
    free(path);
    return status;
}

static enum status add_source(struct run_plan *plan, const struct dump_file *file,
                              struct stop_signal *stop, struct error *error) {
    if (local_copy_is(file->url))
        return add_local(plan, file, stop, error);
    enum status status = run_plan_add_source(plan, file->url, file->name, error);
    if (status == STATUS_OK) {
        struct run_source *source = &plan->sources[plan->source_count - 1];
        source->bytes = file->bytes;
        memcpy(source->sha1, file->digests.hex[FILE_DIGEST_SHA1], sizeof source->sha1);
    }
    return status;
}

static enum status fill(struct run_plan *plan, const struct dump_files *dump,
                        struct stop_signal *stop, struct error *error) {
    free(plan->series.mirror);
    free(plan->series.wiki);
    free(plan->series.files);
    plan->series = (struct run_series){.keep = 1};
    enum status status = take_version(plan, error);
    if (status == STATUS_OK && plan->bucket != NULL) {
        char *bucket = update_plan_bucket(plan->bucket, dump->date);
        if (bucket == NULL)
            status = error_no_memory(error, "the plan");
        free(plan->bucket);
        plan->bucket = bucket;
    }
    for (size_t i = 0; i < dump->count && status == STATUS_OK; i++)
        status = add_source(plan, &dump->files[i], stop, error);
    return status == STATUS_OK ? run_plan_check(plan, error) : status;
}

enum status update_plan_make(struct run_plan *plan, const struct run_plan *series,
                             const struct dump_files *dump, struct stop_signal *stop,
                             struct error *error) {
    enum status status = run_plan_copy(plan, series, error);
    if (status != STATUS_OK)
        return status;
    status = fill(plan, dump, stop, error);
    if (status != STATUS_OK)
        run_plan_release(plan);
    return status;
}

/* The series' vocabulary, unless the data set gets its own from the web or from training. */
static enum status copy_vocabulary(const struct run_plan *plan, const char *folder,
                                   const char *date, struct error *error) {
    if (plan->vocabulary == NULL || run_plan_is_url(plan->vocabulary))
        return STATUS_OK;
    struct buffer bytes = BUFFER_INIT;
    char *from = run_folder_path(folder, VOCABULARY_STAGE_FILE);
    char *to = run_folder_path(folder, "%s/%s", date, VOCABULARY_STAGE_FILE);
    enum status status = from == NULL || to == NULL ? error_no_memory(error, "a path") : STATUS_OK;
    if (status == STATUS_OK)
        status = byte_source_read_file(from, VOCABULARY_LARGEST_FILE, &bytes, error);
    if (status == STATUS_OK)
        status = atomic_file_write(to, bytes.data, bytes.size, error);
    buffer_release(&bytes);
    free(from);
    free(to);
    return status;
}

enum status update_plan_write(struct run_plan *plan, const char *folder, const char *date,
                              struct error *error) {
    struct buffer text = BUFFER_INIT;
    char *path = run_folder_path(folder, "%s", date);
    char *file = run_folder_path(folder, "%s/%s", date, RUN_PLAN_NAME);
    enum status status =
        path == NULL || file == NULL ? error_no_memory(error, "a path") : STATUS_OK;
    if (status == STATUS_OK)
        status = run_folder_make(path, error);
    if (status == STATUS_OK)
        status = series_folder_mark(folder, date, SERIES_MADE, error);
    if (status == STATUS_OK)
        status = take_version(plan, error);
    if (status == STATUS_OK)
        status = copy_vocabulary(plan, folder, date, error);
    if (status == STATUS_OK)
        status = run_plan_write(plan, &text, error);
    if (status == STATUS_OK)
        status = atomic_file_write(file, text.data, text.size, error);
    buffer_release(&text);
    free(path);
    free(file);
    return status;
}

bool update_plan_is_there(const char *folder, const char *date) {
    char *path = run_folder_path(folder, "%s/%s", date, RUN_PLAN_NAME);
    bool there = path != NULL && access(path, F_OK) == 0;
    free(path);
    return there;
}

enum status update_plan_read(struct run_plan *plan, const char *folder, const char *date,
                             struct error *error) {
    char *path = run_folder_path(folder, "%s/%s", date, RUN_PLAN_NAME);
    enum status status =
        path == NULL ? error_no_memory(error, "a path") : run_plan_read(plan, path, error);
    free(path);
    return status;
}
