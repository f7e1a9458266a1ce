/*
 * thread_pool - a fixed number of threads that all run one function.
 *
 * What they work on, and when they stop, is the function's business: usually it pops a
 * bounded_queue until that is closed. The threads block all signals, so that the thread that
 * started them (the main thread) is the one that handles Ctrl-C.
 *
 * Thread rule: start and join belong to one thread.
 */
#ifndef TOOLS_PARALLEL_THREAD_POOL_H
#define TOOLS_PARALLEL_THREAD_POOL_H

#include <pthread.h>
#include <stddef.h>

#include "formats/base/status.h"

/* `worker` counts from 0. */
typedef void thread_pool_function(void *context, unsigned worker);

struct thread_pool {
    struct thread_pool_worker *workers; /* owned */
    unsigned count;                     /* those that run */
    thread_pool_function *function;
    void *context;
};

/*
 * Starts `count` threads (at least 1). When the system gives fewer, but at least one, those run and
 * pool->count tells how many; none is STATUS_FAILED. `pool` must stay where it is until the join.
 */
MUST_USE enum status thread_pool_start(struct thread_pool *pool, unsigned count,
                                       thread_pool_function *function, void *context,
                                       struct error *error);

/* Waits until every thread has returned, and frees; harmless on a zeroed or joined pool. */
void thread_pool_join(struct thread_pool *pool);

#endif
