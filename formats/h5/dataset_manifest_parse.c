/* Reading `dataset.json` back: see dataset_manifest.h. */
#include "formats/h5/dataset_manifest.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/h5/json_text.h"

/* What is being read, for the sentences. */
struct manifest_text {
    const char *name;
    struct error *error;
};

static enum status wrong(const struct manifest_text *text, const char *member) {
    return error_set(text->error, STATUS_CORRUPT,
                     "'%s' is no manifest of a data set: its member '%s' is missing or wrong",
                     text->name, member);
}

/* A member that is an integer from 0 to `highest`. */
static enum status take_number(const struct manifest_text *text, const json_t *object,
                               const char *member, uint64_t highest, uint64_t *number) {
    const json_t *value = json_object_get(object, member);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > highest)
        return wrong(text, member);
    *number = (uint64_t)json_integer_value(value);
    return STATUS_OK;
}

static int digit_value(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static enum status take_digest(const struct manifest_text *text, const json_t *object,
                               const char *member, unsigned char digest[SHA256_SIZE]) {
    const json_t *value = json_object_get(object, member);
    if (!json_is_string(value) || json_string_length(value) != SHA256_HEX_SIZE - 1)
        return wrong(text, member);
    const char *hex = json_string_value(value);
    for (size_t i = 0; i < SHA256_SIZE; i++) {
        int high = digit_value(hex[2 * i]);
        int low = digit_value(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return wrong(text, member);
        digest[i] = (unsigned char)(high << 4 | low);
    }
    return STATUS_OK;
}

static enum status take_shard(const struct manifest_text *text, const json_t *object,
                              struct dataset_manifest *manifest) {
    struct dataset_shard shard;
    const json_t *file = json_object_get(object, "file");
    if (!json_is_string(file) || strlen(json_string_value(file)) != json_string_length(file))
        return wrong(text, "file");
    /* dataset_manifest_add copies it. */
    shard.file = (char *)(uintptr_t)json_string_value(file);
    enum status status = take_number(text, object, "rows", INT64_MAX, &shard.rows);
    if (status == STATUS_OK)
        status = take_number(text, object, "bytes", INT64_MAX, &shard.bytes);
    if (status == STATUS_OK)
        status = take_digest(text, object, "sha256", shard.digest);
    const json_t *datasets = json_object_get(object, "datasets");
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = take_digest(text, datasets, shard_layouts[i].name, shard.datasets[i]);
    if (status != STATUS_OK)
        return status;
    status = dataset_manifest_add(manifest, &shard, text->error);
    /* What cannot be added was not written by us either. */
    return status == STATUS_FAILED ? wrong(text, "shards") : status;
}

static enum status check_format(const struct manifest_text *text, const json_t *root) {
    const json_t *format = json_object_get(root, "format");
    if (!json_is_string(format) || strcmp(json_string_value(format), "mlmprep-dataset") != 0)
        return error_set(text->error, STATUS_NOT_OURS, "'%s' is not a manifest of a data set",
                         text->name);
    uint64_t version = 0;
    enum status status = take_number(text, root, "version", INT64_MAX, &version);
    if (status == STATUS_OK && version != 1)
        return error_set(text->error, STATUS_NOT_OURS,
                         "'%s' is a manifest of version %llu, and only version 1 is known here",
                         text->name, (unsigned long long)version);
    if (status == STATUS_OK && !json_is_true(json_object_get(root, "complete")))
        return wrong(text, "complete");
    return status;
}

static enum status take_head(const struct manifest_text *text, const json_t *root,
                             struct dataset_manifest *manifest) {
    uint64_t length = 0;
    uint64_t predictions = 0;
    enum status status = take_number(text, root, "max_seq_length", SHARD_MAX_SEQ_LENGTH, &length);
    if (status == STATUS_OK)
        status =
            take_number(text, root, "max_predictions_per_seq", SHARD_MAX_SEQ_LENGTH, &predictions);
    const json_t *provenance = json_object_get(root, "provenance");
    if (status == STATUS_OK && !json_is_object(provenance))
        return wrong(text, "provenance");
    if (status != STATUS_OK)
        return status;
    struct buffer copy = BUFFER_INIT;
    status = json_text_append(&copy, provenance, text->error);
    if (status == STATUS_OK)
        status = buffer_append(&copy, "", 1, text->error);
    if (status == STATUS_OK)
        status = dataset_manifest_init(
            manifest, (struct shard_shape){(uint32_t)length, (uint32_t)predictions},
            (const char *)copy.data, text->error);
    buffer_release(&copy);
    return status == STATUS_USAGE ? wrong(text, "max_seq_length") : status;
}

static enum status check_names(const struct manifest_text *text,
                               const struct dataset_manifest *manifest) {
    /* Writing it again makes the checks that concern all shards together. */
    struct buffer again = BUFFER_INIT;
    enum status status = dataset_manifest_write(manifest, &again, text->error);
    buffer_release(&again);
    return status == STATUS_FAILED ? wrong(text, "shards") : status;
}

static enum status take_root(const struct manifest_text *text, const json_t *root,
                             struct dataset_manifest *manifest) {
    enum status status = check_format(text, root);
    if (status == STATUS_OK)
        status = take_head(text, root, manifest);
    const json_t *shards = json_object_get(root, "shards");
    if (status == STATUS_OK && !json_is_array(shards))
        status = wrong(text, "shards");
    for (size_t i = 0; status == STATUS_OK && i < json_array_size(shards); i++)
        status = take_shard(text, json_array_get(shards, i), manifest);
    if (status == STATUS_OK)
        status = check_names(text, manifest);
    uint64_t rows = 0;
    if (status == STATUS_OK)
        status = take_number(text, root, "rows", INT64_MAX, &rows);
    if (status == STATUS_OK && rows != manifest->rows)
        status = wrong(text, "rows");
    return status;
}

enum status dataset_manifest_parse(struct dataset_manifest *manifest, struct view text,
                                   const char *name, struct error *error) {
    *manifest = (struct dataset_manifest){.shard_count = 0};
    struct manifest_text input = {name, error};
    json_error_t fault;
    json_t *root = json_loadb((const char *)text.data, text.size,
                              JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &fault);
    if (root == NULL)
        return error_set(error, STATUS_CORRUPT, "'%s' is not JSON: line %d: %s", name, fault.line,
                         fault.text);
    enum status status = take_root(&input, root, manifest);
    json_decref(root);
    if (status != STATUS_OK)
        dataset_manifest_release(manifest);
    return status;
}
