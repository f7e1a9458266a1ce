#include "tools/join/s3sync_rules.h"

#include <stdlib.h>
#include <string.h>

/* The texts of a list; *count is their number. NULL when out of memory, or empty. */
static const char **texts_of(const struct option_list *list, size_t *count) {
    const char **texts = list->count == 0 ? NULL : calloc(list->count, sizeof *texts);
    *count = texts == NULL ? 0 : list->count;
    for (size_t i = 0; i < *count; i++)
        texts[i] = list->uses[i].text;
    return texts;
}

static enum status take_object_options(struct s3sync_rules *rules,
                                       const struct s3sync_options *options, struct error *error) {
    struct object_options *object = &rules->object;
    *object = (struct object_options){
        .sse = options->sse,
        .sse_kms_key = options->sse_kms_key_id,
        .storage_class = options->storage_class,
        .acl = options->acl,
        .content_type = options->content_type,
        .no_overwrite = options->no_overwrite,
        .algorithm = (enum content_checksum_algorithm)options->checksum_algorithm,
        .request_payer = options->request_payer,
        .expected_bucket_owner = options->expected_bucket_owner};
    object->tags = rules->tags = texts_of(&options->tags, &object->tag_count);
    object->metadata = rules->metadata = texts_of(&options->metadata, &object->metadata_count);
    if (object->tag_count != options->tags.count ||
        object->metadata_count != options->metadata.count)
        return error_no_memory(error, "the options");
    return object_options_check(object, error);
}

enum status s3sync_rules_init(struct s3sync_rules *rules, const struct s3sync_options *options,
                              struct error *error) {
    *rules = (struct s3sync_rules){.tags = NULL};
    enum status status = take_object_options(rules, options, error);
    for (size_t i = 0; i < options->globs.count && status == STATUS_OK; i++) {
        const struct option_use *use = &options->globs.uses[i];
        status =
            selection_add(&rules->selection, strcmp(use->name, "include") == 0, use->text, error);
    }
    for (size_t i = 0; i < options->last.count && status == STATUS_OK; i++)
        status = commit_rules_add(&rules->commits, options->last.uses[i].text, error);
    if (status != STATUS_OK)
        s3sync_rules_release(rules);
    return status;
}

void s3sync_rules_release(struct s3sync_rules *rules) {
    selection_release(&rules->selection);
    commit_rules_release(&rules->commits);
    free(rules->tags);
    free(rules->metadata);
    *rules = (struct s3sync_rules){.tags = NULL};
}
