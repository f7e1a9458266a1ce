#include "tools/mlmprep/named_files.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

enum status named_files_init(struct named_files *files, const struct dataset_manifest *manifest,
                             struct error *error) {
    *files = (struct named_files){.count = manifest->shard_count};
    files->names = calloc(files->count + 1, sizeof *files->names);
    if (files->names == NULL)
        return error_no_memory(error, "the names of shards");
    for (size_t i = 0; i < files->count; i++)
        files->names[i] = manifest->shards[i].file;
    qsort(files->names, files->count, sizeof *files->names, compare_names);
    return STATUS_OK;
}

bool named_files_has(const struct named_files *files, const char *name) {
    return files->count > 0 &&
           bsearch(&name, files->names, files->count, sizeof *files->names, compare_names) != NULL;
}

void named_files_release(struct named_files *files) {
    free(files->names);
    *files = (struct named_files){.count = 0};
}
