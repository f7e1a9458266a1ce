#include "tools/mlmprep/shard_facts.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/file_state.h"
#include "tools/join/h5look_shard.h"

/* SHA-256 and size. */
static enum status read_bytes(struct dataset_shard *shard, const char *path, struct error *error) {
    struct file_state state;
    int descriptor;
    enum status status = file_state_open(&descriptor, &state, path, error);
    if (status != STATUS_OK)
        return status;
    shard->bytes = state.size;
    status = sha256_of_descriptor(descriptor, path, shard->digest, error);
    close(descriptor);
    if (status == STATUS_OK && !file_state_unchanged(&state, path))
        status = error_set(error, STATUS_FAILED, "'%s' changed while it was read", path);
    return status;
}

/* Reads all rows into the hashes. */
static enum status hash_rows(struct h5look_shard *shard, struct sha256 *hashes,
                             const atomic_bool *stopped, struct error *error) {
    for (uint64_t first = 0; first < shard->rows; first += shard->held) {
        if (stopped != NULL && atomic_load(stopped))
            return error_set(error, STATUS_TEMPORARY, "told to stop");
        enum status status = h5look_shard_read(shard, first, error);
        if (status == STATUS_OK && shard->held == 0)
            status =
                error_set(error, STATUS_CORRUPT, "'%s' has fewer rows than it says", shard->path);
        for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
            status = sha256_update(&hashes[i], shard->bytes[i],
                                   shard_layout_row_bytes(shard->shape, i) * shard->held, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status hash_datasets(struct h5look_shard *shard, struct shard_facts *facts,
                                 const atomic_bool *stopped, struct error *error) {
    struct sha256 hashes[SHARD_DATASETS] = {{NULL}};
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = sha256_init(&hashes[i], error);
    if (status == STATUS_OK)
        status = hash_rows(shard, hashes, stopped, error);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = sha256_finish(&hashes[i], facts->shard.datasets[i], error);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        sha256_release(&hashes[i]);
    return status;
}

static enum status take_shard(struct shard_facts *facts, struct h5look_shard *shard,
                              const atomic_bool *stopped, struct error *error) {
    facts->shape = shard->shape;
    facts->format = shard->format;
    facts->shard.rows = shard->rows;
    if (shard->provenance != NULL && (facts->provenance = strdup(shard->provenance)) == NULL)
        return error_no_memory(error, "the provenance");
    return hash_datasets(shard, facts, stopped, error);
}

enum status shard_facts_read(struct shard_facts *facts, const char *path, const char *file,
                             const atomic_bool *stopped, struct error *error) {
    struct h5look_shard shard;
    *facts = (struct shard_facts){.shard.file = strdup(file)};
    if (facts->shard.file == NULL)
        return error_no_memory(error, "the name of a shard");
    enum status status = read_bytes(&facts->shard, path, error);
    if (status == STATUS_OK && stopped != NULL && atomic_load(stopped))
        status = error_set(error, STATUS_TEMPORARY, "told to stop");
    if (status == STATUS_OK)
        status = h5look_shard_open(&shard, path, error);
    if (status == STATUS_OK) {
        status = take_shard(facts, &shard, stopped, error);
        h5look_shard_close(&shard);
    }
    if (status != STATUS_OK)
        shard_facts_release(facts);
    return status;
}

const char *shard_facts_difference(const struct dataset_shard *found,
                                   const struct dataset_shard *said) {
    if (found->bytes != said->bytes)
        return "size";
    if (memcmp(found->digest, said->digest, SHA256_SIZE) != 0)
        return "SHA-256";
    if (found->rows != said->rows)
        return "number of rows";
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (memcmp(found->datasets[i], said->datasets[i], SHA256_SIZE) != 0)
            return shard_layouts[i].name;
    }
    return NULL;
}

/* A shard's object as a manifest of its own, so that the manifest's checks are made of it. */
static json_t *wrap(const json_t *object) {
    if (json_object_get(object, "shards") != NULL)
        return json_incref((json_t *)(uintptr_t)object);
    json_t *rows = json_object_get(object, "rows");
    return json_pack("{s:s, s:i, s:b, s:O, s:i, s:i, s:{}, s:[O]}", "format", "mlmprep-dataset",
                     "version", 1, "complete", 1, "rows", rows == NULL ? json_null() : rows,
                     "max_seq_length", 1, "max_predictions_per_seq", 0, "provenance", "shards",
                     object);
}

static enum status take_only(struct shard_facts *facts, struct dataset_manifest *manifest,
                             const char *name, struct error *error) {
    if (manifest->shard_count != 1)
        return error_set(error, STATUS_CORRUPT, "'%s' tells of %zu shards, and should of one", name,
                         manifest->shard_count);
    *facts = (struct shard_facts){
        .shard = manifest->shards[0], .shape = manifest->shape, .provenance = manifest->provenance};
    manifest->shard_count = 0;
    manifest->provenance = NULL;
    return STATUS_OK;
}

enum status shard_facts_parse(struct shard_facts *facts, const struct json_t *object,
                              const char *name, struct error *error) {
    struct dataset_manifest manifest;
    *facts = (struct shard_facts){.provenance = NULL};
    if (!json_is_object(object))
        return error_set(error, STATUS_CORRUPT, "'%s' does not tell of its shard", name);
    json_t *whole = wrap(object);
    char *text = whole == NULL ? NULL : json_dumps(whole, JSON_COMPACT);
    json_decref(whole);
    if (text == NULL)
        return error_no_memory(error, "a shard's manifest");
    enum status status = dataset_manifest_parse(&manifest, view_of_string(text), name, error);
    free(text);
    if (status != STATUS_OK)
        return status;
    status = take_only(facts, &manifest, name, error);
    dataset_manifest_release(&manifest);
    return status;
}

enum status shard_facts_write(const struct shard_facts *facts, struct json_t **object,
                              struct error *error) {
    struct dataset_manifest manifest;
    struct buffer text = BUFFER_INIT;
    *object = NULL;
    enum status status = dataset_manifest_init(&manifest, facts->shape, facts->provenance, error);
    if (status != STATUS_OK)
        return status;
    status = dataset_manifest_add(&manifest, &facts->shard, error);
    if (status == STATUS_OK)
        status = dataset_manifest_write(&manifest, &text, error);
    if (status == STATUS_OK) {
        *object = json_loadb((const char *)text.data, text.size, JSON_ALLOW_NUL, NULL);
        if (*object == NULL)
            status = error_no_memory(error, "a shard's manifest");
    }
    buffer_release(&text);
    dataset_manifest_release(&manifest);
    return status;
}

void shard_facts_release(struct shard_facts *facts) {
    free(facts->shard.file);
    free(facts->provenance);
    *facts = (struct shard_facts){.provenance = NULL};
}
