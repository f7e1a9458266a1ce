#include "tools/s3/upload_plan.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tools/s3/folder_walk.h"

static const char COMMIT_NAME[] = "dataset.json";
static const char KEY_MARK[] = "/./";

void upload_plan_init(struct upload_plan *plan, const struct s3_url *to,
                      upload_plan_emit_function *emit, upload_plan_refuse_function *refuse,
                      void *context) {
    *plan = (struct upload_plan){.to = to, .emit = emit, .refuse = refuse, .context = context};
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool upload_plan_is_commit(const char *path) {
    return strcmp(base_name(path), COMMIT_NAME) == 0;
}

/* Appends a relative path without empty and "." parts; false when a part is "..". */
static bool append_clean(struct buffer *clean, const char *relative, enum status *status,
                         struct error *error) {
    while (*relative != '\0' && *status == STATUS_OK) {
        size_t length = strcspn(relative, "/");
        bool dropped = length == 0 || (length == 1 && relative[0] == '.');
        if (length == 2 && relative[0] == '.' && relative[1] == '.')
            return false;
        if (!dropped && clean->size > 0)
            *status = buffer_append(clean, "/", 1, error);
        if (!dropped && *status == STATUS_OK)
            *status = buffer_append(clean, relative, length, error);
        relative += length + (relative[length] == '/');
    }
    return true;
}

static void refuse(struct upload_plan *plan, const char *path, const char *why) {
    struct error error;
    error_set(&error, STATUS_FAILED, "'%s' %s", path, why);
    plan->refuse(plan->context, path, &error);
}

static enum status defer(struct upload_plan *plan, struct upload_item *item, struct error *error) {
    struct upload_item **items =
        reallocarray(plan->deferred, plan->deferred_count + 1, sizeof *items);
    if (items == NULL) {
        upload_item_free(item);
        return error_no_memory(error, "a list of files");
    }
    plan->deferred = items;
    items[plan->deferred_count++] = item;
    return STATUS_OK;
}

/* What a file will be called, with a NUL behind; *refused when it cannot have that name. */
static enum status name_target(struct upload_plan *plan, struct buffer *target, bool *refused,
                               const char *path, const char *relative, struct error *error) {
    struct buffer clean = BUFFER_INIT;
    struct error why;
    bool clash = false;
    enum status status = STATUS_OK;
    bool upwards = !append_clean(&clean, relative, &status, error);
    *refused = true;
    if (status == STATUS_OK)
        status = buffer_append(&clean, "", 1, error);
    if (status != STATUS_OK)
        goto out_release;
    if (upwards || clean.size == 1) {
        refuse(plan, path,
               upwards ? "would leave the target: '..' behind its '/./'"
                       : "has no name left for the target");
        goto out_release;
    }
    if (s3_url_join(target, plan->to, (const char *)clean.data, &why) != STATUS_OK) {
        plan->refuse(plan->context, path, &why);
        goto out_release;
    }
    status = name_set_add(&plan->names, &clash, (const char *)target->data, path, error);
    if (status == STATUS_OK && clash)
        refuse(plan, path,
               "would overwrite a file of another source, as both get the same name; "
               "put '/./' before what tells them apart");
    *refused = clash;
out_release:
    buffer_release(&clean);
    return status;
}

/* Makes an item of a file and what its key ends with, and passes it on or keeps it for later. */
static enum status add_file(struct upload_plan *plan, const char *path, const char *relative,
                            bool in_place, struct error *error) {
    struct buffer target = BUFFER_INIT;
    bool refused;
    enum status status = name_target(plan, &target, &refused, path, relative, error);
    if (status == STATUS_OK && !refused) {
        struct upload_item *item =
            upload_item_new(path, (const char *)target.data, upload_plan_is_commit(path));
        if (item == NULL) {
            status = error_no_memory(error, "a list of files");
        } else if (item->commit && !in_place) {
            status = defer(plan, item, error);
        } else {
            plan->emitted++;
            status = plan->emit(plan->context, item, error);
        }
    }
    buffer_release(&target);
    return status;
}

/* A folder's part of the key, while it is walked. */
struct folder_source {
    struct upload_plan *plan;
    const char *relative; /* "" or what is behind "/./" */
    bool in_place;
};

static enum status on_file(void *context, const char *path, const char *relative,
                           struct error *error) {
    struct folder_source *source = context;
    struct buffer joined = BUFFER_INIT;
    enum status status = buffer_format(&joined, error, "%s/%s", source->relative, relative);
    if (status == STATUS_OK)
        status = add_file(source->plan, path, (const char *)joined.data, source->in_place, error);
    buffer_release(&joined);
    return status;
}

static void on_refusal(void *context, const char *path, const struct error *why) {
    struct folder_source *source = context;
    source->plan->refuse(source->plan->context, path, why);
}

/* Plans one path; `in_place` lets a commit file keep its place. */
static enum status add_path(struct upload_plan *plan, const char *path, bool in_place,
                            struct error *error) {
    struct stat info;
    if (stat(path, &info) != 0) {
        struct error why;
        error_system(&why, errno, "cannot find", path);
        plan->refuse(plan->context, path, &why);
        return STATUS_OK;
    }
    const char *mark = strstr(path, KEY_MARK);
    const char *relative = mark == NULL ? NULL : mark + strlen(KEY_MARK);
    if (!S_ISDIR(info.st_mode))
        return add_file(plan, path, relative == NULL ? base_name(path) : relative, in_place, error);
    struct folder_source source = {plan, relative == NULL ? "" : relative, in_place};
    return folder_walk(path, FOLDER_WALK_FOLLOW, on_file, on_refusal, &source, error);
}

enum status upload_plan_add_path(struct upload_plan *plan, const char *path, struct error *error) {
    return add_path(plan, path, false, error);
}

bool upload_plan_has_mark(const char *path) {
    return strstr(path, KEY_MARK) != NULL;
}

enum status upload_plan_add_line(struct upload_plan *plan, const char *path, struct error *error) {
    return add_path(plan, path, upload_plan_has_mark(path), error);
}

enum status upload_plan_finish(struct upload_plan *plan, struct error *error) {
    enum status status = STATUS_OK;
    size_t next = 0;
    while (next < plan->deferred_count && status == STATUS_OK) {
        plan->emitted++;
        status = plan->emit(plan->context, plan->deferred[next++], error);
    }
    /* What was emitted is no longer ours. */
    while (next < plan->deferred_count)
        upload_item_free(plan->deferred[next++]);
    plan->deferred_count = 0;
    return status;
}

void upload_plan_release(struct upload_plan *plan) {
    for (size_t i = 0; i < plan->deferred_count; i++)
        upload_item_free(plan->deferred[i]);
    free(plan->deferred);
    name_set_release(&plan->names);
    plan->deferred = NULL;
    plan->deferred_count = 0;
}
