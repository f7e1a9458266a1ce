/* Sources of sync_plan.h: files and folders. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/s3/folder_walk.h"
#include "tools/s3/sync_plan_steps.h"

static const char KEY_MARK[] = "/./";

bool sync_plan_has_mark(const char *path) {
    return strstr(path, KEY_MARK) != NULL;
}

enum status sync_plan_keep_text(char ***texts, size_t *count, const char *text,
                                struct error *error) {
    char **longer = reallocarray(*texts, *count + 1, sizeof *longer);
    if (longer == NULL)
        return error_no_memory(error, "a plan");
    *texts = longer;
    longer[*count] = strdup(text);
    if (longer[*count] == NULL)
        return error_no_memory(error, "a plan");
    ++*count;
    return STATUS_OK;
}

enum status sync_plan_add_scope(struct sync_plan *plan, const char *relative, struct error *error) {
    struct buffer scope = BUFFER_INIT;
    enum status status =
        buffer_format(&scope, error, "%s%s%s", plan->base, relative, *relative == '\0' ? "" : "/");
    if (status == STATUS_OK)
        status = buffer_append(&scope, "", 1, error);
    if (status == STATUS_OK)
        status =
            sync_plan_keep_text(&plan->scopes, &plan->scope_count, (const char *)scope.data, error);
    buffer_release(&scope);
    return status;
}

/* Appends a relative path without empty and "." parts, with a NUL behind; *upwards at a "..". */
static enum status append_clean(struct buffer *clean, bool *upwards, const char *relative,
                                struct error *error) {
    enum status status = STATUS_OK;
    *upwards = false;
    while (*relative != '\0' && status == STATUS_OK) {
        size_t length = strcspn(relative, "/");
        bool dropped = length == 0 || (length == 1 && relative[0] == '.');
        *upwards = *upwards || (length == 2 && relative[0] == '.' && relative[1] == '.');
        if (!dropped && clean->size > 0)
            status = buffer_append(clean, "/", 1, error);
        if (!dropped && status == STATUS_OK)
            status = buffer_append(clean, relative, length, error);
        relative += length + (relative[length] == '/');
    }
    return status == STATUS_OK ? buffer_append(clean, "", 1, error) : status;
}

/* Plans a file whose name at the target ends with `relative`. */
static enum status add_file(struct sync_plan *plan, const char *path, const char *relative,
                            bool in_place, struct error *error) {
    struct sync_content source = {.path = path};
    struct buffer clean = BUFFER_INIT;
    bool upwards;
    if (!file_state_look(&source.state, path)) {
        sync_plan_refuse_because(plan, path, "is not a regular file");
        return STATUS_OK;
    }
    source.size = source.state.size;
    enum status status = append_clean(&clean, &upwards, relative, error);
    if (status == STATUS_OK && upwards)
        sync_plan_refuse_because(plan, path, "would leave the target: '..' behind its '/./'");
    else if (status == STATUS_OK)
        status = sync_plan_take(plan, &source, (const char *)clean.data, in_place, error);
    buffer_release(&clean);
    return status;
}

/* A folder's part of the key, while it is walked. */
struct folder_source {
    struct sync_plan *plan;
    const char *relative; /* "" or what is behind "/./", clean */
    bool in_place;
};

static enum status on_file(void *context, const char *path, const char *relative,
                           struct error *error) {
    const struct folder_source *source = context;
    struct buffer joined = BUFFER_INIT;
    enum status status = buffer_format(&joined, error, "%s/%s", source->relative, relative);
    if (status == STATUS_OK)
        status = buffer_append(&joined, "", 1, error);
    if (status == STATUS_OK)
        status = add_file(source->plan, path, (const char *)joined.data, source->in_place, error);
    buffer_release(&joined);
    return status;
}

static void on_refusal(void *context, const char *path, const struct error *why) {
    const struct folder_source *source = context;
    sync_plan_refuse(source->plan, path, why);
}

/* The real path of a folder that may not exist yet: that of its nearest ancestor, and the rest. */
static char *real_path(const char *path) {
    char *copy = strdup(path), *joined = NULL;
    for (size_t end = copy == NULL ? 0 : strlen(copy); end > 0; end--) {
        if (path[end] != '\0' && path[end] != '/')
            continue;
        copy[end] = '\0';
        char *real = realpath(copy, NULL);
        if (real != NULL) {
            if (asprintf(&joined, "%s%s", real, path + end) < 0)
                joined = NULL;
            free(real);
            break;
        }
    }
    free(copy);
    return joined;
}

/* Whether `inner` lies below `outer`. */
static bool lies_below(const char *inner, const char *outer) {
    size_t length = strlen(outer);
    while (length > 0 && outer[length - 1] == '/')
        length--;
    return strncmp(inner, outer, length) == 0 && inner[length] == '/' && inner[length + 1] != '\0';
}

/* A folder and a target in it, or the other way round, would be copied into themselves. */
static enum status check_apart(const struct sync_plan *plan, const char *path,
                               struct error *error) {
    if (plan->options.to->kind != S3_URL_FOLDER)
        return STATUS_OK;
    char *from = real_path(path), *to = real_path(plan->options.to->folder);
    enum status status = STATUS_OK;
    if (from != NULL && to != NULL && (lies_below(to, from) || lies_below(from, to)))
        status = error_set(error, STATUS_USAGE,
                           "the source '%s' and the target '%s' lie one in the other", path,
                           plan->options.to->folder);
    free(from);
    free(to);
    return status;
}

static enum status add_folder(struct sync_plan *plan, const char *path, const char *relative,
                              bool in_place, struct error *error) {
    struct buffer clean = BUFFER_INIT;
    bool upwards;
    uint64_t found = plan->found;
    enum status status = append_clean(&clean, &upwards, relative, error);
    if (status == STATUS_OK && upwards) {
        sync_plan_refuse_because(plan, path, "would leave the target: '..' behind its '/./'");
        goto out_release;
    }
    if (status == STATUS_OK)
        status = check_apart(plan, path, error);
    if (status == STATUS_OK)
        status = sync_plan_add_scope(plan, (const char *)clean.data, error);
    if (status != STATUS_OK)
        goto out_release;
    const struct folder_source source = {plan, (const char *)clean.data, in_place};
    if (!plan->in_list)
        plan->hint = plan->scopes[plan->scope_count - 1];
    status = folder_walk(path, FOLDER_WALK_FOLLOW, on_file, on_refusal, (void *)&source, error);
    plan->hint = NULL;
    plan->empty_source = plan->empty_source || plan->found == found;
out_release:
    buffer_release(&clean);
    return status;
}

/* Plans one path; `in_place` lets a dataset.json keep its place. */
static enum status add_path(struct sync_plan *plan, const char *path, bool in_place,
                            struct error *error) {
    struct stat info;
    if (stat(path, &info) != 0) {
        struct error why;
        error_system(&why, errno, "cannot find", path);
        sync_plan_refuse(plan, path, &why);
        return STATUS_OK;
    }
    const char *mark = strstr(path, KEY_MARK), *slash = strrchr(path, '/');
    const char *behind = mark == NULL ? NULL : mark + strlen(KEY_MARK);
    if (S_ISDIR(info.st_mode))
        return add_folder(plan, path, behind == NULL ? "" : behind, in_place, error);
    if (!plan->in_list)
        plan->no_scope = true;
    const char *base_name = slash == NULL ? path : slash + 1;
    return add_file(plan, path, behind == NULL ? base_name : behind, in_place, error);
}

enum status sync_plan_add_path(struct sync_plan *plan, const char *path, struct error *error) {
    enum status status = add_path(plan, path, false, error);
    return status == STATUS_OK ? status : sync_plan_settle_after(plan, status, error);
}

enum status sync_plan_add_line(struct sync_plan *plan, const char *path, struct error *error) {
    return add_path(plan, path, sync_plan_has_mark(path), error);
}

enum status sync_plan_add_url(struct sync_plan *plan, const struct s3_url *from,
                              struct error *error) {
    enum status status = from->kind == S3_URL_BUCKET ? sync_plan_add_prefix(plan, from, error)
                                                     : add_path(plan, from->folder, false, error);
    return status == STATUS_OK ? status : sync_plan_settle_after(plan, status, error);
}
