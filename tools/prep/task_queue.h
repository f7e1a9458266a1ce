/*
 * task_queue - which task is started next, and which are tried again after a pause.
 *
 * A task that failed for now waits before it is tried again, longer each time; tasks that have not
 * been tried yet come first. No clock is read: the caller tells the time, in seconds from any
 * moment.
 *
 * Thread rule: one thread at a time per queue.
 */
#ifndef TOOLS_PREP_TASK_QUEUE_H
#define TOOLS_PREP_TASK_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

enum task_result { TASK_RESULT_DONE, TASK_RESULT_AGAIN, TASK_RESULT_FAILED };

enum queued_state { QUEUED_WAITING, QUEUED_STARTED, QUEUED_DONE, QUEUED_GIVEN_UP, QUEUED_FAILED };

struct queued_task {
    size_t task;
    enum queued_state state;
    uint64_t failures; /* for now */
    double not_before;
};

struct task_queue {
    struct queued_task *tasks; /* owned */
    size_t count;
    uint64_t retries; /* of each task */
    size_t started;   /* are so now */
    size_t done;
    size_t given_up; /* failed for now once too often */
    size_t failed;   /* for good */
};

/* A queue of these tasks, in this order, each tried again at most `retries` times. */
MUST_USE enum status task_queue_init(struct task_queue *queue, const size_t *tasks, size_t count,
                                     uint64_t retries, struct error *error);

/*
 * Marks the next task as started and returns its place in queue->tasks; SIZE_MAX when there is none
 * to start now. *wait is then the time until one may be; negative when none ever will without a
 * started one coming back.
 */
size_t task_queue_next(struct task_queue *queue, double now, double *wait);

/* A started task has come to its end. True when it will be tried again. */
bool task_queue_ended(struct task_queue *queue, size_t place, enum task_result result, double now);

/* The pause before a task is tried again that has failed so many times: 2 s, 4 s, ... 2 min. */
double task_queue_pause(uint64_t failures);

/* Frees; harmless when zeroed. */
void task_queue_release(struct task_queue *queue);

#endif
