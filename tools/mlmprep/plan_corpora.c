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
    char *name = NULL;
    enum status status = run_plan_shard_name(plan, task, &name, error);
    if (status != STATUS_OK)
        return status;
    if (name == NULL)
        return error_no_memory(error, "the name of a shard");
    /* The corpus is what the name begins with. */
    if (shard_name_parse(&parts, view_of_string(name)))
        name[parts.corpus.size] = '\0';
    *corpus = name;
    return STATUS_OK;
}

enum status plan_corpora_count(size_t *count, const struct run_plan *plan, struct error *error) {
    size_t tasks = run_plan_tasks(plan), named = 0;
    enum status status = STATUS_OK;
    char **names = calloc(tasks + 1, sizeof *names);
    *count = 0;
    if (names == NULL)
        return error_no_memory(error, "the names of shards");
    while (named < tasks && status == STATUS_OK) {
        status = name_corpus(&names[named], plan, named, error);
        named += status == STATUS_OK;
    }
    qsort(names, named, sizeof *names, compare_names);
    for (size_t i = 0; i < named; i++)
        *count += i == 0 || compare_names(&names[i], &names[i - 1]) != 0;
    for (size_t i = 0; i < named; i++)
        free(names[i]);
    free(names);
    return status;
}
