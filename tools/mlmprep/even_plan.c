#include "tools/mlmprep/even_plan.h"

#include <stdlib.h>

#include "formats/base/checked.h"

const char *even_plan_way_name(enum even_way way) {
    return way == EVEN_MOVE ? "move" : "trim";
}

/* By rows, those with more first; of equal ones by place. */
static int compare_rows(const void *a, const void *b) {
    const struct even_shard *one = *(struct even_shard *const *)a;
    const struct even_shard *two = *(struct even_shard *const *)b;
    if (one->rows != two->rows)
        return one->rows > two->rows ? -1 : 1;
    return one < two ? -1 : one > two;
}

/* Shares out a group's rows; `members` has room for it. */
static enum status share_out(struct even_shard *group, size_t count, struct even_shard **members,
                             struct error *error) {
    uint64_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        members[i] = &group[i];
        if (!checked_add_u64(rows, group[i].rows, &rows))
            return error_set(error, STATUS_FAILED, "the shards have too many rows to count");
    }
    qsort(members, count, sizeof *members, compare_rows);
    for (size_t i = 0; i < count; i++)
        members[i]->wanted = rows / count + (i < rows % count);
    return STATUS_OK;
}

static void cut_down(struct even_shard *group, size_t count) {
    uint64_t fewest = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        fewest = group[i].rows < fewest ? group[i].rows : fewest;
    for (size_t i = 0; i < count; i++)
        group[i].wanted = fewest;
}

static enum status plan_wanted(struct even_shard *shards, size_t count, enum even_way way,
                               struct error *error) {
    struct even_shard **members = calloc(count + 1, sizeof *members);
    if (members == NULL)
        return error_no_memory(error, "a plan of equal shards");
    enum status status = STATUS_OK;
    for (size_t first = 0, end; first < count && status == STATUS_OK; first = end) {
        for (end = first + 1; end < count && shards[end].group == shards[first].group;)
            end++;
        if (way == EVEN_MOVE)
            status = share_out(&shards[first], end - first, members, error);
        else
            cut_down(&shards[first], end - first);
    }
    free(members);
    return status;
}

enum status even_plan_make(struct even_shard *shards, struct even_totals *totals, size_t count,
                           enum even_way way, struct error *error) {
    *totals = (struct even_totals){.moved = 0};
    enum status status = plan_wanted(shards, count, way, error);
    uint64_t travelled = 0;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct even_shard *shard = &shards[i];
        if (shard->wanted == 0)
            return error_set(error, STATUS_FAILED,
                             "there are fewer rows than shards, and trainers cannot read a shard "
                             "without rows; make the data set with fewer shards");
        shard->kept = shard->wanted < shard->rows ? shard->wanted : shard->rows;
        shard->taken = shard->wanted - shard->kept;
        shard->travel_first = travelled;
        travelled += shard->taken;
        totals->changed += shard->wanted != shard->rows;
        totals->lost += way == EVEN_TRIM ? shard->rows - shard->kept : 0;
    }
    totals->moved = travelled;
    return status;
}
