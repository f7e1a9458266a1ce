#include "tools/s3/commit_rules.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/glob_pattern.h"

static const char DATASET[] = "dataset.json";

/* In the order they go up, behind those of --last. */
enum { RANK_LAST = 1, RANK_MANIFEST, RANK_DATASET, RANK_SUCCESS };

enum status commit_rules_add(struct commit_rules *rules, const char *pattern, struct error *error) {
    const char **patterns = reallocarray(rules->patterns, rules->count + 1, sizeof *patterns);
    if (patterns == NULL)
        return error_no_memory(error, "the patterns of --last");
    rules->patterns = patterns;
    patterns[rules->count++] = pattern;
    return STATUS_OK;
}

static const char *last_part(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash == NULL ? name : slash + 1;
}

bool commit_rules_is_dataset(const char *name) {
    return strcmp(last_part(name), DATASET) == 0;
}

unsigned commit_rules_rank(const struct commit_rules *rules, const char *name) {
    const char *last = last_part(name);
    if (strcmp(last, "_SUCCESS") == 0)
        return RANK_SUCCESS;
    if (strcmp(last, DATASET) == 0)
        return RANK_DATASET;
    if (glob_pattern_matches("?*.manifest", last))
        return RANK_MANIFEST;
    for (size_t i = 0; rules != NULL && i < rules->count; i++) {
        /* A pattern without a slash is about the last part, as people write it. */
        const char *pattern = rules->patterns[i];
        if (glob_pattern_matches(pattern, strchr(pattern, '/') == NULL ? last : name))
            return RANK_LAST;
    }
    return 0;
}

static enum status not_a_dataset(struct error *error) {
    return error_set(error, STATUS_NOT_OURS, "it is no dataset.json with a list of shards");
}

/* The path of a shard, NULL for an element that is none. */
static const char *shard_of(const json_t *element) {
    const char *file = json_string_value(json_object_get(element, "file"));
    return file == NULL || *file == '\0' ? NULL : file;
}

enum status commit_rules_read_shards(struct view text, commit_rules_shard_function *function,
                                     void *context, struct error *error) {
    json_error_t ignored;
    json_t *root = text.size == 0 ? NULL
                                  : json_loadb((const char *)text.data, text.size,
                                               JSON_REJECT_DUPLICATES, &ignored);
    const json_t *shards = json_object_get(root, "shards");
    enum status status = STATUS_OK;
    size_t i;
    const json_t *element;
    if (!json_is_array(shards))
        status = not_a_dataset(error);
    json_array_foreach(shards, i, element) {
        if (shard_of(element) == NULL)
            status = not_a_dataset(error);
    }
    for (i = 0; status == STATUS_OK && i < json_array_size(shards); i++)
        status = function(context, shard_of(json_array_get(shards, i)), error);
    json_decref(root);
    return status;
}

void commit_rules_release(struct commit_rules *rules) {
    free(rules->patterns);
    *rules = (struct commit_rules){NULL, 0};
}
