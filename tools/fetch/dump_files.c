#include "tools/fetch/dump_files.h"

#include <stdlib.h>
#include <string.h>

enum status dump_files_add(struct dump_files *list, struct dump_file **file, const char *name,
                           struct error *error) {
    if (list->count == DUMP_FILES_MOST)
        return error_set(error, STATUS_FAILED,
                         "a dump has more than %zu files of the wanted kind; name fewer "
                         "(--dump-files)",
                         DUMP_FILES_MOST);
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 8 : 2 * list->capacity;
        struct dump_file *files = reallocarray(list->files, capacity, sizeof *files);
        if (files == NULL)
            return error_no_memory(error, "the files of a dump");
        list->files = files;
        list->capacity = capacity;
    }
    char *copy = strdup(name);
    if (copy == NULL)
        return error_no_memory(error, "the files of a dump");
    *file = &list->files[list->count++];
    **file = (struct dump_file){.name = copy};
    return STATUS_OK;
}

struct dump_file *dump_files_find(const struct dump_files *list, const char *name) {
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->files[i].name, name) == 0)
            return &list->files[i];
    }
    return NULL;
}

static int compare(const void *a, const void *b) {
    const struct dump_file *left = a, *right = b;
    int order = strverscmp(left->name, right->name);
    return order != 0 ? order : strcmp(left->name, right->name);
}

void dump_files_sort(struct dump_files *list) {
    if (list->count > 0)
        qsort(list->files, list->count, sizeof *list->files, compare);
}

bool dump_files_is_name(const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < ' ' || text[i] == '/' || text[i] == 0x7f)
            return false;
    }
    return length > 0 && length < 256 && *text != '.';
}

void dump_files_release(struct dump_files *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->files[i].name);
        free(list->files[i].url);
    }
    free(list->files);
    *list = (struct dump_files){.date = ""};
}
