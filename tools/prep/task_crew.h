/*
 * task_crew - tasks of a run folder as processes of their own, so many at a time.
 *
 * Each is "mlmprep task DIR --task N", as a cluster starts it. One that failed for now is tried
 * again later (task_queue.h); one that failed for good stays so, and the others go on, but when the
 * disk is full none is started any more. When told to stop, all are ended by SIGTERM and waited
 * for.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TASK_CREW_H
#define TOOLS_PREP_TASK_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/child_process.h"
#include "tools/prep/stop_signal.h"
#include "tools/prep/task_queue.h"

struct task_crew;

/* Called a few times a second; for lines of progress and warnings. */
typedef void task_crew_watch_function(void *context, const struct task_crew *crew);

/* Called for each task that was done, with the seconds that it took. */
typedef void task_crew_done_function(void *context, size_t task, double seconds);

struct crew_request {
    const char *program; /* borrowed: mlmprep's own */
    const char *folder;  /* borrowed: the run folder */
    const size_t *tasks; /* borrowed: what is to be done, in this order */
    size_t count;
    size_t jobs;      /* at a time, at least 1 */
    uint64_t threads; /* of each tool, at least 1 */
    uint64_t retries; /* of each task */
    struct stop_signal *stop;
    task_crew_watch_function *watch; /* or NULL */
    task_crew_done_function *done;   /* or NULL */
    void *context;                   /* of both */
};

struct crew_member {
    bool busy;
    struct child_process child;
    size_t place; /* of its task in the queue */
    int words;    /* descriptor of what it says */
};

/* An attempt that failed. */
struct crew_failure {
    size_t task;
    bool temporary;      /* for now, not for good */
    bool is_tried_again; /* later */
    char *sentence;      /* owned */
};

struct task_crew {
    const struct crew_request *request;
    struct task_queue queue;
    struct crew_member *members;   /* owned */
    struct crew_failure *failures; /* owned, in the order in which they happened */
    size_t failure_count, failure_capacity;
    bool disk_full;
};

/*
 * Does the tasks. STATUS_OK when all that could be tried were, whatever came of them: crew->queue
 * and crew->failures tell. STATUS_TEMPORARY when told to stop, with request->stop->number set;
 * otherwise as starting a process fails. Makes *crew, to be released, in every case.
 */
MUST_USE enum status task_crew_run(struct task_crew *crew, const struct crew_request *request,
                                   struct error *error);

/* Frees; harmless when zeroed. */
void task_crew_release(struct task_crew *crew);

#endif
