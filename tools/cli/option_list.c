#include "tools/cli/option_list.h"

#include <stdlib.h>

enum status option_list_add(struct option_list *list, const char *name, const char *text,
                            struct error *error) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 8 : 2 * list->capacity;
        struct option_use *uses = reallocarray(list->uses, capacity, sizeof *uses);
        if (uses == NULL)
            return error_no_memory(error, "the options");
        list->uses = uses;
        list->capacity = capacity;
    }
    list->uses[list->count++] = (struct option_use){name, text};
    return STATUS_OK;
}

void option_list_release(struct option_list *list) {
    free(list->uses);
    *list = (struct option_list){NULL, 0, 0};
}
