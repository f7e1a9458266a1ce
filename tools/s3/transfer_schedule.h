/*
 * transfer_schedule - what workers of an engine do next: parts that are waiting, then new tasks.
 *
 * Parts come first, of the oldest transfer first, so that what has begun ends; a task is started
 * when there is no part to do. The queue of tasks is bounded by the number of actions in it.
 *
 * Thread rule: init and release belong to one thread; all else may be called by any. Whoever holds
 * the mutex (transfer_schedule_lock) may use what is under it.
 */
#ifndef TOOLS_S3_TRANSFER_SCHEDULE_H
#define TOOLS_S3_TRANSFER_SCHEDULE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/s3/large_transfer.h"

/* Keys that one DeleteObjects takes. */
#define TRANSFER_TASK_MOST 1000

/* One action, or a batch of deletions. */
struct transfer_task {
    struct transfer_task *next;
    struct sync_action **actions; /* owned, and so are they */
    size_t count;
    unsigned round; /* times it was begun before */
};

/* A task of one action, which it takes over; NULL when out of memory: then it does not. */
struct transfer_task *transfer_task_new(struct sync_action *action);

/* Adds an action to a batch, taking it over; false when out of memory: then it does not. */
bool transfer_task_add(struct transfer_task *task, struct sync_action *action);

void transfer_task_free(struct transfer_task *task);

/* What a worker is to do: a part of a transfer, or a task. */
struct transfer_job {
    struct large_transfer *large; /* NULL: a task */
    unsigned part;
    struct transfer_task *task;
};

struct transfer_schedule {
    pthread_mutex_t mutex;
    pthread_cond_t work;  /* something to do, or the end */
    pthread_cond_t moved; /* something ended: room, or a wait that is over */
    /* Under the mutex: */
    struct transfer_task *first, *last;
    struct large_transfer *open_first, *open_last; /* those with parts that nobody does yet */
    uint64_t queued;                               /* actions in the queue */
    uint64_t unfinished;                           /* actions queued or being carried out */
    bool closed;
    bool stopped;
};

void transfer_schedule_init(struct transfer_schedule *schedule);
void transfer_schedule_lock(struct transfer_schedule *schedule);
void transfer_schedule_unlock(struct transfer_schedule *schedule);

/* Waits for room, then queues a task. False when stopped: the task stays the caller's. */
bool transfer_schedule_push(struct transfer_schedule *schedule, struct transfer_task *task);

/* Waits until nothing is queued or being carried out. False when stopped. */
bool transfer_schedule_drain(struct transfer_schedule *schedule);

typedef bool transfer_action_predicate(const struct transfer_settings *settings,
                                       const struct sync_action *action);

/*
 * Takes the next task if it is one action of which this is true, and else nothing (NULL). It counts
 * as being carried out; transfer_schedule_again puts it back.
 */
struct transfer_task *transfer_schedule_take_if(struct transfer_schedule *schedule,
                                                transfer_action_predicate *predicate,
                                                const struct transfer_settings *settings);

/* Waits for something to do. False when there will be no more. */
bool transfer_schedule_take(struct transfer_schedule *schedule, struct transfer_job *job);

/* A task became a transfer in parts: other workers may help. */
void transfer_schedule_open(struct transfer_schedule *schedule, struct large_transfer *large);

/*
 * A part was done, with `status`. True for whoever did the last one: the transfer is the caller's
 * to finish. After a failure, or when stopped, no other part of it is begun.
 */
bool transfer_schedule_part_done(struct transfer_schedule *schedule, struct large_transfer *large,
                                 const struct sync_result *result, enum status status,
                                 const struct error *error);

/* Puts a task back to the front of the queue. */
void transfer_schedule_again(struct transfer_schedule *schedule, struct transfer_task *task);

/* `count` actions are over. The mutex is held. */
void transfer_schedule_over(struct transfer_schedule *schedule, uint64_t count);

/* No more tasks will come. */
void transfer_schedule_close(struct transfer_schedule *schedule);

/* Nothing more is begun, those who wait included. The mutex is held. */
void transfer_schedule_stop(struct transfer_schedule *schedule);

/* After the last thread: takes a transfer of which no part was begun any more, NULL when none. */
struct large_transfer *transfer_schedule_left_open(struct transfer_schedule *schedule);

/* After the last thread: takes what is left in the queue, NULL when empty. */
struct transfer_task *transfer_schedule_left(struct transfer_schedule *schedule);

void transfer_schedule_release(struct transfer_schedule *schedule);

#endif
