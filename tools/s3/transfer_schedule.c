#include "tools/s3/transfer_schedule.h"

#include <stdlib.h>

/*
 * Actions that may wait: enough to keep every worker busy while the plan pauses, and for two
 * batches of deletions; few enough that a stop does not have to throw away much.
 */
static const uint64_t MOST_QUEUED = 2000;

struct transfer_task *transfer_task_new(struct sync_action *action) {
    struct transfer_task *task = calloc(1, sizeof *task);
    if (task == NULL || !transfer_task_add(task, action)) {
        free(task);
        return NULL;
    }
    return task;
}

bool transfer_task_add(struct transfer_task *task, struct sync_action *action) {
    /* 1, 2, 4, ...: the count says when the array is full. */
    if ((task->count & (task->count - 1)) == 0) {
        size_t capacity = task->count == 0 ? 1 : 2 * task->count;
        struct sync_action **actions = reallocarray(task->actions, capacity, sizeof *actions);
        if (actions == NULL)
            return false;
        task->actions = actions;
    }
    task->actions[task->count++] = action;
    return true;
}

void transfer_task_free(struct transfer_task *task) {
    if (task == NULL)
        return;
    for (size_t i = 0; i < task->count; i++)
        sync_action_free(task->actions[i]);
    free(task->actions);
    free(task);
}

void transfer_schedule_init(struct transfer_schedule *schedule) {
    *schedule = (struct transfer_schedule){.first = NULL};
    pthread_mutex_init(&schedule->mutex, NULL);
    pthread_cond_init(&schedule->work, NULL);
    pthread_cond_init(&schedule->moved, NULL);
}

void transfer_schedule_lock(struct transfer_schedule *schedule) {
    pthread_mutex_lock(&schedule->mutex);
}

void transfer_schedule_unlock(struct transfer_schedule *schedule) {
    pthread_mutex_unlock(&schedule->mutex);
}

bool transfer_schedule_push(struct transfer_schedule *schedule, struct transfer_task *task) {
    transfer_schedule_lock(schedule);
    while (!schedule->stopped && schedule->queued > 0 &&
           schedule->queued + task->count > MOST_QUEUED)
        pthread_cond_wait(&schedule->moved, &schedule->mutex);
    bool pushed = !schedule->stopped;
    if (pushed) {
        task->next = NULL;
        if (schedule->first == NULL)
            schedule->first = task;
        else
            schedule->last->next = task;
        schedule->last = task;
        schedule->queued += task->count;
        schedule->unfinished += task->count;
        pthread_cond_signal(&schedule->work);
    }
    transfer_schedule_unlock(schedule);
    return pushed;
}

bool transfer_schedule_drain(struct transfer_schedule *schedule) {
    transfer_schedule_lock(schedule);
    while (schedule->unfinished > 0 && !schedule->stopped)
        pthread_cond_wait(&schedule->moved, &schedule->mutex);
    bool drained = !schedule->stopped;
    transfer_schedule_unlock(schedule);
    return drained;
}

/* Takes the next part of the oldest open transfer; one without further parts is open no more. */
static bool take_part(struct transfer_schedule *schedule, struct transfer_job *job) {
    struct large_transfer *large = schedule->open_first;
    if (large == NULL)
        return false;
    *job = (struct transfer_job){.large = large, .part = large->next_part++};
    large->in_flight++;
    if (large->next_part == large->part_count)
        schedule->open_first = large->next;
    return true;
}

/* Takes the first task off the queue, NULL when it is empty. */
static struct transfer_task *take_first(struct transfer_schedule *schedule) {
    struct transfer_task *task = schedule->first;
    if (task != NULL) {
        schedule->first = task->next;
        schedule->queued -= task->count;
        pthread_cond_broadcast(&schedule->moved);
    }
    return task;
}

static bool take_task(struct transfer_schedule *schedule, struct transfer_job *job) {
    *job = (struct transfer_job){.task = take_first(schedule)};
    return job->task != NULL;
}

struct transfer_task *transfer_schedule_take_if(struct transfer_schedule *schedule,
                                                transfer_action_predicate *predicate,
                                                const struct transfer_settings *settings) {
    struct transfer_task *task = NULL;
    transfer_schedule_lock(schedule);
    if (!schedule->stopped && schedule->first != NULL && schedule->first->count == 1 &&
        predicate(settings, schedule->first->actions[0]))
        task = take_first(schedule);
    transfer_schedule_unlock(schedule);
    return task;
}

bool transfer_schedule_take(struct transfer_schedule *schedule, struct transfer_job *job) {
    bool taken = false;
    transfer_schedule_lock(schedule);
    while (!schedule->stopped) {
        taken = take_part(schedule, job) || take_task(schedule, job);
        /* What others carry out may still come back, or become parts. */
        if (taken || (schedule->closed && schedule->unfinished == 0))
            break;
        pthread_cond_wait(&schedule->work, &schedule->mutex);
    }
    transfer_schedule_unlock(schedule);
    return taken;
}

void transfer_schedule_open(struct transfer_schedule *schedule, struct large_transfer *large) {
    transfer_schedule_lock(schedule);
    large->next = NULL;
    if (schedule->open_first == NULL)
        schedule->open_first = large;
    else
        schedule->open_last->next = large;
    schedule->open_last = large;
    pthread_cond_broadcast(&schedule->work);
    transfer_schedule_unlock(schedule);
}

/* Takes a transfer that failed off the list, wherever it is in it. */
static void remove_open(struct transfer_schedule *schedule, const struct large_transfer *large) {
    struct large_transfer *before = NULL, *at = schedule->open_first;
    while (at != NULL && at != large) {
        before = at;
        at = at->next;
    }
    if (at == NULL)
        return;
    if (before == NULL)
        schedule->open_first = at->next;
    else
        before->next = at->next;
    if (schedule->open_last == at)
        schedule->open_last = before;
}

bool transfer_schedule_part_done(struct transfer_schedule *schedule, struct large_transfer *large,
                                 const struct sync_result *result, enum status status,
                                 const struct error *error) {
    transfer_schedule_lock(schedule);
    large->result.attempts += result->attempts;
    large->result.hopeless = large->result.hopeless || result->hopeless;
    if (status != STATUS_OK && large->status == STATUS_OK) {
        large->status = status;
        large->error = *error;
    }
    bool given_up = large->status != STATUS_OK || schedule->stopped;
    if (given_up && large->next_part < large->part_count) {
        if (large->status == STATUS_OK)
            large->status =
                error_set(&large->error, STATUS_FAILED, "given up because the run stops");
        remove_open(schedule, large);
        large->next_part = large->part_count;
    }
    bool last = --large->in_flight == 0 && large->next_part == large->part_count;
    transfer_schedule_unlock(schedule);
    return last;
}

void transfer_schedule_again(struct transfer_schedule *schedule, struct transfer_task *task) {
    transfer_schedule_lock(schedule);
    task->next = schedule->first;
    if (schedule->first == NULL)
        schedule->last = task;
    schedule->first = task;
    schedule->queued += task->count;
    pthread_cond_signal(&schedule->work);
    transfer_schedule_unlock(schedule);
}

void transfer_schedule_over(struct transfer_schedule *schedule, uint64_t count) {
    schedule->unfinished -= count;
    pthread_cond_broadcast(&schedule->moved);
    if (schedule->closed && schedule->unfinished == 0)
        pthread_cond_broadcast(&schedule->work);
}

void transfer_schedule_close(struct transfer_schedule *schedule) {
    transfer_schedule_lock(schedule);
    schedule->closed = true;
    pthread_cond_broadcast(&schedule->work);
    transfer_schedule_unlock(schedule);
}

void transfer_schedule_stop(struct transfer_schedule *schedule) {
    schedule->stopped = true;
    pthread_cond_broadcast(&schedule->work);
    pthread_cond_broadcast(&schedule->moved);
}

struct large_transfer *transfer_schedule_left_open(struct transfer_schedule *schedule) {
    struct large_transfer *large = schedule->open_first;
    if (large != NULL)
        schedule->open_first = large->next;
    return large;
}

struct transfer_task *transfer_schedule_left(struct transfer_schedule *schedule) {
    struct transfer_task *task = schedule->first;
    if (task != NULL)
        schedule->first = task->next;
    return task;
}

void transfer_schedule_release(struct transfer_schedule *schedule) {
    pthread_cond_destroy(&schedule->moved);
    pthread_cond_destroy(&schedule->work);
    pthread_mutex_destroy(&schedule->mutex);
}
