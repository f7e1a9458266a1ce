#include "tools/parallel/ordered_work.h"

#include <stdlib.h>

static struct ordered_work_slot *slot_of(struct ordered_work *work, uint64_t number) {
    return &work->slots[number % work->capacity];
}

static void do_jobs(void *context, unsigned worker) {
    struct ordered_work *work = context;
    pthread_mutex_lock(&work->mutex);
    for (;;) {
        while (!work->aborted && !work->closed && work->begun == work->submitted)
            pthread_cond_wait(&work->has_work, &work->mutex);
        if (work->aborted || work->begun == work->submitted)
            break;
        struct ordered_work_slot *slot = slot_of(work, work->begun++);
        pthread_mutex_unlock(&work->mutex);
        work->function(work->context, worker, slot->job);
        pthread_mutex_lock(&work->mutex);
        slot->done = true;
        if (slot == slot_of(work, work->taken))
            pthread_cond_signal(&work->has_result);
    }
    pthread_mutex_unlock(&work->mutex);
}

enum status ordered_work_init(struct ordered_work *work, unsigned threads, size_t capacity,
                              uint64_t weight_limit, ordered_work_function *function, void *context,
                              struct error *error) {
    *work = (struct ordered_work){.function = function,
                                  .context = context,
                                  .capacity = capacity,
                                  .weight_limit = weight_limit};
    work->slots = calloc(capacity, sizeof *work->slots);
    if (work->slots == NULL)
        return error_no_memory(error, "jobs");
    /* With default attributes glibc's initializers allocate nothing and cannot fail. */
    pthread_mutex_init(&work->mutex, NULL);
    pthread_cond_init(&work->has_room, NULL);
    pthread_cond_init(&work->has_work, NULL);
    pthread_cond_init(&work->has_result, NULL);
    enum status status = thread_pool_start(&work->pool, threads, do_jobs, work, error);
    if (status != STATUS_OK)
        ordered_work_release(work);
    return status;
}

static bool has_room(const struct ordered_work *work, uint64_t weight) {
    uint64_t under_way = work->submitted - work->taken;
    if (under_way == 0)
        return true;
    return under_way < work->capacity && work->weight <= work->weight_limit &&
           weight <= work->weight_limit - work->weight;
}

bool ordered_work_submit(struct ordered_work *work, void *job, uint64_t weight) {
    pthread_mutex_lock(&work->mutex);
    while (!work->closed && !work->aborted && !has_room(work, weight))
        pthread_cond_wait(&work->has_room, &work->mutex);
    bool accepted = !work->closed && !work->aborted;
    if (accepted) {
        *slot_of(work, work->submitted++) = (struct ordered_work_slot){job, weight, false};
        work->weight += weight;
        pthread_cond_signal(&work->has_work);
    }
    pthread_mutex_unlock(&work->mutex);
    return accepted;
}

/* Takes the oldest job out of the ring; the mutex is held. */
static void *remove_oldest(struct ordered_work *work) {
    struct ordered_work_slot *slot = slot_of(work, work->taken++);
    void *job = slot->job;
    work->weight -= slot->weight;
    slot->job = NULL;
    pthread_cond_signal(&work->has_room);
    return job;
}

void *ordered_work_take(struct ordered_work *work) {
    pthread_mutex_lock(&work->mutex);
    for (;;) {
        bool empty = work->taken == work->submitted;
        if (work->aborted || (empty && work->closed) ||
            (!empty && slot_of(work, work->taken)->done))
            break;
        pthread_cond_wait(&work->has_result, &work->mutex);
    }
    bool none = work->aborted || work->taken == work->submitted;
    void *job = none ? NULL : remove_oldest(work);
    pthread_mutex_unlock(&work->mutex);
    return job;
}

static void wake_all(struct ordered_work *work) {
    pthread_cond_broadcast(&work->has_room);
    pthread_cond_broadcast(&work->has_work);
    pthread_cond_broadcast(&work->has_result);
    pthread_mutex_unlock(&work->mutex);
}

void ordered_work_close(struct ordered_work *work) {
    pthread_mutex_lock(&work->mutex);
    work->closed = true;
    wake_all(work);
}

void ordered_work_abort(struct ordered_work *work) {
    pthread_mutex_lock(&work->mutex);
    work->aborted = true;
    wake_all(work);
}

void *ordered_work_drain(struct ordered_work *work) {
    thread_pool_join(&work->pool);
    pthread_mutex_lock(&work->mutex);
    void *job = work->taken == work->submitted ? NULL : remove_oldest(work);
    pthread_mutex_unlock(&work->mutex);
    return job;
}

void ordered_work_release(struct ordered_work *work) {
    if (work->slots == NULL)
        return;
    ordered_work_abort(work);
    thread_pool_join(&work->pool);
    pthread_cond_destroy(&work->has_room);
    pthread_cond_destroy(&work->has_work);
    pthread_cond_destroy(&work->has_result);
    pthread_mutex_destroy(&work->mutex);
    free(work->slots);
    *work = (struct ordered_work){.slots = NULL};
}
