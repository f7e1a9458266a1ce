#include "tools/s3/bucket_target.h"

#include <stdlib.h>

#include "tools/s3/s3_object.h"

static enum status put(struct upload_target *base, unsigned worker, struct upload_result *result,
                       const struct upload_item *item, struct error *error) {
    struct bucket_target *target = (struct bucket_target *)base;
    return s3_object_put(&target->clients[worker], result, item, error);
}

static void stop(struct upload_target *base) {
    s3_session_stop(&((struct bucket_target *)base)->session);
}

enum status bucket_target_init(struct bucket_target *target,
                               const struct s3_session_options *options, unsigned workers,
                               struct error *error) {
    *target = (struct bucket_target){.base = {put, stop}};
    enum status status = s3_session_init(&target->session, options, error);
    if (status != STATUS_OK)
        return status;
    target->clients = calloc(workers, sizeof *target->clients);
    if (target->clients == NULL)
        status = error_no_memory(error, "HTTP clients");
    while (status == STATUS_OK && target->count < workers) {
        status = s3_client_init(&target->clients[target->count], &target->session, error);
        if (status == STATUS_OK)
            target->count++;
    }
    if (status != STATUS_OK)
        bucket_target_release(target);
    return status;
}

void bucket_target_release(struct bucket_target *target) {
    for (unsigned i = 0; i < target->count; i++)
        s3_client_release(&target->clients[i]);
    free(target->clients);
    target->clients = NULL;
    target->count = 0;
    s3_session_release(&target->session);
}
