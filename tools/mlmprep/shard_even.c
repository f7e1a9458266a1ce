#include "tools/mlmprep/shard_even.h"

#include <string.h>

#include "tools/mlmprep/shard_refill.h"

/* Opens a shard, whose file must be the one that was finished. */
static enum status open_shard(struct finished_shard *from, const struct shard_even *shard,
                              struct error *error) {
    return finished_shard_open(from, shard->folder, &shard->made->shard, shard->made->shape, error);
}

/* Closes what was filled, makes it durable and tells what is in it. */
static enum status seal(struct shard_refill *refill, struct atomic_file *file,
                        struct shard_facts *facts, const char *name, struct error *error) {
    enum status status = shard_refill_finish(refill, error);
    if (status == STATUS_OK)
        status = atomic_file_sync(file, error);
    return status == STATUS_OK ? shard_facts_read(facts, file->temporary, name, NULL, error)
                               : status;
}

/* Starts a new file at `path` that goes on as a shard was written. */
static enum status start(struct atomic_file *file, struct shard_refill *refill, const char *path,
                         const struct finished_shard *like, struct error *error) {
    struct shard_writer_options options;
    enum status status = shard_refill_options(&options, like->reader, error);
    if (status == STATUS_OK)
        status = atomic_file_prepare(file, path, error);
    if (status != STATUS_OK)
        return status;
    status = atomic_file_create(file, error);
    return status == STATUS_OK
               ? shard_refill_open(refill, file->descriptor, file->path, &options, error)
               : status;
}

/* Adds the end of a shard to the rows that travel; the first one starts their file. */
static enum status collect_one(struct atomic_file *file, struct shard_refill *refill,
                               const char *path, const struct shard_even *shard,
                               struct error *error) {
    struct finished_shard from;
    enum status status = open_shard(&from, shard, error);
    if (status != STATUS_OK)
        return status;
    if (refill->writer == NULL)
        status = start(file, refill, path, &from, error);
    if (status == STATUS_OK) {
        refill->stop = shard->stop;
        finished_shard_seek(&from, shard->kept);
        status = shard_refill_take(refill, &from, from.rows - shard->kept, error);
    }
    finished_shard_release(&from);
    return status;
}

enum status shard_even_collect(struct shard_facts *facts, const char *path,
                               const struct shard_even *shards, size_t count, struct error *error) {
    struct atomic_file file = {.descriptor = -1};
    struct shard_refill refill = {.writer = NULL};
    const char *slash = strrchr(path, '/');
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        if (shards[i].kept < shards[i].made->shard.rows)
            status = collect_one(&file, &refill, path, &shards[i], error);
    }
    *facts = (struct shard_facts){.provenance = NULL};
    if (status == STATUS_OK)
        status = seal(&refill, &file, facts, slash == NULL ? path : slash + 1, error);
    shard_refill_release(&refill);
    if (status == STATUS_OK)
        status = atomic_file_publish(&file, error);
    else
        atomic_file_abandon(&file);
    if (status != STATUS_OK)
        shard_facts_release(facts);
    return status;
}

static enum status fill(struct shard_refill *refill, const struct shard_even *shard,
                        struct finished_shard *from, struct finished_shard *travelling,
                        struct error *error) {
    refill->stop = shard->stop;
    enum status status = shard_refill_take(refill, from, shard->kept, error);
    if (status != STATUS_OK || shard->taken == 0)
        return status;
    finished_shard_seek(travelling, shard->travel_first);
    return shard_refill_take(refill, travelling, shard->taken, error);
}

static enum status check_rows(const struct shard_facts *facts, const struct shard_even *shard,
                              struct error *error) {
    uint64_t wanted = shard->kept + shard->taken;
    if (facts->shard.rows == wanted)
        return STATUS_OK;
    return error_set(
        error, STATUS_FAILED, "'%s' came out with %llu rows for %llu; nothing was replaced",
        facts->shard.file, (unsigned long long)facts->shard.rows, (unsigned long long)wanted);
}

enum status shard_even_write(struct atomic_file *file, struct shard_facts *facts,
                             const struct shard_even *shard, struct finished_shard *travelling,
                             struct error *error) {
    struct finished_shard from;
    struct shard_refill refill = {.writer = NULL};
    *file = (struct atomic_file){.descriptor = -1};
    *facts = (struct shard_facts){.provenance = NULL};
    enum status status = open_shard(&from, shard, error);
    if (status != STATUS_OK)
        return status;
    status = start(file, &refill, from.path, &from, error);
    if (status == STATUS_OK)
        status = fill(&refill, shard, &from, travelling, error);
    if (status == STATUS_OK)
        status = seal(&refill, file, facts, shard->made->shard.file, error);
    if (status == STATUS_OK)
        status = check_rows(facts, shard, error);
    shard_refill_release(&refill);
    finished_shard_release(&from);
    if (status != STATUS_OK) {
        atomic_file_abandon(file);
        shard_facts_release(facts);
    }
    return status;
}
