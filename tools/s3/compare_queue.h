/*
 * compare_queue - comparisons side by side, whose results come in the order of their questions.
 *
 * What a comparison needs - a HEAD, the hash of a file - takes time that others can use. Threads
 * take items in order and compare them (sync_compare.h), each with readers of its own; they are
 * started when the first item needs one. Items that need no comparison pass through, so that a plan
 * keeps its order. Requests of all readers go through their session's request gate.
 *
 * Thread rule: all functions belong to one thread.
 */
#ifndef TOOLS_S3_COMPARE_QUEUE_H
#define TOOLS_S3_COMPARE_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "tools/parallel/thread_pool.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/sync_compare.h"

struct compare_item {
    struct sync_content source; /* all texts are owned; sha256 as far as it was found */
    struct sync_content found;  /* at the target */
    char *target;               /* owned */
    bool present;               /* something is there: `found` is set */
    bool is_decided;            /* needs no comparison; set by the caller, and when it is done */
    bool equal;
    const char *reason;
    struct error *failure; /* owned; NULL when the comparison came to an end, or none was needed */
    bool is_commit;        /* for the caller, as are these: */
    bool is_refused;       /* `failure` was known from the start */
    size_t deferred;       /* number + 1 of a commit file that waits for the end; 0 for others */
    struct compare_item *next;
};

struct compare_queue {
    struct sync_compare compare;
    struct bucket_reader *source; /* borrowed: what threads' readers are made like; or NULL */
    struct bucket_reader *target;
    unsigned most_threads;
    struct thread_pool pool;
    size_t count; /* items; the calling thread's */
    pthread_mutex_t mutex;
    pthread_cond_t work;
    pthread_cond_t done;
    /* Under the mutex: */
    struct compare_item *first, *last;
    struct compare_item *next; /* the first that no thread has taken */
    bool closed;
};

/*
 * Opens a queue. `threads`: comparisons at a time at most; with 1, and where a reader cannot be
 * made again, they are done by compare_queue_add itself. The queue stays where it is until release.
 */
void compare_queue_init(struct compare_queue *queue, const struct sync_compare *compare,
                        struct bucket_reader *source, struct bucket_reader *target,
                        unsigned threads);

/* An item with copies of the texts; `found` may be NULL. NULL when out of memory. */
struct compare_item *compare_item_new(const struct sync_content *source,
                                      const struct sync_content *found, const char *target);

/* Frees; harmless on NULL. */
void compare_item_free(struct compare_item *item);

/* Adds an item, which it takes over in every case. */
MUST_USE enum status compare_queue_add(struct compare_queue *queue, struct compare_item *item,
                                       struct error *error);

/*
 * Takes the oldest item out when it is decided, or waits until it is. NULL when there is none, or,
 * without waiting, none that is decided. The caller frees it.
 */
struct compare_item *compare_queue_take(struct compare_queue *queue, bool wait);

/* Whether many items wait, so that one should be taken before another is added. */
MUST_USE bool compare_queue_is_full(const struct compare_queue *queue);

/* Ends the threads, after what they are at, and frees; harmless when zeroed. */
void compare_queue_release(struct compare_queue *queue);

#endif
