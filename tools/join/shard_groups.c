#include "tools/join/shard_groups.h"

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

struct shard_name shard_groups_next_name(struct shard_groups *groups, size_t index) {
    struct shard_group *group = &groups->items[index];
    return (struct shard_name){view_of_string(group->corpus), group->split, group->next_number++};
}

void shard_groups_release(struct shard_groups *groups) {
    for (size_t i = 0; i < groups->count; i++)
        free(groups->items[i].corpus);
    free(groups->items);
    *groups = (struct shard_groups){.count = 0};
}
