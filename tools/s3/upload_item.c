#include "tools/s3/upload_item.h"

#include <stdlib.h>
#include <string.h>

struct upload_item *upload_item_new(const char *path, const char *target, bool commit) {
    struct upload_item *item = malloc(sizeof *item);
    if (item == NULL)
        return NULL;
    *item = (struct upload_item){strdup(path), strdup(target), commit};
    if (item->path == NULL || item->target == NULL) {
        upload_item_free(item);
        return NULL;
    }
    return item;
}

void upload_item_free(struct upload_item *item) {
    if (item == NULL)
        return;
    free(item->path);
    free(item->target);
    free(item);
}
