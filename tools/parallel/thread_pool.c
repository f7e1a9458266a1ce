#include "tools/parallel/thread_pool.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct thread_pool_worker {
    struct thread_pool *pool;
    pthread_t thread;
    unsigned number;
};

static void *run(void *argument) {
    struct thread_pool_worker *worker = argument;
    worker->pool->function(worker->pool->context, worker->number);
    return NULL;
}

enum status thread_pool_start(struct thread_pool *pool, unsigned count,
                              thread_pool_function *function, void *context, struct error *error) {
    *pool = (struct thread_pool){.function = function, .context = context};
    pool->workers = calloc(count, sizeof *pool->workers);
    if (pool->workers == NULL)
        return error_no_memory(error, "threads");
    sigset_t all, before;
    sigfillset(&all);
    /* Threads inherit the mask of the one that makes them. */
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int failure = 0;
    unsigned started = 0;
    while (started < count && failure == 0) {
        struct thread_pool_worker *worker = &pool->workers[started];
        *worker = (struct thread_pool_worker){.pool = pool, .number = started};
        failure = pthread_create(&worker->thread, NULL, run, worker);
        if (failure == 0)
            started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pool->count = started;
    if (started == 0) {
        free(pool->workers);
        pool->workers = NULL;
        return error_set(error, STATUS_FAILED, "cannot start a thread: %s", strerror(failure));
    }
    return STATUS_OK;
}

void thread_pool_join(struct thread_pool *pool) {
    for (unsigned i = 0; i < pool->count; i++)
        pthread_join(pool->workers[i].thread, NULL);
    free(pool->workers);
    pool->workers = NULL;
    pool->count = 0;
}
