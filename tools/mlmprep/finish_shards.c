#include "tools/mlmprep/finish_shards.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/task_look.h"
#include "tools/prep/task_marker.h"

/* The length of the folder of a shard's data set in its path; 0 when its name does not fit it. */
static size_t set_length(const char *path, const char *file) {
    size_t length = strlen(path), name = strlen(file);
    bool fits = length >= name + 2 && path[length - name - 1] == '/' &&
                strcmp(path + length - name, file) == 0 && path[0] != '/' &&
                strncmp(path, "../", 3) != 0 && strstr(path, "/../") == NULL;
    return fits ? length - name - 1 : 0;
}

static enum status find_set(struct finish_shards *shards, size_t *set, const char *folder,
                            struct error *error) {
    for (*set = 0; *set < shards->set_count; ++*set) {
        if (strcmp(shards->sets[*set].folder, folder) == 0)
            return STATUS_OK;
    }
    struct finish_set *sets = reallocarray(shards->sets, shards->set_count + 1, sizeof *sets);
    if (sets == NULL)
        return error_no_memory(error, "the folders of shards");
    shards->sets = sets;
    sets[*set] = (struct finish_set){.folder = strdup(folder)};
    if (sets[*set].folder == NULL)
        return error_no_memory(error, "the folders of shards");
    shards->set_count++;
    return STATUS_OK;
}

/* Takes what a marker says of a shard; false when that makes no sense: as if there were none. */
static bool take_facts(struct shard_facts *facts, const struct task_marker *marker,
                       const char *name) {
    struct error ignored;
    char hex[SHA256_HEX_SIZE];
    if (marker->file_count != 1 ||
        shard_facts_parse(facts, json_object_get(marker->details, "manifest"), name, &ignored) !=
            STATUS_OK)
        return false;
    sha256_to_hex(facts->shard.digest, hex);
    if (strcmp(hex, marker->files[0].sha256) == 0 && facts->shard.bytes == marker->files[0].bytes)
        return true;
    shard_facts_release(facts);
    return false;
}

/* Reads a marker that has the shard's key. */
static enum status read_marker(const struct finish_shards *shards, const struct finish_shard *shard,
                               const char *name, struct task_marker *marker, bool *there,
                               struct error *error) {
    enum status status = task_marker_read(marker, there, shards->folder, name, error);
    if (status == STATUS_OK && *there && strcmp(marker->key, shard->key) != 0) {
        task_marker_release(marker);
        *there = false;
    }
    return status;
}

static enum status take_made(struct finish_shards *shards, struct finish_shard *shard,
                             const struct task_marker *marker, struct error *error) {
    if (!take_facts(&shard->made, marker, shard->marker))
        return STATUS_OK;
    size_t length = set_length(marker->files[0].path, shard->made.shard.file);
    if (length == 0)
        return STATUS_OK;
    char *folder = strndup(marker->files[0].path, length);
    shard->path = strdup(marker->files[0].path);
    enum status status = folder == NULL || shard->path == NULL
                             ? error_no_memory(error, "a file name")
                             : find_set(shards, &shard->set, folder, error);
    shard->has_made = status == STATUS_OK;
    free(folder);
    return status;
}

static enum status read_even(struct finish_shards *shards, struct finish_shard *shard,
                             struct error *error) {
    struct task_marker marker;
    char name[FINISH_MARKER_SIZE];
    bool there = false;
    snprintf(name, sizeof name, "%s.even", shard->marker);
    enum status status = read_marker(shards, shard, name, &marker, &there, error);
    if (status != STATUS_OK || !there)
        return status;
    const char *way = json_string_value(json_object_get(marker.details, "even"));
    if (way != NULL && strlen(way) < sizeof shard->even_way &&
        take_facts(&shard->even, &marker, name)) {
        shard->has_even = true;
        memcpy(shard->even_way, way, strlen(way) + 1);
    }
    task_marker_release(&marker);
    return STATUS_OK;
}

static enum status read_shard(struct finish_shards *shards, struct finish_shard *shard,
                              const struct task_inputs *inputs, struct error *error) {
    struct task_marker marker;
    bool there = false;
    enum status status = task_look_marker_name(&shard->marker, shard->task, shards->phase, error);
    if (status != STATUS_OK || !inputs->complete)
        return status;
    status = task_inputs_key(shard->key, inputs, shards->plan, shard->task, shards->phase, error);
    if (status == STATUS_OK)
        status = read_marker(shards, shard, shard->marker, &marker, &there, error);
    if (status != STATUS_OK || !there)
        return status;
    shard->has_marker = true;
    status = take_made(shards, shard, &marker, error);
    task_marker_release(&marker);
    return status == STATUS_OK && shard->has_made ? read_even(shards, shard, error) : status;
}

/* A task and the name of its shard, to be sorted. */
struct named_task {
    char *name; /* owned */
    size_t task;
    bool is_test;
};

static int compare_tasks(const void *a, const void *b) {
    const struct named_task *one = a, *two = b;
    if (one->is_test != two->is_test)
        return one->is_test ? 1 : -1;
    return strcmp(one->name, two->name);
}

/* The name that the task's text has in the folder of all texts. */
static enum status name_task(const struct run_plan *plan, struct named_task *task,
                             struct error *error) {
    struct shard_name parts;
    char *name;
    enum status status = run_plan_shard_name(plan, task->task, &name, error);
    if (status != STATUS_OK)
        return status;
    task->is_test =
        shard_name_parse(&parts, view_of_string(name)) && parts.split == SHARD_NAME_TEST;
    if (asprintf(&task->name, "%s.txt", name) < 0) {
        task->name = NULL;
        status = error_no_memory(error, "the name of a shard");
    }
    free(name);
    return status;
}

/* Puts all tasks into the order of dataset.json. */
static enum status put_in_order(struct finish_shards *shards, struct error *error) {
    struct named_task *tasks = calloc(shards->count + 1, sizeof *tasks);
    if (tasks == NULL)
        return error_no_memory(error, "the list of shards");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < shards->count && status == STATUS_OK; i++) {
        tasks[i].task = i;
        status = name_task(shards->plan, &tasks[i], error);
    }
    if (status == STATUS_OK && shards->plan->kind != RUN_SOURCE_SHARDS)
        qsort(tasks, shards->count, sizeof *tasks, compare_tasks);
    for (size_t i = 0; i < shards->count; i++) {
        shards->items[i].task = tasks[i].task;
        shards->items[i].split = tasks[i].is_test ? SHARD_NAME_TEST : SHARD_NAME_TRAINING;
        free(tasks[i].name);
    }
    free(tasks);
    return status;
}

enum status finish_shards_read(struct finish_shards *shards, const char *folder,
                               const struct run_plan *plan, const struct task_inputs *inputs,
                               unsigned phase, struct error *error) {
    *shards = (struct finish_shards){.folder = folder, .plan = plan, .phase = phase};
    shards->count = run_plan_tasks(plan);
    shards->items = calloc(shards->count + 1, sizeof *shards->items);
    if (shards->items == NULL)
        return error_no_memory(error, "the list of shards");
    enum status status = put_in_order(shards, error);
    for (size_t i = 0; i < shards->count && status == STATUS_OK; i++)
        status = read_shard(shards, &shards->items[i], inputs, error);
    if (status != STATUS_OK)
        finish_shards_release(shards);
    return status;
}

uint64_t finish_shards_bytes(const struct finish_shards *shards) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < shards->count; i++)
        bytes += shards->items[i].made.shard.bytes;
    return bytes;
}

void finish_shards_release(struct finish_shards *shards) {
    for (size_t i = 0; shards->items != NULL && i < shards->count; i++) {
        struct finish_shard *shard = &shards->items[i];
        free(shard->marker);
        free(shard->path);
        free(shard->fault);
        shard_facts_release(&shard->made);
        shard_facts_release(&shard->even);
        shard_facts_release(&shard->found);
    }
    for (size_t i = 0; i < shards->set_count; i++)
        free(shards->sets[i].folder);
    free(shards->items);
    free(shards->sets);
    *shards = (struct finish_shards){.count = 0};
}
