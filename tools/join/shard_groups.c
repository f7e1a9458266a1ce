#include "tools/join/shard_groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum status add(struct shard_groups *groups, const struct shard_name *name,
                       struct error *error) {
    struct shard_group *items =
        reallocarray(groups->items, groups->count + 1, sizeof *groups->items);
    if (items == NULL)
        return error_no_memory(error, "a corpus");
    groups->items = items;
    char *corpus = strndup((const char *)name->corpus.data, name->corpus.size);
    if (corpus == NULL)
        return error_no_memory(error, "a corpus");
    items[groups->count++] = (struct shard_group){.corpus = corpus, .split = name->split};
    return STATUS_OK;
}

enum status shard_groups_find(struct shard_groups *groups, size_t *index,
                              const struct shard_name *name, struct error *error) {
    for (size_t i = 0; i < groups->count; i++) {
        const struct shard_group *group = &groups->items[i];
        if (group->split == name->split && strlen(group->corpus) == name->corpus.size &&
            memcmp(group->corpus, name->corpus.data, name->corpus.size) == 0) {
            *index = i;
            return STATUS_OK;
        }
    }
    *index = groups->count;
    return add(groups, name, error);
}

enum status shard_groups_count(struct shard_groups *groups, const struct shard_name *name,
                               uint64_t rows, struct error *error) {
    size_t index;
    size_t before = groups->count;
    enum status status = shard_groups_find(groups, &index, name, error);
    if (status != STATUS_OK)
        return status;
    if (index < before && index != groups->last)
        groups->scattered = true;
    groups->last = index;
    groups->items[index].rows += rows;
    groups->items[index].incoming++;
    return STATUS_OK;
}

static uint64_t wanted(const struct shard_group *group, uint64_t rows, uint64_t shards) {
    bool trains = group->split == SHARD_NAME_TRAINING;
    if (rows == 0 && shards == 0)
        return group->incoming;
    if (rows == 0)
        return trains || group->incoming > shards ? shards : group->incoming;
    uint64_t fewest = group->rows / rows + (group->rows % rows != 0);
    return fewest < 2 && trains && group->rows > 1 ? 2 : fewest;
}

enum status shard_groups_plan(struct shard_groups *groups, uint64_t rows, uint64_t shards,
                              struct error *error) {
    for (size_t i = 0; i < groups->count; i++) {
        struct shard_group *group = &groups->items[i];
        group->shards = wanted(group, rows, shards);
        if (group->shards > group->rows)
            return error_set(error, STATUS_FAILED,
                             "corpus '%s' has %" PRIu64 " rows, too few for %" PRIu64
                             " shards; ask for fewer",
                             group->corpus, group->rows, group->shards);
    }
    return STATUS_OK;
}

struct shard_name shard_groups_next(struct shard_groups *groups, size_t index, uint64_t *rows) {
    struct shard_group *group = &groups->items[index];
    *rows = group->rows / group->shards + (group->next_number < group->rows % group->shards);
    return (struct shard_name){view_of_string(group->corpus), group->split, group->next_number++,
                               group->shards};
}

void shard_groups_release(struct shard_groups *groups) {
    for (size_t i = 0; i < groups->count; i++)
        free(groups->items[i].corpus);
    free(groups->items);
    *groups = (struct shard_groups){.count = 0};
}
