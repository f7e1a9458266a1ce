#include "tools/s3/header_list.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/base/checked.h"

static void free_text(char *text) {
    if (text != NULL)
        explicit_bzero(text, strlen(text));
    free(text);
}

enum status header_list_add(struct header_list *list, const char *name, const char *value,
                            struct error *error) {
    if (list->count == list->capacity) {
        size_t capacity, size;
        if (!checked_multiply_size(list->capacity == 0 ? 8 : list->capacity, 2, &capacity) ||
            !checked_multiply_size(capacity, sizeof *list->items, &size))
            return error_no_memory(error, "request headers");
        struct header *items = realloc(list->items, size);
        if (items == NULL)
            return error_no_memory(error, "request headers");
        list->items = items;
        list->capacity = capacity;
    }
    struct header header = {strdup(name), strdup(value)};
    if (header.name == NULL || header.value == NULL) {
        free_text(header.name);
        free_text(header.value);
        return error_no_memory(error, "request headers");
    }
    list->items[list->count++] = header;
    return STATUS_OK;
}

const char *header_list_find(const struct header_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++) {
        if (strcasecmp(list->items[i].name, name) == 0)
            return list->items[i].value;
    }
    return NULL;
}

void header_list_release(struct header_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free_text(list->items[i].name);
        free_text(list->items[i].value);
    }
    free(list->items);
    *list = (struct header_list){NULL, 0, 0};
}
