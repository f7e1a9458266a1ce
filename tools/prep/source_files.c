#include "tools/prep/source_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/prep/run_folder.h"
#include "tools/prep/task_marker.h"

/* What the marker of a fetched file tells. */
static enum status read_marker(struct source_file *file, const char *folder, const char *source,
                               struct error *error) {
    struct task_marker marker;
    char *name = NULL;
    if (asprintf(&name, "source-%s", source) < 0)
        return error_no_memory(error, "the name of a marker");
    bool there;
    enum status status = task_marker_read(&marker, &there, folder, name, error);
    free(name);
    if (status != STATUS_OK || !there)
        return status;
    if (marker.file_count == 1) {
        file->is_here = true;
        file->bytes = marker.files[0].bytes;
        memcpy(file->sha256, marker.files[0].sha256, sizeof file->sha256);
    }
    task_marker_release(&marker);
    return STATUS_OK;
}

static enum status list_one(struct source_file *file, const char *folder,
                            const struct run_source *source, struct error *error) {
    file->is_fetched = run_plan_is_url(source->location);
    file->path = file->is_fetched ? run_folder_path(folder, "source/%s", source->name)
                                  : strdup(source->location);
    if (file->path == NULL)
        return error_no_memory(error, "the path of a source");
    if (file->is_fetched)
        return read_marker(file, folder, source->name, error);
    file->is_here = true;
    file->bytes = source->bytes;
    memcpy(file->sha256, source->sha256, sizeof file->sha256);
    return STATUS_OK;
}

enum status source_files_list(struct source_files *sources, const char *folder,
                              const struct run_plan *plan, struct error *error) {
    *sources = (struct source_files){.count = plan->source_count, .are_here = true};
    if (plan->source_count == 0)
        return error_set(error, STATUS_USAGE,
                         "the plan in '%s' is of no single dump; 'mlmprep update' works by it",
                         folder);
    sources->files = calloc(plan->source_count, sizeof *sources->files);
    if (sources->files == NULL) {
        sources->count = 0;
        return error_no_memory(error, "the sources");
    }
    for (size_t i = 0; i < sources->count; i++) {
        enum status status = list_one(&sources->files[i], folder, &plan->sources[i], error);
        if (status != STATUS_OK) {
            source_files_release(sources);
            return status;
        }
        sources->are_here = sources->are_here && sources->files[i].is_here;
    }
    return STATUS_OK;
}

static enum status changed(const struct source_file *file, const char *what, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     file->is_fetched ? "the source '%s' %s; remove it and run again to fetch it"
                                      : "the source '%s' %s; bring the old one back, or make a "
                                        "plan for the new one in another folder",
                     file->path, what);
}

static enum status check_one(struct source_file *file, const struct stage_request *request,
                             struct error *error) {
    if (!file->is_here || access(file->path, F_OK) != 0)
        return changed(file, "is not there", error);
    struct file_state state;
    if (file_state_look(&state, file->path) && state.size != file->bytes) {
        char what[96];
        snprintf(what, sizeof what, "has %" PRIu64 " bytes where the plan was made of %" PRIu64,
                 state.size, file->bytes);
        return changed(file, what, error);
    }
    enum status status = stage_watch_read(request, &file->known, file->path, error);
    if (status == STATUS_OK && !known_file_is(&file->known, file->bytes, file->sha256))
        status = changed(file, "has another content than when the plan was made", error);
    return status;
}

enum status source_files_check(struct source_files *sources, const struct stage_request *request,
                               struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sources->count && status == STATUS_OK; i++)
        status = check_one(&sources->files[i], request, error);
    return status;
}

enum status source_files_check_again(const struct source_files *sources, struct stop_signal *stop,
                                     struct error *error) {
    for (size_t i = 0; i < sources->count; i++) {
        const struct source_file *file = &sources->files[i];
        bool still;
        enum status status = known_file_still(&file->known, file->path, &still, stop, error);
        if (status != STATUS_OK)
            return status;
        if (!still)
            return changed(file, "was changed while it was read", error);
    }
    return STATUS_OK;
}

void source_files_release(struct source_files *sources) {
    for (size_t i = 0; i < sources->count; i++)
        free(sources->files[i].path);
    free(sources->files);
    *sources = (struct source_files){0};
}
