/*
 * large_transfer - a transfer in parts, which many workers may carry at once.
 *
 * Whoever performs an action may hand back one of these instead of finishing it. The engine lets
 * workers do its parts, each once, and then `finish` when all succeeded, or `abandon`; then it is
 * freed.
 *
 * Thread rule: do_part is called by many threads, each with another part; finish, abandon and
 * free by one, when no part is being done. The counters are the engine's.
 */
#ifndef TOOLS_S3_LARGE_TRANSFER_H
#define TOOLS_S3_LARGE_TRANSFER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/s3/sync_action.h"
#include "tools/s3/transfer_worker.h"

struct large_transfer;

struct large_transfer_calls {
    /* Does part `part`, from 0. Fills attempts and hopeless of *result. */
    enum status (*do_part)(struct large_transfer *large, struct transfer_worker *worker,
                           struct sync_result *result, unsigned part, struct error *error);
    /* Makes the whole of the parts, and checks it. Fills *result but for attempts before it. */
    enum status (*finish)(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error);
    /*
     * Takes back what was begun. `later`: the same may succeed later, so what helps then is kept;
     * the session may be stopped already.
     */
    void (*abandon)(struct large_transfer *large, struct transfer_worker *worker, bool later);
    void (*free)(struct large_transfer *large);
};

struct large_transfer {
    const struct large_transfer_calls *calls;
    unsigned part_count; /* at least 1 */
    atomic_bool changed; /* the source became another meanwhile: begin anew */
    atomic_bool lost;    /* the server has no more what was begun, or cannot go on: anew, once */
    /* The engine's: */
    struct large_transfer *next;
    struct transfer_task *task; /* owned: with the action it stands for */
    struct sync_result result;
    enum status status;
    struct error error;
    unsigned next_part;
    unsigned in_flight;
};

#endif
