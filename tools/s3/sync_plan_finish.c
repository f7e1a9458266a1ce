/* The end of a plan of sync_plan.h: deletions with their guards, and what comes after. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/s3/folder_walk.h"
#include "tools/s3/key_rules.h"
#include "tools/s3/sync_plan_steps.h"

/* Names at the target that are to go. */
struct doomed {
    struct sync_plan *plan;
    char **names; /* owned, and so are the texts */
    size_t count;
};

static bool is_spoken_for(const struct sync_plan *plan, const char *name) {
    for (size_t i = 0; i < plan->scope_count; i++) {
        if (strncmp(name, plan->scopes[i], strlen(plan->scopes[i])) == 0)
            return true;
    }
    return false;
}

/* Dooms a name that no source has, unless the selection leaves it out. */
static enum status consider(struct doomed *doomed, const char *name, struct error *error) {
    struct sync_plan *plan = doomed->plan;
    const struct published_commit *commit = published_commits_find(&plan->published, name);
    if (!is_spoken_for(plan, name) ||
        !selection_has(plan->options.selection, name + strlen(plan->base)) ||
        (commit != NULL && commit->removed))
        return STATUS_OK;
    return sync_plan_keep_text(&doomed->names, &doomed->count, name, error);
}

static enum status gather_objects(struct doomed *doomed, struct error *error) {
    struct sync_plan *plan = doomed->plan;
    struct remote_cursor cursor = {.part = 0};
    struct remote_object object;
    enum status status = STATUS_OK;
    bool more = true;
    for (size_t i = 0; i < plan->scope_count && status == STATUS_OK; i++)
        status = remote_index_cover(&plan->index, plan->scopes[i], error);
    while (status == STATUS_OK && more) {
        status = remote_index_next(&plan->index, &cursor, &more, &object, error);
        if (status == STATUS_OK && more && !object.is_marked &&
            !key_rules_is_marker(object.key, object.size == 0))
            status = consider(doomed, object.key, error);
    }
    remote_cursor_release(&cursor);
    return status;
}

static enum status on_file(void *context, const char *path, const char *relative,
                           struct error *error) {
    struct doomed *doomed = context;
    struct sync_plan *plan = doomed->plan;
    bool clash;
    (void)relative;
    if (name_set_has(&plan->names, path))
        return STATUS_OK;
    enum status status = consider(doomed, path, error);
    /* Scopes may overlap: once is enough. */
    return status == STATUS_OK ? name_set_add(&plan->names, &clash, path, "", error) : status;
}

static void on_refusal(void *context, const char *path, const struct error *why) {
    const struct doomed *doomed = context;
    sync_plan_refuse(doomed->plan, path, why);
}

static enum status gather_files(struct doomed *doomed, struct error *error) {
    const struct sync_plan *plan = doomed->plan;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < plan->scope_count && status == STATUS_OK; i++) {
        struct stat info;
        if (stat(plan->scopes[i], &info) == 0)
            status =
                folder_walk(plan->scopes[i], FOLDER_WALK_PASS, on_file, on_refusal, doomed, error);
    }
    return status;
}

/* Why nothing may be deleted, whatever there is; NULL when something may. */
static const char *guard(const struct sync_plan *plan, enum status *status) {
    *status = STATUS_FAILED;
    if (plan->refused > 0) {
        *status = STATUS_PARTIAL;
        return "not all of the sources could be read";
    }
    if (plan->no_scope || plan->scope_count == 0)
        return "only folders, s3:// prefixes, and lists that end with a dataset.json can tell what "
               "should not be there";
    if (plan->empty_source)
        return "a source is empty: that may be a mistake, or a disk that is not mounted";
    if (plan->index.denied)
        return "listing the bucket is not allowed";
    return NULL;
}

static enum status emit_deletions(struct doomed *doomed, struct error *error) {
    struct sync_plan *plan = doomed->plan;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < doomed->count && status == STATUS_OK; i++)
        status = sync_plan_before_change(plan, doomed->names[i], true, error);
    for (size_t i = 0; i < doomed->count && status == STATUS_OK; i++) {
        struct published_commit *commit =
            published_commits_find(&plan->published, doomed->names[i]);
        if (commit != NULL && commit->removed)
            commit->restored = true; /* gone already, and meant to be */
        else
            status = sync_plan_emit_deletion(plan, doomed->names[i], "not in the source", false,
                                             true, error);
    }
    return status;
}

enum status sync_plan_delete_others(struct sync_plan *plan, struct error *refusal,
                                    struct error *error) {
    struct doomed doomed = {.plan = plan};
    enum status status = STATUS_OK, refused;
    const char *why = guard(plan, &refused);
    if (why == NULL) {
        status = plan->options.to->kind == S3_URL_BUCKET ? gather_objects(&doomed, error)
                                                         : gather_files(&doomed, error);
        why = guard(plan, &refused);
    }
    if (why != NULL)
        error_set(refusal, refused, "nothing was deleted: %s", why);
    else if (doomed.count > plan->options.max_delete)
        error_set(refusal, STATUS_FAILED,
                  "nothing was deleted: there are %zu to delete, and --max-delete allows %llu",
                  doomed.count, (unsigned long long)plan->options.max_delete);
    else if (status == STATUS_OK)
        status = emit_deletions(&doomed, error);
    for (size_t i = 0; i < doomed.count; i++)
        free(doomed.names[i]);
    free(doomed.names);
    return status;
}

/* Commit files that were removed and have no successor. */
static void warn_of_removed(const struct sync_plan *plan) {
    for (size_t i = 0; i < plan->published.count; i++) {
        const struct published_commit *commit = &plan->published.items[i];
        struct error sentence;
        if (!commit->removed || commit->restored)
            continue;
        error_set(&sentence, STATUS_FAILED,
                  "'%s' at the target is removed, because what it names changes, and no source has "
                  "a new one",
                  commit->name);
        plan->options.warn(plan->options.context, sentence.message);
    }
}

enum status sync_plan_finish(struct sync_plan *plan, struct error *error) {
    struct error refusal = {.status = STATUS_OK};
    enum status status = sync_plan_settle(plan, true, error);
    /* The manifest's name is taken before anything is deleted that has it. */
    if (status == STATUS_OK && plan->options.sagemaker_manifest != NULL)
        status = sync_plan_add_manifest(plan, error);
    if (status == STATUS_OK)
        status = sync_plan_decide_deferred(plan, error);
    if (status == STATUS_OK && plan->options.delete_others)
        status = sync_plan_delete_others(plan, &refusal, error);
    if (status == STATUS_OK)
        status = sync_plan_emit_deferred(plan, error);
    /* Refusals may have been put behind others. */
    status = sync_plan_settle_after(plan, status, error);
    if (status == STATUS_OK)
        warn_of_removed(plan);
    if (status == STATUS_OK && refusal.status != STATUS_OK) {
        *error = refusal;
        status = refusal.status;
    }
    return status;
}
