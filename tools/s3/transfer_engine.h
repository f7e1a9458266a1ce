/*
 * transfer_engine - carries out a plan's actions with a fixed number of workers.
 *
 * Workers first do the parts of large transfers that have begun, then take the next action: small
 * files and parts of large ones go side by side, and no more transfers are open than there are
 * workers. Memory does not grow with the files: bodies are read from the file as they are sent.
 *
 * Order: an action that waits_for_all starts when all submitted before it are confirmed, and is
 * refused when one of them failed: a reader who finds it finds everything it names. After an action
 * that holds_all nothing starts before it is confirmed; when it fails, the run stops. Deletions of
 * objects gather in batches and go when another kind follows, or at the end; what waits_for_all
 * does not wait for is the other deletions of its own batch.
 *
 * When an action fails in a way that no other could escape (refused keys, no such bucket), the run
 * stops: nothing more is started. A source that changes while it is read is begun anew, twice; a
 * transfer in parts that the server has lost, once.
 *
 * Thread rule: start, submit, refuse and finish belong to one thread; the observer is called by
 * any thread, but never by two at once.
 */
#ifndef TOOLS_S3_TRANSFER_ENGINE_H
#define TOOLS_S3_TRANSFER_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/parallel/thread_pool.h"
#include "tools/s3/large_transfer.h"
#include "tools/s3/sync_action.h"
#include "tools/s3/transfer_schedule.h"
#include "tools/s3/transfer_worker.h"

/*
 * Told what became of each action; `error` is set when status is not STATUS_OK. Of an action that
 * was refused before it was one, the source is set and the target is "".
 */
typedef void transfer_observer_function(void *context, const struct sync_action *action,
                                        const struct sync_result *result, enum status status,
                                        const struct error *error);

#define TRANSFER_KINDS (SYNC_SKIP + 1)

struct transfer_totals {
    uint64_t done[TRANSFER_KINDS]; /* by kind of action; skipped ones too */
    uint64_t bytes;                /* moved by those done */
    uint64_t failed;
    uint64_t failed_for_now; /* of those failed: may succeed later */
    uint64_t not_tried;      /* submitted, but the run stopped first */
    bool stopped;            /* for the reason that transfer_engine_finish returns */
};

/* What performs actions: the real ones of transfer_perform.h, or a test's. */
struct transfer_calls {
    /* Performs an action, or sets *large to a transfer in parts. *changed: begin anew. */
    enum status (*perform)(struct transfer_worker *worker, struct sync_result *result,
                           struct large_transfer **large, bool *changed,
                           const struct sync_action *action, struct error *error);
    /* Deletes several objects; fills results, statuses and messages (a sentence to free, or NULL).
     */
    void (*delete_objects)(struct transfer_worker *worker, struct sync_result *results,
                           enum status *statuses, char **messages,
                           struct sync_action *const *actions, size_t count);
    /*
     * Whether an action gains by being prepared together with another for which it does, and what
     * prepares two of them: nothing is sent. NULL, both, for never.
     */
    transfer_action_predicate *goes_in_pairs;
    void (*prepare_pair)(struct transfer_worker *worker, struct sync_action *first,
                         struct sync_action *second);
};

struct transfer_engine {
    struct transfer_settings settings;
    const struct transfer_calls *calls;
    transfer_observer_function *observer;
    void *context;
    struct transfer_worker *workers; /* owned; one for each thread */
    unsigned worker_count;
    struct thread_pool pool;
    struct transfer_schedule schedule;
    struct transfer_task *deletions; /* owned: the batch that gathers; the submitting thread's */
    /* Under the schedule's mutex: */
    struct transfer_totals totals;
    struct error stop_reason;
};

/* Starts the workers; the engine stays where it is until finish. */
MUST_USE enum status transfer_engine_start(struct transfer_engine *engine,
                                           const struct transfer_options *options,
                                           transfer_observer_function *observer, void *context,
                                           struct error *error);

/* The same with other calls; for tests. */
MUST_USE enum status transfer_engine_start_with(struct transfer_engine *engine,
                                                const struct transfer_options *options,
                                                const struct transfer_calls *calls,
                                                transfer_observer_function *observer, void *context,
                                                struct error *error);

/*
 * Takes an action over, in every case. Waits while many are queued, or as the action says. Not
 * STATUS_OK when the run has stopped, with the reason.
 */
MUST_USE enum status transfer_engine_submit(struct transfer_engine *engine,
                                            struct sync_action *action, struct error *error);

/* Counts a source that never became an action (a file that is not there), and tells. */
void transfer_engine_refuse(struct transfer_engine *engine, const char *source,
                            const struct error *why);

/*
 * Waits for all that was submitted, ends the threads, and frees. STATUS_OK when everything is done;
 * the reason when the run stopped; STATUS_TEMPORARY when all that failed may succeed later, else
 * STATUS_PARTIAL. *totals is filled in every case.
 */
MUST_USE enum status transfer_engine_finish(struct transfer_engine *engine,
                                            struct transfer_totals *totals, struct error *error);

#endif
