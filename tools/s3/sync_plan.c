#include "tools/s3/sync_plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/key_rules.h"
#include "tools/s3/sync_plan_steps.h"

/* Keys of single files that are looked up one by one, before listing the prefix costs less. */
static const uint64_t MOST_ASKED = 3;

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
    return status;
}

void sync_plan_refuse(struct sync_plan *plan, const char *source, const struct error *why) {
    plan->refused++;
    plan->options.refuse(plan->options.context, source, why);
}

void sync_plan_refuse_because(struct sync_plan *plan, const char *source, const char *why) {
    struct error error;
    error_set(&error, STATUS_FAILED, "'%s' %s", source, why);
    sync_plan_refuse(plan, source, &error);
}

static const char *name_of(const struct sync_content *source) {
    return source->path != NULL ? source->path : source->key;
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
    if (why == NULL) {
        status =
            name_set_add(&plan->names, &clash, (const char *)target->data, name_of(source), error);
        if (clash)
            why = "would overwrite a file of another source, as both get the same name; put '/./' "
                  "before what tells them apart";
    }
    *refused = why != NULL;
    if (why != NULL)
        sync_plan_refuse_because(plan, name_of(source), why);
    return status;
}

/* Makes sure that the index knows about a key. */
static enum status cover(struct sync_plan *plan, const char *key, struct error *error) {
    if (plan->hint != NULL)
        return remote_index_cover(&plan->index, plan->hint, error);
    if (remote_index_covers(&plan->index, key))
        return STATUS_OK;
    if (!plan->in_list && plan->asked < MOST_ASKED) {
        plan->asked++;
        return remote_index_ask(&plan->index, key, error);
    }
    if (*plan->base != '\0')
        return remote_index_cover(&plan->index, plan->base, error);
    /* Without a prefix the bucket may hold much else: only the first folder in it is listed. */
    const char *slash = strchr(key, '/');
    if (slash == NULL && plan->asked++ < MOST_ASKED)
        return remote_index_ask(&plan->index, key, error);
    char *folder = strndup(key, slash == NULL ? 0 : (size_t)(slash + 1 - key));
    if (folder == NULL)
        return error_no_memory(error, "the list of objects");
    enum status status = remote_index_cover(&plan->index, folder, error);
    free(folder);
    return status;
}

/* Finds what has the name at the target; its texts live until the index is covered further. */
static enum status find(struct sync_plan *plan, bool *present, struct sync_content *found,
                        const char *target, struct error *error) {
    *found = (struct sync_content){.size = 0};
    if (plan->options.to->kind != S3_URL_BUCKET) {
        *present = file_state_look(&found->state, target);
        found->path = target;
        found->size = found->state.size;
        return STATUS_OK;
    }
    bool denied = plan->index.denied;
    enum status status = cover(plan, target, error);
    if (status != STATUS_OK)
        return status;
    if (plan->index.denied && !denied)
        plan->options.warn(plan->options.context,
                           "listing the bucket is not allowed, so everything is sent, and "
                           "published commit files are not looked for");
    struct remote_object object;
    *present = remote_index_find(&plan->index, &object, target);
    if (*present) {
        found->reader = plan->options.target;
        found->key = object.key;
        found->etag = object.etag;
        found->size = object.size;
    }
    return STATUS_OK;
}

enum status sync_plan_look(struct sync_plan *plan, struct sync_finding *finding,
                           struct sync_content *source, const char *target, struct error *error) {
    const struct sync_compare compare = {plan->options.mode, plan->options.cache};
    struct sync_content found;
    *finding = (struct sync_finding){.reason = "new"};
    enum status status = find(plan, &finding->present, &found, target, error);
    if (status != STATUS_OK || !finding->present)
        return status;
    if (plan->options.no_overwrite) {
        finding->equal = true;
        finding->reason = "exists already";
        return STATUS_OK;
    }
    struct error why;
    status =
        sync_compare_contents(&compare, &finding->equal, &finding->reason, source, &found, &why);
    if (status == STATUS_FAILED) {
        sync_plan_refuse(plan, name_of(source), &why);
        finding->refused = true;
        return STATUS_OK;
    }
    if (status != STATUS_OK)
        *error = why;
    return status;
}

/* Emits an action, which may be NULL for want of memory. */
static enum status emit(struct sync_plan *plan, struct sync_action *action, struct error *error) {
    if (action == NULL)
        return error_no_memory(error, "a plan");
    plan->emitted++;
    return plan->options.emit(plan->options.context, action, error);
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
    struct sync_action *action = sync_action_new(kind, name_of(source), target, reason);
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
        action->holds_all = holds_all;
        action->waits_for_all = waits_for_all;
    }
    return emit(plan, action, error);
}

/* Plans a source whose target is named, at once. */
static enum status plan_now(struct sync_plan *plan, const struct sync_content *given,
                            const char *target, bool is_commit, struct error *error) {
    struct sync_content source = *given;
    struct sync_finding finding;
    enum status status = sync_plan_look(plan, &finding, &source, target, error);
    if (status != STATUS_OK || finding.refused)
        return status;
    if (finding.present && !finding.equal) {
        status = sync_plan_before_change(plan, target, false, error);
        if (status != STATUS_OK)
            return status;
    }
    struct published_commit *published = published_commits_find(&plan->published, target);
    if (published != NULL && published->removed) {
        finding.equal = false;
        finding.reason = "was removed while what it names changed";
        published->restored = true;
    }
    return sync_plan_emit(plan, &source, target, finding.equal, finding.reason, is_commit, error);
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
        status = sync_plan_keep_text(&plan->datasets, &plan->dataset_count, name_of(source), error);
        if (status == STATUS_OK)
            status = sync_plan_keep_text(&plan->datasets, &plan->dataset_count, name, error);
    }
    if (status != STATUS_OK)
        goto out_release;
    if (rank > 0 && !(in_place && is_dataset))
        status = sync_plan_defer(plan, source, name, rank, error);
    else
        status = plan_now(plan, source, name, rank > 0, error);
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
    published_commits_release(&plan->published);
    name_set_release(&plan->names);
    remote_index_release(&plan->index);
    *plan = (struct sync_plan){.manifest_number = -1};
}
