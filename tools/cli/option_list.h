/*
 * option_list - what options that may be given many times were given, in the order of the command
 * line: options that lean on each other's order (--include, --exclude) share one list.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_CLI_OPTION_LIST_H
#define TOOLS_CLI_OPTION_LIST_H

#include <stddef.h>

#include "formats/base/status.h"

struct option_use {
    const char *name; /* borrowed: the option's, without dashes */
    const char *text; /* borrowed from argv */
};

struct option_list {
    struct option_use *uses; /* owned */
    size_t count;
    size_t capacity;
};

/* Adds one at the end. */
MUST_USE enum status option_list_add(struct option_list *list, const char *name, const char *text,
                                     struct error *error);

/* Frees; the list is empty and usable again. */
void option_list_release(struct option_list *list);

#endif
