/* Commit files of sync_plan.h: those at the target, and those that wait for the end. */
#include <stdlib.h>
#include <string.h>

#include "tools/s3/folder_walk.h"
#include "tools/s3/sync_plan_steps.h"

static enum status add_published(struct sync_plan *plan, const char *name, struct error *error) {
    const char *relative = name + strlen(plan->base);
    if (sync_plan_rank(plan, relative) == 0 ||
        published_commits_find(&plan->published, name) != NULL)
        return STATUS_OK;
    return published_commits_add(&plan->published, name, commit_rules_is_dataset(relative), error);
}

/* Finds the commit files among the objects, once more when others have been listed. */
static enum status scan_index(struct sync_plan *plan, struct error *error) {
    struct remote_cursor cursor = {.part = 0};
    struct remote_object object;
    bool more = true;
    enum status status = remote_index_cover(&plan->index, plan->base, error);
    if (status != STATUS_OK || plan->index_scanned == plan->index.changes)
        return status;
    while (status == STATUS_OK && more) {
        status = remote_index_next(&plan->index, &cursor, &more, &object, error);
        if (status == STATUS_OK && more && strncmp(object.key, plan->base, strlen(plan->base)) == 0)
            status = add_published(plan, object.key, error);
    }
    remote_cursor_release(&cursor);
    plan->index_scanned = plan->index.changes;
    return status;
}

static enum status on_target_file(void *context, const char *path, const char *relative,
                                  struct error *error) {
    (void)relative;
    return add_published(context, path, error);
}

static void on_target_refusal(void *context, const char *path, const struct error *why) {
    /* What cannot be read holds no commit file that a reader could find. */
    (void)context, (void)path, (void)why;
}

static enum status scan_folder(struct sync_plan *plan, struct error *error) {
    if (plan->target_walked)
        return STATUS_OK;
    plan->target_walked = true;
    return folder_walk(plan->base, FOLDER_WALK_PASS, on_target_file, on_target_refusal, plan,
                       error);
}

enum status sync_plan_before_change(struct sync_plan *plan, const char *name, bool waits,
                                    struct error *error) {
    bool to_bucket = plan->options.to->kind == S3_URL_BUCKET;
    struct published_commit *commit;
    size_t at = 0;
    if (plan->options.force)
        return STATUS_OK;
    enum status status = to_bucket ? scan_index(plan, error) : scan_folder(plan, error);
    while (status == STATUS_OK) {
        status = published_commits_next(&plan->published, &commit, &at, name, plan->options.target,
                                        error);
        if (status != STATUS_OK || commit == NULL)
            break;
        commit->removed = true;
        status = sync_plan_emit_deletion(
            plan, commit->name, "what it names will change; it is written again at the end", true,
            waits, error);
    }
    return status;
}

enum status sync_plan_defer(struct sync_plan *plan, const struct sync_content *source,
                            const char *target, unsigned rank, struct error *error) {
    struct sync_deferred *deferred =
        reallocarray(plan->deferred, plan->deferred_count + 1, sizeof *deferred);
    if (deferred == NULL)
        return error_no_memory(error, "a plan");
    plan->deferred = deferred;
    struct sync_deferred *item = &deferred[plan->deferred_count];
    *item = (struct sync_deferred){
        .source = *source, .target = strdup(target), .rank = rank, .order = plan->deferred_count};
    bool is_file = source->path != NULL;
    item->source.path = is_file ? strdup(source->path) : NULL;
    item->source.key = is_file ? NULL : strdup(source->key);
    item->source.etag = is_file ? NULL : strdup(source->etag);
    plan->deferred_count++;
    if (item->target == NULL || (is_file && item->source.path == NULL) ||
        (!is_file && (item->source.key == NULL || item->source.etag == NULL)))
        return error_no_memory(error, "a plan");
    return STATUS_OK;
}

static int by_rank(const void *left, const void *right) {
    const struct sync_deferred *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

enum status sync_plan_decide_deferred(struct sync_plan *plan, struct error *error) {
    enum status status = STATUS_OK;
    if (plan->deferred_count > 0)
        qsort(plan->deferred, plan->deferred_count, sizeof *plan->deferred, by_rank);
    for (size_t i = 0; i < plan->deferred_count && status == STATUS_OK; i++)
        status = sync_plan_compare_deferred(plan, i, error);
    return status == STATUS_OK ? sync_plan_settle(plan, true, error) : status;
}

enum status sync_plan_emit_deferred(struct sync_plan *plan, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < plan->deferred_count && status == STATUS_OK; i++) {
        struct sync_deferred *item = &plan->deferred[i];
        struct published_commit *published = published_commits_find(&plan->published, item->target);
        if (item->reason == NULL)
            continue;
        if (published != NULL && published->removed) {
            item->equal = false;
            item->reason = "was removed while what it names changed";
            published->restored = true;
        }
        status = sync_plan_emit(plan, &item->source, item->target, item->equal, item->reason, true,
                                error);
    }
    return status;
}
