#include "tools/mlmprep/even_marker.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tools/prep/run_folder.h"
#include "tools/prep/state_file.h"
#include "tools/prep/task_key.h"
#include "tools/prep/task_marker.h"

static void name_marker(char name[FINISH_MARKER_SIZE], const struct finish_shards *shards) {
    snprintf(name, FINISH_MARKER_SIZE, "even-phase%u", shards->phase);
}

char *even_marker_rows_path(const struct finish_shards *shards) {
    return run_folder_path(shards->folder, "state/even-phase%u.rows", shards->phase);
}

/*
 * The key over the way and what the tasks made: rows, not files, for a compressor may make other
 * bytes of the same rows on another machine.
 */
static enum status make_key(char key[RUN_PLAN_SHA256], const struct finish_shards *shards,
                            enum even_way way, struct error *error) {
    struct task_key hash;
    enum status status = task_key_init(&hash, error);
    if (status != STATUS_OK)
        return status;
    task_key_add(&hash, "even");
    task_key_add(&hash, even_plan_way_name(way));
    for (size_t i = 0; i < shards->count; i++) {
        char hex[SHA256_HEX_SIZE];
        task_key_add(&hash, shards->items[i].path);
        for (unsigned k = 0; k < SHARD_DATASETS; k++) {
            sha256_to_hex(shards->items[i].made.shard.datasets[k], hex);
            task_key_add(&hash, hex);
        }
    }
    task_key_finish(&hash, key);
    return STATUS_OK;
}

/* Whether a marker is of these shards, and in which way. */
static enum status match(struct even_marker *made, const struct finish_shards *shards,
                         const struct task_marker *marker, struct error *error) {
    static const enum even_way WAYS[] = {EVEN_MOVE, EVEN_TRIM};
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        char key[RUN_PLAN_SHA256];
        enum status status = make_key(key, shards, WAYS[i], error);
        if (status != STATUS_OK)
            return status;
        if (strcmp(marker->key, key) != 0)
            continue;
        struct error ignored;
        json_t *manifest = json_object_get(marker->details, "manifest");
        made->there = true;
        made->way = WAYS[i];
        made->has_rows =
            manifest != NULL &&
            shard_facts_parse(&made->rows, manifest, "state/even-phase", &ignored) == STATUS_OK;
    }
    return STATUS_OK;
}

enum status even_marker_read(struct even_marker *made, const struct finish_shards *shards,
                             struct error *error) {
    struct task_marker marker;
    char name[FINISH_MARKER_SIZE];
    bool there = false;
    *made = (struct even_marker){.there = false};
    name_marker(name, shards);
    enum status status = task_marker_read(&marker, &there, shards->folder, name, error);
    if (status == STATUS_OK && there) {
        status = match(made, shards, &marker, error);
        task_marker_release(&marker);
    }
    /* Where the marker is lost, shards tell. */
    for (size_t i = 0; i < shards->count && !made->there && status == STATUS_OK; i++) {
        if (shards->items[i].state != FINISH_SHARD_EVEN)
            continue;
        made->there = true;
        made->way = strcmp(shards->items[i].even_way, even_plan_way_name(EVEN_TRIM)) == 0
                        ? EVEN_TRIM
                        : EVEN_MOVE;
    }
    return status;
}

/* Publishes a marker with a file that is known, and its facts, where there is one. */
static enum status publish(struct task_marker *marker, const struct finish_shards *shards,
                           const char *name, const char *path, const struct shard_facts *facts,
                           struct error *error) {
    char hex[SHA256_HEX_SIZE];
    json_t *manifest = NULL;
    enum status status = STATUS_OK;
    if (marker->details == NULL)
        return error_no_memory(error, "a marker");
    if (facts != NULL) {
        sha256_to_hex(facts->shard.digest, hex);
        status = task_marker_add_known(marker, path, facts->shard.bytes, hex, error);
        if (status == STATUS_OK)
            status = shard_facts_write(facts, &manifest, error);
        if (status == STATUS_OK && json_object_set_new(marker->details, "manifest", manifest) != 0)
            status = error_no_memory(error, "a marker");
    }
    return status == STATUS_OK ? task_marker_write(marker, shards->folder, name, error) : status;
}

enum status even_marker_write(const struct finish_shards *shards, enum even_way way,
                              const struct even_totals *totals, const struct shard_facts *rows,
                              struct error *error) {
    struct task_marker marker;
    char name[FINISH_MARKER_SIZE], path[FINISH_MARKER_SIZE + 16];
    name_marker(name, shards);
    snprintf(path, sizeof path, "state/%s.rows", name);
    task_marker_init(&marker);
    enum status status = make_key(marker.key, shards, way, error);
    if (status == STATUS_OK) {
        json_decref(marker.details);
        marker.details =
            json_pack("{s:s, s:I, s:I}", "even", even_plan_way_name(way), "moved_rows",
                      (json_int_t)totals->moved, "lost_rows", (json_int_t)totals->lost);
        status = publish(&marker, shards, name, path, rows, error);
    }
    task_marker_release(&marker);
    return status;
}

enum status even_marker_write_shard(const struct finish_shards *shards,
                                    const struct finish_shard *shard, enum even_way way,
                                    const struct shard_facts *even, struct error *error) {
    struct task_marker marker;
    char name[FINISH_MARKER_SIZE], before[SHA256_HEX_SIZE];
    snprintf(name, sizeof name, "%s.even", shard->marker);
    sha256_to_hex(shard->made.shard.digest, before);
    task_marker_init(&marker);
    memcpy(marker.key, shard->key, sizeof marker.key);
    json_decref(marker.details);
    marker.details = json_pack("{s:s, s:{s:I, s:I, s:s}}", "even", even_plan_way_name(way),
                               "before", "rows", (json_int_t)shard->made.shard.rows, "bytes",
                               (json_int_t)shard->made.shard.bytes, "sha256", before);
    enum status status = publish(&marker, shards, name, shard->path, even, error);
    task_marker_release(&marker);
    return status;
}

enum status even_marker_remove(const struct finish_shards *shards, struct error *error) {
    char name[FINISH_MARKER_SIZE];
    name_marker(name, shards);
    enum status status = state_file_remove(shards->folder, name, ".json", error);
    return status == STATUS_OK ? state_file_remove(shards->folder, name, ".rows", error) : status;
}

void even_marker_release(struct even_marker *marker) {
    shard_facts_release(&marker->rows);
    *marker = (struct even_marker){.there = false};
}
