/*
 * header_list - the headers of one HTTP request, in the order they will be sent.
 *
 * Thread rule: one thread at a time per list.
 */
#ifndef TOOLS_S3_HEADER_LIST_H
#define TOOLS_S3_HEADER_LIST_H

#include <stddef.h>

#include "formats/base/status.h"

struct header {
    char *name;  /* owned */
    char *value; /* owned; no line feed in it */
};

struct header_list {
    struct header *items; /* owned */
    size_t count;
    size_t capacity;
};

/* Adds a header (copies both texts); the same name may be added more than once. */
MUST_USE enum status header_list_add(struct header_list *list, const char *name, const char *value,
                                     struct error *error);

/* The value of the first header of that name, whatever its case; NULL when there is none. */
const char *header_list_find(const struct header_list *list, const char *name);

/* Empties the list and wipes what it held (a signature, a session token). Harmless when zeroed. */
void header_list_release(struct header_list *list);

#endif
