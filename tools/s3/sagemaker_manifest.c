#include "tools/s3/sagemaker_manifest.h"

#include <jansson.h>
#include <stdlib.h>

#include "tools/s3/commit_rules.h"

static enum status no_memory(struct error *error) {
    return error_no_memory(error, "SageMaker's manifest");
}

/* Takes the element over, in every case; NULL stands for one there was no memory for. */
static enum status append(struct sagemaker_manifest *manifest, json_t *element,
                          struct error *error) {
    return json_array_append_new(manifest->array, element) == 0 ? STATUS_OK : no_memory(error);
}

enum status sagemaker_manifest_init(struct sagemaker_manifest *manifest, const struct s3_url *to,
                                    struct error *error) {
    struct buffer prefix = BUFFER_INIT;
    manifest->array = json_array();
    if (manifest->array == NULL)
        return no_memory(error);
    enum status status = buffer_format(&prefix, error, "s3://%s/%s%s", to->bucket, to->prefix,
                                       *to->prefix == '\0' ? "" : "/");
    if (status == STATUS_OK)
        status = append(
            manifest, json_pack("{s:s%}", "prefix", (const char *)prefix.data, prefix.size), error);
    buffer_release(&prefix);
    if (status != STATUS_OK)
        sagemaker_manifest_release(manifest);
    return status;
}

/* A dataset.json whose shards are being added. */
struct dataset_reading {
    struct sagemaker_manifest *manifest;
    const char *folder;
    size_t count;
};

static enum status add_shard(void *context, const char *shard, struct error *error) {
    struct dataset_reading *reading = context;
    struct buffer key = BUFFER_INIT;
    reading->count++;
    enum status status = buffer_format(&key, error, "%s%s", reading->folder, shard);
    if (status == STATUS_OK)
        status = append(reading->manifest, json_stringn((const char *)key.data, key.size), error);
    buffer_release(&key);
    return status;
}

enum status sagemaker_manifest_add(struct sagemaker_manifest *manifest, struct view dataset,
                                   const char *folder, struct error *error) {
    struct dataset_reading reading = {manifest, folder, 0};
    enum status status = commit_rules_read_shards(dataset, add_shard, &reading, error);
    if (status == STATUS_OK && reading.count == 0)
        return error_set(error, STATUS_FAILED,
                         "'%sdataset.json' names no shards, so there is nothing to put into "
                         "SageMaker's manifest",
                         folder);
    return status;
}

static int take_text(const char *text, size_t size, void *context) {
    struct error ignored;
    return buffer_append(context, text, size, &ignored) == STATUS_OK ? 0 : -1;
}

enum status sagemaker_manifest_append(const struct sagemaker_manifest *manifest,
                                      struct buffer *text, struct error *error) {
    if (json_dump_callback(manifest->array, take_text, text, JSON_INDENT(1)) != 0)
        return no_memory(error);
    return buffer_append(text, "\n", 1, error);
}

void sagemaker_manifest_release(struct sagemaker_manifest *manifest) {
    json_decref(manifest->array);
    manifest->array = NULL;
}
