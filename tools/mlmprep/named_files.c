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

bool named_files_has_beginning(const struct named_files *files, struct view beginning) {
    size_t first = 0, end = files->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (strncmp(files->names[middle], (const char *)beginning.data, beginning.size) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first < files->count &&
           strncmp(files->names[first], (const char *)beginning.data, beginning.size) == 0;
}

void named_files_release(struct named_files *files) {
    free(files->names);
    *files = (struct named_files){.count = 0};
}
