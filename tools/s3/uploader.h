/*
 * uploader - several files at once to one target, with the commit file after all before it.
 *
 * Items are put by worker threads as they are submitted. An item with `commit` set waits until
 * every item submitted before it is confirmed, and is not put at all when one of these failed: a
 * reader who finds it finds everything it names.
 *
 * When an item fails in a way that no other could escape (refused keys, no such bucket, a network
 * that is gone), the run stops: nothing more is started.
 *
 * Thread rule: start, submit, refuse and finish belong to one thread; the observer is called by
 * any thread, but never by two at once.
 */
#ifndef TOOLS_S3_UPLOADER_H
#define TOOLS_S3_UPLOADER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/parallel/bounded_queue.h"
#include "tools/parallel/thread_pool.h"
#include "tools/s3/upload_target.h"

/*
 * Told what became of each item (`target` is "" for one that was refused); `error` is set when
 * status is not STATUS_OK.
 */
typedef void uploader_observer_function(void *context, const char *path, const char *target,
                                        const struct upload_result *result, enum status status,
                                        const struct error *error);

struct uploader_totals {
    uint64_t done;
    uint64_t bytes; /* of those done */
    uint64_t failed;
    uint64_t failed_for_now; /* of those failed: may succeed later */
    uint64_t not_tried;      /* submitted, but the run stopped first */
    bool stopped;            /* for the reason that uploader_finish returns */
};

struct uploader {
    struct upload_target *target; /* borrowed */
    uploader_observer_function *observer;
    void *context;
    struct bounded_queue queue;
    struct thread_pool pool;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* Under the mutex: */
    uint64_t in_flight; /* queued or being put */
    struct uploader_totals totals;
    struct error stop_reason;
};

/* Starts `workers` threads; target and uploader stay where they are until finish. */
MUST_USE enum status uploader_start(struct uploader *uploader, struct upload_target *target,
                                    unsigned workers, uploader_observer_function *observer,
                                    void *context, struct error *error);

/*
 * Takes an item over, in every case. Waits while many are queued; for a commit file, until all
 * before it are confirmed. Not STATUS_OK when the run has stopped, with the reason.
 */
MUST_USE enum status uploader_submit(struct uploader *uploader, struct upload_item *item,
                                     struct error *error);

/* Counts an item that never got as far as submitting (a file that is not there), and tells. */
void uploader_refuse(struct uploader *uploader, const char *path, const struct error *why);

/*
 * Waits for all that was submitted, ends the threads, and frees. STATUS_OK when every item is up;
 * the reason when the run stopped; STATUS_TEMPORARY when all that failed may succeed later, else
 * STATUS_PARTIAL. *totals is filled in every case.
 */
MUST_USE enum status uploader_finish(struct uploader *uploader, struct uploader_totals *totals,
                                     struct error *error);

#endif
