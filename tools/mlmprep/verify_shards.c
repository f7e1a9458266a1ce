#include "tools/mlmprep/verify_shards.h"

#include <stdlib.h>
#include <string.h>

/* What was found out about a shard. */
struct found_shard {
    bool looked;
    enum verify_proof proof;
    enum status status;
    char *text; /* owned: what is wrong; or the sentence of a failure */
};

struct looking {
    const struct dataset_manifest *manifest;
    verify_shards_function *function;
    void *context;
    struct check_crew *crew;
    struct found_shard *found; /* owned: of each shard */
    atomic_bool failed;
};

static void look_at(void *context, size_t index, unsigned worker, const atomic_bool *stopped) {
    struct looking *looking = context;
    struct found_shard *found = &looking->found[index];
    const struct dataset_shard *shard = &looking->manifest->shards[index];
    struct error error;
    char text[VERIFY_TEXT_SIZE] = "";
    /* Where one request failed for good, the others would only take their time. */
    if (atomic_load(&looking->failed))
        return;
    found->looked = true;
    found->status =
        looking->function(looking->context, shard, worker, stopped, &found->proof, text, &error);
    if (found->status != STATUS_OK && found->status != STATUS_PARTIAL)
        atomic_store(&looking->failed, true);
    if (found->status != STATUS_OK)
        found->text = strdup(found->status == STATUS_PARTIAL ? text : error.message);
    atomic_fetch_add(&looking->crew->bytes, shard->bytes);
}

/* The failure of the first shard that met one. */
static enum status find_failure(const struct looking *looking, struct error *error) {
    for (size_t i = 0; i < looking->manifest->shard_count; i++) {
        const struct found_shard *found = &looking->found[i];
        if (found->status != STATUS_OK && found->status != STATUS_PARTIAL)
            return error_set(error, found->status, "%s",
                             found->text == NULL ? "memory ran out" : found->text);
    }
    return STATUS_OK;
}

static enum status add_found(struct verify_set *set, const struct looking *looking,
                             struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < looking->manifest->shard_count && status == STATUS_OK; i++) {
        const struct found_shard *found = &looking->found[i];
        if (found->status == STATUS_PARTIAL)
            status = verify_set_add_fault(set, looking->manifest->shards[i].file,
                                          found->text == NULL ? "differs" : found->text, error);
        else
            set->proofs[found->proof]++;
    }
    return status;
}

enum status verify_shards_run(struct verify_set *set, const struct dataset_manifest *manifest,
                              struct check_crew *crew, verify_shards_function *function,
                              void *context, struct error *error) {
    struct looking looking = {
        .manifest = manifest, .function = function, .context = context, .crew = crew};
    looking.found = calloc(manifest->shard_count + 1, sizeof *looking.found);
    if (looking.found == NULL)
        return error_no_memory(error, "the list of shards");
    crew->function = look_at;
    crew->context = &looking;
    crew->count = manifest->shard_count;
    crew->all = crew->before + crew->count;
    if (crew->progress != NULL)
        progress_expect(crew->progress, atomic_load(&crew->bytes) + set->bytes);
    enum status status = check_crew_run(crew, error);
    crew->before += crew->count;
    if (status == STATUS_OK)
        status = find_failure(&looking, error);
    if (status == STATUS_OK)
        status = add_found(set, &looking, error);
    for (size_t i = 0; i < manifest->shard_count; i++)
        free(looking.found[i].text);
    free(looking.found);
    return status;
}
