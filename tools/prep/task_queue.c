#include "tools/prep/task_queue.h"

#include <stdlib.h>

enum status task_queue_init(struct task_queue *queue, const size_t *tasks, size_t count,
                            uint64_t retries, struct error *error) {
    *queue = (struct task_queue){.retries = retries};
    if (count == 0)
        return STATUS_OK;
    queue->tasks = calloc(count, sizeof *queue->tasks);
    if (queue->tasks == NULL)
        return error_no_memory(error, "the list of tasks");
    queue->count = count;
    for (size_t i = 0; i < count; i++)
        queue->tasks[i].task = tasks[i];
    return STATUS_OK;
}

/* Whether `a` is to be started rather than `b`. */
static bool goes_before(const struct queued_task *a, const struct queued_task *b) {
    if (a->failures != b->failures)
        return a->failures < b->failures;
    return a->not_before < b->not_before;
}

size_t task_queue_next(struct task_queue *queue, double now, double *wait) {
    size_t best = SIZE_MAX;
    *wait = -1;
    for (size_t i = 0; i < queue->count; i++) {
        const struct queued_task *task = &queue->tasks[i];
        if (task->state != QUEUED_WAITING)
            continue;
        double left = task->not_before - now;
        if (left > 0) {
            *wait = *wait < 0 || left < *wait ? left : *wait;
        } else if (best == SIZE_MAX || goes_before(task, &queue->tasks[best])) {
            best = i;
        }
    }
    if (best != SIZE_MAX) {
        queue->tasks[best].state = QUEUED_STARTED;
        queue->started++;
        *wait = 0;
    }
    return best;
}

bool task_queue_ended(struct task_queue *queue, size_t place, enum task_result result, double now) {
    struct queued_task *task = &queue->tasks[place];
    queue->started--;
    if (result == TASK_RESULT_DONE) {
        task->state = QUEUED_DONE;
        queue->done++;
    } else if (result == TASK_RESULT_FAILED) {
        task->state = QUEUED_FAILED;
        queue->failed++;
    } else if (++task->failures > queue->retries) {
        task->state = QUEUED_GIVEN_UP;
        queue->given_up++;
    } else {
        task->state = QUEUED_WAITING;
        task->not_before = now + task_queue_pause(task->failures);
        return true;
    }
    return false;
}

double task_queue_pause(uint64_t failures) {
    static const double LONGEST = 120;
    double pause = 1;
    for (uint64_t i = 0; i < failures && pause < LONGEST; i++)
        pause *= 2;
    return pause < LONGEST ? pause : LONGEST;
}

void task_queue_release(struct task_queue *queue) {
    free(queue->tasks);
    *queue = (struct task_queue){0};
}
