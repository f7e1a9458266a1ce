/*
 * ordered_work - jobs done by several threads, handed back in the order they were handed in.
 *
 * One thread submits jobs, a pool of threads does them, one thread takes them back. What is under
 * way is bounded by a number of jobs and by the sum of the weights their submitter names (bytes,
 * usually): a submitter waits for the taker, so that memory stays bounded and one slow job cannot
 * let the others pile up behind it. A job heavier than the whole bound passes when nothing else is
 * under way.
 *
 * It does not own what the pointers point at. Thread rule: submit and close belong to one thread,
 * take to one (another, or threads would wait for each other), abort to any; init and release to
 * one when no other uses it.
 */
#ifndef TOOLS_PARALLEL_ORDERED_WORK_H
#define TOOLS_PARALLEL_ORDERED_WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/parallel/thread_pool.h"

/* Does a job; whatever came of it is written into the job. `worker` counts from 0. */
typedef void ordered_work_function(void *context, unsigned worker, void *job);

struct ordered_work_slot {
    void *job;
    uint64_t weight;
    bool done;
};

struct ordered_work {
    ordered_work_function *function;
    void *context;
    struct thread_pool pool;
    pthread_mutex_t mutex;
    pthread_cond_t has_room;
    pthread_cond_t has_work;
    pthread_cond_t has_result;
    /* Under the mutex: */
    struct ordered_work_slot *slots; /* a ring of `capacity` */
    size_t capacity;
    uint64_t submitted; /* jobs, from the beginning: job n is in slot n % capacity */
    uint64_t begun;     /* by the threads */
    uint64_t taken;
    uint64_t weight; /* of the jobs submitted and not taken */
    uint64_t weight_limit;
    bool closed;
    bool aborted;
};

/*
 * Starts `threads` threads (at least 1; fewer when the system gives no more) for at most `capacity`
 * jobs under way (at least 1) that weigh at most `weight_limit` together. `work` must stay where it
 * is until the release.
 */
MUST_USE enum status ordered_work_init(struct ordered_work *work, unsigned threads, size_t capacity,
                                       uint64_t weight_limit, ordered_work_function *function,
                                       void *context, struct error *error);

/*
 * Waits for room and hands in a job (not NULL). False, and the job stays the caller's, once the
 * work is closed or aborted.
 */
MUST_USE bool ordered_work_submit(struct ordered_work *work, void *job, uint64_t weight);

/* No more jobs; those under way can still be taken. */
void ordered_work_close(struct ordered_work *work);

/* Waits until the oldest job is done; NULL when closed and all are taken, or aborted. */
void *ordered_work_take(struct ordered_work *work);

/* No more jobs, no more waiting; a thread finishes the job it is at. */
void ordered_work_abort(struct ordered_work *work);

/*
 * After an abort: joins the threads, and gives a job that was not taken, done or not, NULL when
 * there is none left. For freeing them.
 */
void *ordered_work_drain(struct ordered_work *work);

/* Joins the threads (aborting what is under way) and frees; harmless when zeroed. */
void ordered_work_release(struct ordered_work *work);

#endif
