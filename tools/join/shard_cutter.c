#include "tools/join/shard_cutter.h"

void shard_cutter_init(struct shard_cutter *cutter, struct shard_pipeline *pipeline) {
    *cutter = (struct shard_cutter){.pipeline = pipeline};
}

void shard_cutter_release(struct shard_cutter *cutter) {
    shard_groups_release(&cutter->groups);
}

enum status shard_cutter_count(struct shard_cutter *cutter, const struct shard_name *name,
                               uint64_t rows, struct error *error) {
    return shard_groups_count(&cutter->groups, name, rows, error);
}

enum status shard_cutter_plan(struct shard_cutter *cutter, uint64_t rows, uint64_t shards,
                              struct error *error) {
    cutter->anew = rows > 0 || shards > 0;
    cutter->numbered = !cutter->anew;
    return shard_groups_plan(&cutter->groups, rows, shards, error);
}

size_t shard_cutter_passes(const struct shard_cutter *cutter) {
    return cutter->anew && cutter->groups.scattered ? cutter->groups.count : 1;
}

void shard_cutter_start(struct shard_cutter *cutter, size_t pass) {
    cutter->pass = pass;
}

static enum status open_shard(struct shard_cutter *cutter, const struct shard_name *name,
                              struct error *error) {
    cutter->is_open = true;
    return shard_pipeline_begin(cutter->pipeline, name, error);
}

static enum status close_shard(struct shard_cutter *cutter, struct error *error) {
    if (!cutter->is_open)
        return STATUS_OK;
    cutter->is_open = false;
    return shard_pipeline_end(cutter->pipeline, error);
}

enum status shard_cutter_begin(struct shard_cutter *cutter, const struct shard_name *name,
                               bool *wanted, struct error *error) {
    *wanted = true;
    if (!cutter->anew && !cutter->numbered)
        return open_shard(cutter, name, error);
    enum status status = shard_groups_find(&cutter->groups, &cutter->group, name, error);
    if (status == STATUS_OK && cutter->numbered) {
        uint64_t rows;
        struct shard_name numbered = shard_groups_next(&cutter->groups, cutter->group, &rows);
        return open_shard(cutter, &numbered, error);
    }
    *wanted = !cutter->groups.scattered || cutter->group == cutter->pass;
    return status;
}

enum status shard_cutter_add(struct shard_cutter *cutter, const struct shard_row *row,
                             struct error *error) {
    enum status status = STATUS_OK;
    if (cutter->anew && cutter->shard_rows == 0) {
        struct shard_name name =
            shard_groups_next(&cutter->groups, cutter->group, &cutter->shard_rows);
        status = open_shard(cutter, &name, error);
    }
    if (status == STATUS_OK)
        status = shard_pipeline_add(cutter->pipeline, row, error);
    cutter->rows++;
    /* A group's rows come out even with its shards, so none is open when another group begins. */
    if (status == STATUS_OK && cutter->anew && --cutter->shard_rows == 0)
        status = close_shard(cutter, error);
    return status;
}

enum status shard_cutter_end(struct shard_cutter *cutter, struct error *error) {
    return cutter->anew ? STATUS_OK : close_shard(cutter, error);
}

enum status shard_cutter_finish(struct shard_cutter *cutter, struct error *error) {
    enum status status = close_shard(cutter, error);
    return status == STATUS_OK ? shard_pipeline_finish(cutter->pipeline, error) : status;
}
