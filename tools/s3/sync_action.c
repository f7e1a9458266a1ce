#include "tools/s3/sync_action.h"

#include <stdlib.h>
#include <string.h>

struct sync_action *sync_action_new(enum sync_action_kind kind, const char *source,
                                    const char *target, const char *reason) {
    struct sync_action *action = calloc(1, sizeof *action);
    if (action == NULL)
        return NULL;
    action->kind = kind;
    action->reason = reason;
    action->source = source == NULL ? NULL : strdup(source);
    action->target = strdup(target);
    if (action->target == NULL || (source != NULL && action->source == NULL)) {
        sync_action_free(action);
        return NULL;
    }
    return action;
}

void sync_action_free(struct sync_action *action) {
    if (action == NULL)
        return;
    free(action->source);
    free(action->target);
    free(action);
}
