/* Sources of sync_plan.h: the objects of a bucket. */
#include <string.h>

#include "tools/s3/key_rules.h"
#include "tools/s3/nested_keys.h"
#include "tools/s3/sync_plan_steps.h"

/* A prefix whose objects are being told. */
struct bucket_source {
    struct sync_plan *plan;
    const char *prefix; /* what is taken off keys */
    const char *exact;  /* the only key that counts; NULL for all */
    uint64_t count;
    struct nested_keys keys;
};

static enum status on_object(void *context, const struct s3_list_object *object,
                             struct error *error) {
    struct bucket_source *from = context;
    struct sync_plan *plan = from->plan;
    const char *relative = object->key + strlen(from->prefix);
    if (from->exact != NULL && strcmp(object->key, from->exact) != 0)
        return STATUS_OK;
    from->count++;
    bool to_folder = plan->options.to->kind == S3_URL_FOLDER;
    bool is_marker = key_rules_is_marker(object->key, object->size == 0);
    /* The prefix's own marker has no name below it. */
    if (is_marker && (to_folder || *relative == '\0'))
        return STATUS_OK;
    if (to_folder && selection_has(plan->options.selection, relative) &&
        nested_keys_take(&from->keys, object->key)) {
        sync_plan_refuse_because(plan, object->key,
                                 "cannot be a file: what is its folder is an object, too");
        return STATUS_OK;
    }
    const struct sync_content source = {.reader = plan->options.source,
                                        .key = object->key,
                                        .etag = object->etag,
                                        .size = object->size};
    return sync_plan_take(plan, &source, relative, false, error);
}

static enum status list(struct bucket_source *from, const char *prefix, uint64_t most,
                        struct error *error) {
    struct bucket_reader *reader = from->plan->options.source;
    bool denied = false;
    enum status status = reader->calls->list(reader, &denied, prefix, most, on_object, from, error);
    if (status != STATUS_OK || !denied)
        return status;
    error->status = STATUS_FAILED;
    return error_prefix(error,
                        "the source 's3://%s/%s' cannot be listed, which needs s3:ListBucket",
                        reader->bucket, prefix);
}

/* Objects that are copied below the prefix they come from would be found again. */
static enum status check_prefixes(const struct sync_plan *plan, const char *prefix,
                                  struct error *error) {
    const struct bucket_reader *from = plan->options.source, *to = plan->options.target;
    if (plan->options.to->kind != S3_URL_BUCKET || strcmp(from->bucket, to->bucket) != 0 ||
        strcmp(from->endpoint, to->endpoint) != 0 || strcmp(prefix, plan->base) == 0)
        return STATUS_OK;
    size_t length = strlen(prefix), base = strlen(plan->base);
    if (strncmp(prefix, plan->base, length < base ? length : base) != 0)
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "the source 's3://%s/%s' and the target 's3://%s/%s' lie one in the other",
                     from->bucket, prefix, to->bucket, plan->base);
}

enum status sync_plan_add_prefix(struct sync_plan *plan, const struct s3_url *url,
                                 struct error *error) {
    struct buffer prefix = BUFFER_INIT;
    uint64_t found = plan->found;
    enum status status = s3_url_join(&prefix, url, "", error);
    if (status == STATUS_OK)
        status = check_prefixes(plan, (const char *)prefix.data, error);
    if (status == STATUS_OK)
        status = sync_plan_add_scope(plan, "", error);
    if (status != STATUS_OK)
        goto out_release;
    struct bucket_source from = {.plan = plan, .prefix = (const char *)prefix.data};
    plan->hint = plan->base;
    status = list(&from, from.prefix, 0, error);
    plan->hint = NULL;
    if (status == STATUS_OK && from.count == 0 && *url->prefix != '\0') {
        /* No folder of that name: perhaps an object. What is behind its last slash is its name. */
        const char *slash = strrchr(url->prefix, '/');
        prefix.data[slash == NULL ? 0 : slash + 1 - url->prefix] = '\0';
        plan->no_scope = true;
        from.exact = url->prefix;
        status = list(&from, url->prefix, 1, error);
    }
    if (status == STATUS_OK && from.count == 0)
        status = error_set(error, STATUS_FAILED, "there is no object below 's3://%s/%s'",
                           url->bucket, url->prefix);
    plan->empty_source = plan->empty_source || plan->found == found;
out_release:
    buffer_release(&prefix);
    return status;
}
