#include "formats/h5/dataset_manifest.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "formats/h5/json_text.h"

enum status dataset_manifest_init(struct dataset_manifest *manifest, struct shard_shape shape,
                                  const char *provenance, struct error *error) {
    *manifest = (struct dataset_manifest){.shape = shape};
    enum status status = shard_layout_check(shape, error);
    if (status != STATUS_OK)
        return status;
    json_error_t fault;
    json_t *object = json_loads(provenance == NULL ? "{}" : provenance,
                                JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &fault);
    if (!json_is_object(object)) {
        status = error_set(error, STATUS_FAILED, "the provenance is not a JSON object: %s",
                           object == NULL ? fault.text : "it is another kind of value");
    } else {
        struct buffer text = BUFFER_INIT;
        status = json_text_append(&text, object, error);
        if (status == STATUS_OK)
            status = buffer_append(&text, "", 1, error);
        manifest->provenance = (char *)text.data;
    }
    json_decref(object);
    if (status != STATUS_OK)
        dataset_manifest_release(manifest);
    return status;
}

/* Whether a path is relative, stays below its folder, and has one spelling. */
static bool is_plain_path(const char *path) {
    for (const char *at = path; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
    }
    for (const char *part = path;; part++) {
        size_t length = strcspn(part, "/");
        if (length == 0 || (part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.'))))
            return false;
        part += length;
        if (*part == '\0')
            return true;
    }
}

static enum status check_shard(const struct dataset_shard *shard, struct error *error) {
    if (!is_plain_path(shard->file))
        return error_set(error, STATUS_FAILED,
                         "'%.200s' cannot name a shard: it is not a plain relative path",
                         shard->file);
    json_t *name = json_string(shard->file);
    if (name == NULL)
        return error_set(error, STATUS_FAILED,
                         "'%.200s' cannot name a shard: it is not UTF-8, as JSON has to be",
                         shard->file);
    json_decref(name);
    /* JSON numbers are read as signed ones by most readers. */
    if (shard->rows == 0 || shard->bytes == 0 || shard->rows > INT64_MAX ||
        shard->bytes > INT64_MAX)
        return error_set(error, STATUS_FAILED,
                         "the shard '%.200s' has %" PRIu64 " rows in %" PRIu64
                         " bytes, which cannot be",
                         shard->file, shard->rows, shard->bytes);
    return STATUS_OK;
}

static enum status reserve_shard(struct dataset_manifest *manifest, struct error *error) {
    if (manifest->shard_count < manifest->shard_capacity)
        return STATUS_OK;
    size_t capacity = manifest->shard_capacity == 0 ? 16 : manifest->shard_capacity;
    size_t bytes;
    if (!checked_multiply_size(capacity, 2, &capacity) ||
        !checked_multiply_size(capacity, sizeof *manifest->shards, &bytes))
        return error_no_memory(error, "the list of shards");
    struct dataset_shard *shards = realloc(manifest->shards, bytes);
    if (shards == NULL)
        return error_no_memory(error, "the list of shards");
    manifest->shards = shards;
    manifest->shard_capacity = capacity;
    return STATUS_OK;
}

enum status dataset_manifest_add(struct dataset_manifest *manifest,
                                 const struct dataset_shard *shard, struct error *error) {
    uint64_t rows = 0;
    enum status status = check_shard(shard, error);
    if (status == STATUS_OK &&
        (!checked_add_u64(manifest->rows, shard->rows, &rows) || rows > INT64_MAX))
        status = error_set(error, STATUS_FAILED, "the shards have too many rows to count");
    if (status == STATUS_OK)
        status = reserve_shard(manifest, error);
    if (status != STATUS_OK)
        return status;
    struct dataset_shard *added = &manifest->shards[manifest->shard_count];
    *added = *shard;
    added->file = strdup(shard->file);
    if (added->file == NULL)
        return error_no_memory(error, "the name of a shard");
    manifest->shard_count++;
    manifest->rows = rows;
    return STATUS_OK;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum status check_names(const struct dataset_manifest *manifest, struct error *error) {
    if (manifest->shard_count == 0)
        return error_set(error, STATUS_FAILED, "a data set without shards cannot be complete");
    char **names = calloc(manifest->shard_count, sizeof *names);
    if (names == NULL)
        return error_no_memory(error, "the names of shards");
    for (size_t i = 0; i < manifest->shard_count; i++)
        names[i] = manifest->shards[i].file;
    qsort(names, manifest->shard_count, sizeof *names, compare_names);
    enum status status = STATUS_OK;
    for (size_t i = 1; i < manifest->shard_count && status == STATUS_OK; i++) {
        if (strcmp(names[i - 1], names[i]) == 0)
            status = error_set(error, STATUS_FAILED, "two shards have the name '%.200s'", names[i]);
    }
    free(names);
    return status;
}

static enum status write_shard(const struct dataset_shard *shard, struct buffer *text,
                               struct error *error) {
    char hex[SHA256_HEX_SIZE];
    sha256_to_hex(shard->digest, hex);
    enum status status = buffer_format(text, error, "{\"file\":");
    if (status == STATUS_OK)
        status = json_text_append_string(text, view_of_string(shard->file), error);
    if (status == STATUS_OK)
        status = buffer_format(text, error,
                               ",\"rows\":%" PRIu64 ",\"bytes\":%" PRIu64
                               ",\"sha256\":\"%s\",\"datasets\":{\n",
                               shard->rows, shard->bytes, hex);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        sha256_to_hex(shard->datasets[i], hex);
        status = buffer_format(text, error, "%s\"%s\":\"%s\"", i == 0 ? "" : ",",
                               shard_layouts[i].name, hex);
    }
    return status != STATUS_OK ? status : buffer_format(text, error, "}}");
}

enum status dataset_manifest_write(const struct dataset_manifest *manifest, struct buffer *text,
                                   struct error *error) {
    enum status status = check_names(manifest, error);
    if (status == STATUS_OK)
        status = buffer_format(
            text, error,
            "{\n\"format\":\"mlmprep-dataset\",\n\"version\":1,\n\"complete\":true,\n"
            "\"rows\":%" PRIu64 ",\n\"max_seq_length\":%" PRIu32
            ",\n\"max_predictions_per_seq\":%" PRIu32 ",\n\"provenance\":%s,\n\"shards\":[",
            manifest->rows, manifest->shape.max_seq_length, manifest->shape.max_predictions_per_seq,
            manifest->provenance);
    for (size_t i = 0; i < manifest->shard_count && status == STATUS_OK; i++) {
        status = buffer_format(text, error, i == 0 ? "\n" : ",\n");
        if (status == STATUS_OK)
            status = write_shard(&manifest->shards[i], text, error);
    }
    return status != STATUS_OK ? status : buffer_format(text, error, "\n]\n}\n");
}

void dataset_manifest_release(struct dataset_manifest *manifest) {
    for (size_t i = 0; i < manifest->shard_count; i++)
        free(manifest->shards[i].file);
    free(manifest->shards);
    free(manifest->provenance);
    *manifest = (struct dataset_manifest){.shard_count = 0};
}
