#include "tools/parallel/bounded_queue.h"

#include <stdlib.h>

enum status bounded_queue_init(struct bounded_queue *queue, size_t capacity, uint64_t weight_limit,
                               struct error *error) {
    *queue = (struct bounded_queue){.capacity = capacity, .weight_limit = weight_limit};
    queue->slots = calloc(capacity, sizeof *queue->slots);
    if (queue->slots == NULL)
        return error_no_memory(error, "a queue");
    /* With default attributes glibc's initializers allocate nothing and cannot fail. */
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    return STATUS_OK;
}

static bool has_room(const struct bounded_queue *queue, uint64_t weight) {
    if (queue->count == 0)
        return true;
    return queue->count < queue->capacity && queue->weight <= queue->weight_limit &&
           weight <= queue->weight_limit - queue->weight;
}

bool bounded_queue_push(struct bounded_queue *queue, void *item, uint64_t weight) {
    pthread_mutex_lock(&queue->mutex);
    while (!queue->closed && !queue->aborted && !has_room(queue, weight))
        pthread_cond_wait(&queue->not_full, &queue->mutex);
    bool accepted = !queue->closed && !queue->aborted;
    if (accepted) {
        size_t at = (queue->first + queue->count) % queue->capacity;
        queue->slots[at] = (struct bounded_queue_slot){item, weight};
        queue->count++;
        queue->weight += weight;
        pthread_cond_signal(&queue->not_empty);
    }
    pthread_mutex_unlock(&queue->mutex);
    return accepted;
}

/* Takes the oldest item of a queue that has one; the mutex is held. */
static void *take(struct bounded_queue *queue) {
    struct bounded_queue_slot slot = queue->slots[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    queue->weight -= slot.weight;
    /* One light item leaving may make room for none, one heavy item for many. */
    pthread_cond_broadcast(&queue->not_full);
    return slot.item;
}

void *bounded_queue_pop(struct bounded_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    while (!queue->closed && !queue->aborted && queue->count == 0)
        pthread_cond_wait(&queue->not_empty, &queue->mutex);
    void *item = queue->aborted || queue->count == 0 ? NULL : take(queue);
    pthread_mutex_unlock(&queue->mutex);
    return item;
}

void *bounded_queue_drain(struct bounded_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    void *item = queue->count == 0 ? NULL : take(queue);
    pthread_mutex_unlock(&queue->mutex);
    return item;
}

static void wake_all(struct bounded_queue *queue) {
    pthread_cond_broadcast(&queue->not_empty);
    pthread_cond_broadcast(&queue->not_full);
    pthread_mutex_unlock(&queue->mutex);
}

void bounded_queue_close(struct bounded_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    queue->closed = true;
    wake_all(queue);
}

void bounded_queue_abort(struct bounded_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    queue->aborted = true;
    wake_all(queue);
}

void bounded_queue_release(struct bounded_queue *queue) {
    if (queue->slots == NULL)
        return;
    pthread_cond_destroy(&queue->not_empty);
    pthread_cond_destroy(&queue->not_full);
    pthread_mutex_destroy(&queue->mutex);
    free(queue->slots);
    queue->slots = NULL;
}
