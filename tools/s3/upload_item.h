/*
 * upload_item - one file on its way: where it is, and what it will be called.
 */
#ifndef TOOLS_S3_UPLOAD_ITEM_H
#define TOOLS_S3_UPLOAD_ITEM_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"

struct upload_item {
    char *path;   /* owned: of the file */
    char *target; /* owned: the object's key, or the path of the copy */
    bool commit;  /* a file whose presence means "complete": goes up after everything before it */
};

/* What became of it. */
struct upload_result {
    uint64_t bytes;
    uint64_t attempts; /* 0 when nothing was sent */
    bool hopeless;     /* no other item will fare better: stop */
};

/* Copies both texts. NULL when out of memory. */
struct upload_item *upload_item_new(const char *path, const char *target, bool commit);

/* Frees; NULL is fine. */
void upload_item_free(struct upload_item *item);

#endif
