/* Comparisons of sync_plan.h: what is at the target, and what becomes of each source in turn. */
#include <stdlib.h>
#include <string.h>

#include "tools/s3/sync_plan_steps.h"

/* Keys of single files that are looked up one by one, before listing the prefix costs less. */
static const uint64_t MOST_ASKED = 3;

const char *sync_plan_source_name(const struct sync_content *source) {
    return source->path != NULL ? source->path : source->key;
}

/* Tells a refusal in its turn, behind the comparisons that are not decided yet. */
void sync_plan_refuse(struct sync_plan *plan, const char *source, const struct error *why) {
    const struct sync_content refused = {.path = source};
    struct error ignored;
    plan->refused++;
    struct compare_item *item =
        plan->queue.count == 0 ? NULL : compare_item_new(&refused, NULL, "");
    if (item != NULL) {
        item->is_decided = item->is_refused = true;
        item->failure = malloc(sizeof *why);
    }
    if (item == NULL || item->failure == NULL) {
        compare_item_free(item);
        plan->options.refuse(plan->options.context, source, why);
        return;
    }
    *item->failure = *why;
    /* One that is decided is only put behind the others. */
    (void)!compare_queue_add(&plan->queue, item, &ignored);
}

void sync_plan_refuse_because(struct sync_plan *plan, const char *source, const char *why) {
    struct error error;
    error_set(&error, STATUS_FAILED, "'%s' %s", source, why);
    sync_plan_refuse(plan, source, &error);
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

/* Finds what has the name at the target; its texts live until the index is asked again. */
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
    status = remote_index_find(&plan->index, present, &object, target, error);
    if (status == STATUS_OK && *present) {
        found->reader = plan->options.target;
        found->key = object.key;
        found->etag = object.etag;
        found->size = object.size;
    }
    return status;
}

/* A commit file that waits for the end has been compared. */
static enum status settle_deferred(struct sync_plan *plan, const struct compare_item *item,
                                   struct error *error) {
    struct sync_deferred *deferred = &plan->deferred[item->deferred - 1];
    memcpy(deferred->source.sha256, item->source.sha256, sizeof deferred->source.sha256);
    deferred->equal = item->equal;
    deferred->reason = item->reason;
    /* One commit file may be named by another: a list beside it, a "_SUCCESS" above it. */
    return item->present && !item->equal ? sync_plan_before_change(plan, item->target, true, error)
                                         : STATUS_OK;
}

/* Emits what a comparison led to. */
static enum status settle_source(struct sync_plan *plan, const struct compare_item *item,
                                 struct error *error) {
    bool equal = item->equal;
    const char *reason = item->reason;
    if (item->present && !equal) {
        enum status status = sync_plan_before_change(plan, item->target, false, error);
        if (status != STATUS_OK)
            return status;
    }
    struct published_commit *published = published_commits_find(&plan->published, item->target);
    if (published != NULL && published->removed) {
        equal = false;
        reason = "was removed while what it names changed";
        published->restored = true;
    }
    return sync_plan_emit(plan, &item->source, item->target, equal, reason, item->is_commit, error);
}

/* The comparison failed: one file is not sent, or nothing goes on. */
static enum status settle_failure(struct sync_plan *plan, const struct compare_item *item,
                                  struct error *error) {
    const struct error *why = item->failure;
    if (item->is_refused || why->status == STATUS_FAILED || why->status == STATUS_TEMPORARY) {
        plan->refused += !item->is_refused;
        plan->options.refuse(plan->options.context, sync_plan_source_name(&item->source), why);
        return STATUS_OK;
    }
    *error = *why;
    return why->status;
}

/* Goes on with an item that is decided. */
static enum status settle(struct sync_plan *plan, const struct compare_item *item,
                          struct error *error) {
    if (item->failure != NULL)
        return settle_failure(plan, item, error);
    if (item->reason == NULL)
        return error_no_memory(error, "a comparison");
    return item->deferred > 0 ? settle_deferred(plan, item, error)
                              : settle_source(plan, item, error);
}

enum status sync_plan_settle(struct sync_plan *plan, bool all, struct error *error) {
    enum status status = STATUS_OK;
    struct compare_item *item;
    while (status == STATUS_OK &&
           (item = compare_queue_take(&plan->queue, all || compare_queue_is_full(&plan->queue))) !=
               NULL) {
        status = settle(plan, item, error);
        compare_item_free(item);
    }
    return status;
}

enum status sync_plan_settle_after(struct sync_plan *plan, enum status status,
                                   struct error *error) {
    struct error ignored;
    if (status == STATUS_OK)
        return sync_plan_settle(plan, true, error);
    if (!plan->ended)
        (void)!sync_plan_settle(plan, true, &ignored);
    return status;
}

/* Queues a comparison, or passes one on that is decided when nothing is before it. */
static enum status add(struct sync_plan *plan, struct sync_content *source,
                       struct sync_content *found, const struct compare_item *wanted,
                       struct error *error) {
    struct compare_item item = *wanted;
    item.source = *source;
    if (item.present)
        item.found = *found;
    if (item.is_decided && plan->queue.count == 0)
        return settle(plan, &item, error);
    struct compare_item *queued =
        compare_item_new(source, item.present ? found : NULL, wanted->target);
    if (queued == NULL)
        return error_no_memory(error, "a plan");
    queued->is_decided = item.is_decided;
    queued->equal = item.equal;
    queued->reason = item.is_decided ? item.reason : NULL;
    queued->is_commit = item.is_commit;
    queued->deferred = item.deferred;
    enum status status = compare_queue_add(&plan->queue, queued, error);
    return status == STATUS_OK ? sync_plan_settle(plan, false, error) : status;
}

/* Looks at the target, and queues the comparison. */
static enum status compare(struct sync_plan *plan, const struct sync_content *given,
                           struct compare_item *item, struct error *error) {
    struct sync_content source = *given, found;
    enum status status = find(plan, &item->present, &found, item->target, error);
    if (status != STATUS_OK)
        return status;
    if (!item->present) {
        item->is_decided = true;
        item->reason = "new";
    } else if (plan->options.no_overwrite) {
        item->is_decided = item->equal = true;
        item->reason = "exists already";
    } else {
        item->is_decided = sync_compare_at_once(&plan->queue.compare, &item->equal, &item->reason,
                                                &source, &found);
    }
    return add(plan, &source, &found, item, error);
}

enum status sync_plan_compare(struct sync_plan *plan, const struct sync_content *source,
                              const char *target, bool is_commit, struct error *error) {
    struct compare_item item = {.target = (char *)target, .is_commit = is_commit};
    return compare(plan, source, &item, error);
}

enum status sync_plan_compare_deferred(struct sync_plan *plan, size_t number, struct error *error) {
    const struct sync_deferred *deferred = &plan->deferred[number];
    struct compare_item item = {.target = deferred->target, .deferred = number + 1};
    return compare(plan, &deferred->source, &item, error);
}
