#include "tools/mlmprep/plan_corpora.h"

#include <stdlib.h>
#include <string.h>

#include "formats/h5/shard_name.h"

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The corpus of a task's shard, owned. */
static enum status name_corpus(char **corpus, const struct run_plan *plan, size_t task,
                               struct error *error) {
    struct shard_name parts;
    enum status status = run_plan_shard_name(plan, task, corpus, error);
    /* The corpus is what the name begins with. */
    if (status == STATUS_OK && shard_name_parse(&parts, view_of_string(*corpus)))
        (*corpus)[parts.corpus.size] = '\0';
    return status;
}

enum status plan_corpora_count(size_t *count, const struct run_plan *plan, struct error *error) {
    size_t tasks = run_plan_tasks(plan);
    char **names = calloc(tasks + 1, sizeof *names);
    enum status status = names == NULL ? error_no_memory(error, "the names of shards") : STATUS_OK;
    *count = 0;
    for (size_t i = 0; i < tasks && status == STATUS_OK; i++)
        status = name_corpus(&names[i], plan, i, error);
    if (status == STATUS_OK) {
        qsort(names, tasks, sizeof *names, compare_names);
        for (size_t i = 0; i < tasks; i++)
            *count += i == 0 || strcmp(names[i], names[i - 1]) != 0;
    }
    for (size_t i = 0; names != NULL && i < tasks; i++)
        free(names[i]);
    free(names);
    return status;
}
