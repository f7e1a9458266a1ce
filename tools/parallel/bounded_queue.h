/*
 * bounded_queue - pointers handed from threads to threads, in order, never too many at once.
 *
 * Bounded twice: by the number of items and by the sum of the weights their pusher names (bytes,
 * usually). An item heavier than the whole bound passes when the queue is empty, so that nothing
 * can wait for ever.
 *
 * The queue does not own what the pointers point at. Thread rule: any number of threads may call
 * push, pop, close and abort; init and release belong to one thread when no other uses it.
 */
#ifndef TOOLS_PARALLEL_BOUNDED_QUEUE_H
#define TOOLS_PARALLEL_BOUNDED_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct bounded_queue_slot {
    void *item;
    uint64_t weight;
};

struct bounded_queue {
    pthread_mutex_t mutex;
    pthread_cond_t not_full;
    pthread_cond_t not_empty;
    /* Under the mutex: */
    struct bounded_queue_slot *slots; /* a ring of `capacity` */
    size_t capacity;
    size_t first;
    size_t count;
    uint64_t weight;
    uint64_t weight_limit;
    bool closed;
    bool aborted;
};

/* An empty queue for `capacity` items (at least 1) that weigh at most `weight_limit` together. */
MUST_USE enum status bounded_queue_init(struct bounded_queue *queue, size_t capacity,
                                        uint64_t weight_limit, struct error *error);

/*
 * Waits for room and adds an item. False, and the item stays the caller's, once the queue is
 * closed or aborted.
 */
MUST_USE bool bounded_queue_push(struct bounded_queue *queue, void *item, uint64_t weight);

/*
 * Waits for an item and takes the oldest; NULL when the queue is closed and empty, or aborted.
 * Items pushed must not be NULL.
 */
void *bounded_queue_pop(struct bounded_queue *queue);

/* No more pushes; what is in it can still be taken. */
void bounded_queue_close(struct bounded_queue *queue);

/* No more pushes and no more waiting: every pop gives NULL at once. */
void bounded_queue_abort(struct bounded_queue *queue);

/* After abort or the last thread: takes what is left without waiting, NULL when empty. */
void *bounded_queue_drain(struct bounded_queue *queue);

/* Frees; the queue must be empty or its items freed by other means. */
void bounded_queue_release(struct bounded_queue *queue);

#endif
