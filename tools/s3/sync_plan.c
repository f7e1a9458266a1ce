#include "tools/s3/sync_plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/key_rules.h"
#include "tools/s3/sync_plan_steps.h"

enum status sync_plan_init(struct sync_plan *plan, const struct sync_plan_options *options,
                           struct error *error) {
    struct buffer base = BUFFER_INIT;
    *plan = (struct sync_plan){.options = *options, .manifest_number = -1};
    if (options->sagemaker_manifest != NULL && options->to->kind != S3_URL_BUCKET)
        return error_set(error, STATUS_USAGE,
                         "SageMaker's manifest names objects: the target has to be a bucket");
    if (options->no_overwrite && options->delete_others)
        return error_set(error, STATUS_USAGE, "--no-overwrite and --delete exclude each other");
    enum status status = s3_url_join(&base, options->to, "", error);
    if (status == STATUS_OK)
        plan->base = strdup((const char *)base.data);
    if (status == STATUS_OK && plan->base == NULL)
        status = error_no_memory(error, "a plan");
    buffer_release(&base);
    remote_index_init(&plan->index, options->target);
    const struct sync_compare compare = {options->mode, options->cache};
    compare_queue_init(&plan->queue, &compare, options->source, options->target, options->workers);
    return status;
}

unsigned sync_plan_rank(const struct sync_plan *plan, const char *relative) {
    unsigned rank = commit_rules_rank(plan->options.commits, relative);
    const char *manifest = plan->options.sagemaker_manifest;
    return rank == 0 && manifest != NULL && strcmp(relative, manifest) == 0 ? 1 : rank;
}

enum status sync_plan_name(struct sync_plan *plan, struct buffer *target, bool *refused,
                           const struct sync_content *source, const char *relative,
                           struct error *error) {
    bool to_bucket = plan->options.to->kind == S3_URL_BUCKET, clash = false;
    *refused = false;
    enum status status = buffer_format(target, error, "%s%s", plan->base, relative);
    if (status == STATUS_OK)
        status = buffer_append(target, "", 1, error);
    if (status != STATUS_OK)
        return status;
    const char *why = to_bucket ? key_rules_refuse_key((const char *)target->data)
                                : key_rules_refuse_path(relative);
    if (*relative == '\0')
        why = "has no name left for the target";
    /*
     * Names of one source differ, but for the manifest of our own making. Objects that it has are
     * marked in the index; files have no other mark.
     */
    bool kept = !plan->options.one_source || (!to_bucket && plan->options.delete_others) ||
                sync_plan_rank(plan, relative) > 0;
    if (why == NULL && kept) {
        status = name_set_add(&plan->names, &clash, (const char *)target->data,
                              sync_plan_source_name(source), error);
        if (clash)
            why = "would overwrite a file of another source, as both get the same name; put '/./' "
                  "before what tells them apart";
    }
    *refused = why != NULL;
    if (why != NULL)
        sync_plan_refuse_because(plan, sync_plan_source_name(source), why);
    return status;
}

/* Emits an action, which may be NULL for want of memory. */
static enum status emit(struct sync_plan *plan, struct sync_action *action, struct error *error) {
    if (action == NULL)
        return error_no_memory(error, "a plan");
    plan->emitted++;
    enum status status = plan->options.emit(plan->options.context, action, error);
    plan->ended = plan->ended || status != STATUS_OK;
    return status;
}

enum status sync_plan_emit(struct sync_plan *plan, const struct sync_content *source,
                           const char *target, bool equal, const char *reason, bool is_commit,
                           struct error *error) {
    bool to_bucket = plan->options.to->kind == S3_URL_BUCKET, is_file = source->path != NULL;
    enum sync_action_kind kind = equal                  ? SYNC_SKIP
                                 : to_bucket && is_file ? SYNC_UPLOAD
                                 : to_bucket            ? SYNC_COPY_OBJECT
                                 : is_file              ? SYNC_COPY_FILE
                                                        : SYNC_DOWNLOAD;
    struct sync_action *action =
        sync_action_new(kind, sync_plan_source_name(source), target, reason);
    if (action != NULL) {
        action->size = source->size;
        memcpy(action->sha256, source->sha256, sizeof action->sha256);
        /* One that does not fit is not sent along as a condition. */
        if (source->etag != NULL && strlen(source->etag) < sizeof action->source_etag)
            memcpy(action->source_etag, source->etag, strlen(source->etag) + 1);
        action->has_state = is_file;
        action->source_state = source->state;
        action->waits_for_all = is_commit && !equal;
    }
    return emit(plan, action, error);
}

enum status sync_plan_emit_deletion(struct sync_plan *plan, const char *target, const char *reason,
                                    bool holds_all, bool waits_for_all, struct error *error) {
    bool to_bucket = plan->options.to->kind == S3_URL_BUCKET;
    struct sync_action *action =
        sync_action_new(to_bucket ? SYNC_DELETE_OBJECT : SYNC_DELETE_FILE, NULL, target, reason);
    if (action != NULL) {
        /* What holds all others comes back, and so its folder stays. */
        action->folder_length = holds_all ? SIZE_MAX : strlen(plan->base);
        action->holds_all = holds_all;
        action->waits_for_all = waits_for_all;
    }
    return emit(plan, action, error);
}

enum status sync_plan_take(struct sync_plan *plan, const struct sync_content *source,
                           const char *relative, bool in_place, struct error *error) {
    struct buffer target = BUFFER_INIT;
    bool refused;
    if (!selection_has(plan->options.selection, relative))
        return STATUS_OK;
    plan->found++;
    enum status status = sync_plan_name(plan, &target, &refused, source, relative, error);
    if (status != STATUS_OK || refused)
        goto out_release;
    const char *name = (const char *)target.data;
    unsigned rank = sync_plan_rank(plan, relative);
    bool is_dataset = commit_rules_is_dataset(relative);
    if (is_dataset) {
        status = sync_plan_keep_text(&plan->datasets, &plan->dataset_count,
                                     sync_plan_source_name(source), error);
        if (status == STATUS_OK)
            status = sync_plan_keep_text(&plan->datasets, &plan->dataset_count, name, error);
    }
    if (status != STATUS_OK)
        goto out_release;
    if (rank > 0 && !(in_place && is_dataset))
        status = sync_plan_defer(plan, source, name, rank, error);
    else
        status = sync_plan_compare(plan, source, name, rank > 0, error);
out_release:
    buffer_release(&target);
    return status;
}

static void free_texts(char **texts, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

void sync_plan_release(struct sync_plan *plan) {
    for (size_t i = 0; i < plan->deferred_count; i++) {
        struct sync_deferred *deferred = &plan->deferred[i];
        free((char *)deferred->source.path);
        free((char *)deferred->source.key);
        free((char *)deferred->source.etag);
        free(deferred->target);
    }
    free(plan->deferred);
    if (plan->manifest != NULL)
        unlink(plan->manifest);
    if (plan->manifest_number >= 0 && plan->options.forget != NULL)
        plan->options.forget(plan->manifest_number);
    free(plan->manifest);
    free(plan->base);
    free_texts(plan->scopes, plan->scope_count);
    free_texts(plan->datasets, plan->dataset_count);
    compare_queue_release(&plan->queue);
    published_commits_release(&plan->published);
    name_set_release(&plan->names);
    remote_index_release(&plan->index);
    *plan = (struct sync_plan){.manifest_number = -1};
}
