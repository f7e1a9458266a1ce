#include "tools/s3/compare_queue.h"

#include <stdlib.h>
#include <string.h>

/*
 * Items that may wait: enough to keep all threads busy while one of them reads a large file; few
 * enough for half a MiB.
 */
static const size_t MOST_ITEMS = 1024;

/* Threads at most: each may have two connections, of some 100 KiB. */
static const unsigned MOST_THREADS = 32;

void compare_queue_init(struct compare_queue *queue, const struct sync_compare *compare,
                        struct bucket_reader *source, struct bucket_reader *target,
                        unsigned threads) {
    *queue = (struct compare_queue){.compare = *compare, .source = source, .target = target};
    bool alone = (source != NULL && source->calls->another == NULL) ||
                 (target != NULL && target->calls->another == NULL);
    queue->most_threads = alone || threads == 0 ? 1 : threads;
    if (queue->most_threads > MOST_THREADS)
        queue->most_threads = MOST_THREADS;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->work, NULL);
    pthread_cond_init(&queue->done, NULL);
}

static bool copy_content(struct sync_content *copy, const struct sync_content *content) {
    bool is_file = content->path != NULL;
    *copy = *content;
    copy->path = is_file ? strdup(content->path) : NULL;
    copy->key = is_file ? NULL : strdup(content->key);
    copy->etag = is_file ? NULL : strdup(content->etag);
    return is_file ? copy->path != NULL : copy->key != NULL && copy->etag != NULL;
}

static void free_content(struct sync_content *content) {
    free((char *)content->path);
    free((char *)content->key);
    free((char *)content->etag);
}

struct compare_item *compare_item_new(const struct sync_content *source,
                                      const struct sync_content *found, const char *target) {
    struct compare_item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return NULL;
    item->present = found != NULL;
    item->target = strdup(target);
    bool copied =
        copy_content(&item->source, source) && (found == NULL || copy_content(&item->found, found));
    if (copied && item->target != NULL)
        return item;
    compare_item_free(item);
    return NULL;
}

void compare_item_free(struct compare_item *item) {
    if (item == NULL)
        return;
    free_content(&item->source);
    free_content(&item->found);
    free(item->target);
    free(item->failure);
    free(item);
}

/* Readers of a thread, made when they are first needed. */
struct own_readers {
    struct bucket_reader source, target;
    bool has_source, has_target;
};

static enum status make_readers(const struct compare_queue *queue, struct own_readers *own,
                                struct error *error) {
    enum status status = STATUS_OK;
    if (queue->source != NULL && !own->has_source) {
        status = queue->source->calls->another(&own->source, queue->source, error);
        own->has_source = status == STATUS_OK;
    }
    if (queue->target != NULL && !own->has_target && status == STATUS_OK) {
        status = queue->target->calls->another(&own->target, queue->target, error);
        own->has_target = status == STATUS_OK;
    }
    return status;
}

static void release_readers(struct own_readers *own) {
    if (own->has_source)
        own->source.calls->release(&own->source);
    if (own->has_target)
        own->target.calls->release(&own->target);
}

/* Compares an item with the readers that it has, and notes what came of it. */
static void compare_item(const struct compare_queue *queue, struct compare_item *item) {
    struct error error;
    if (sync_compare_contents(&queue->compare, &item->equal, &item->reason, &item->source,
                              &item->found, &error) == STATUS_OK)
        return;
    item->failure = malloc(sizeof error);
    if (item->failure != NULL)
        *item->failure = error;
    item->equal = false;
    item->reason = NULL;
}

/* Compares with a thread's own readers. */
static void compare_apart(const struct compare_queue *queue, struct own_readers *own,
                          struct compare_item *item) {
    struct bucket_reader *source = item->source.reader, *found = item->found.reader;
    struct error error;
    if (make_readers(queue, own, &error) != STATUS_OK) {
        item->failure = malloc(sizeof error);
        if (item->failure != NULL)
            *item->failure = error;
        return;
    }
    if (source != NULL)
        item->source.reader = &own->source;
    if (found != NULL)
        item->found.reader = &own->target;
    compare_item(queue, item);
    item->source.reader = source;
    item->found.reader = found;
}

/* The next item that has to be compared; NULL when there will be none. The mutex is held. */
static struct compare_item *take_work(struct compare_queue *queue) {
    for (;;) {
        while (queue->next != NULL && queue->next->is_decided)
            queue->next = queue->next->next;
        if (queue->closed)
            return NULL;
        if (queue->next != NULL)
            break;
        pthread_cond_wait(&queue->work, &queue->mutex);
    }
    struct compare_item *item = queue->next;
    queue->next = item->next;
    return item;
}

static void work(void *context, unsigned number) {
    struct compare_queue *queue = context;
    struct own_readers own = {.has_source = false};
    struct compare_item *item;
    (void)number;
    pthread_mutex_lock(&queue->mutex);
    while ((item = take_work(queue)) != NULL) {
        pthread_mutex_unlock(&queue->mutex);
        compare_apart(queue, &own, item);
        pthread_mutex_lock(&queue->mutex);
        item->is_decided = true;
        pthread_cond_signal(&queue->done);
    }
    pthread_mutex_unlock(&queue->mutex);
    release_readers(&own);
}

static enum status start(struct compare_queue *queue, struct error *error) {
    return queue->pool.count > 0
               ? STATUS_OK
               : thread_pool_start(&queue->pool, queue->most_threads, work, queue, error);
}

enum status compare_queue_add(struct compare_queue *queue, struct compare_item *item,
                              struct error *error) {
    if (!item->is_decided && queue->most_threads <= 1) {
        compare_item(queue, item);
        item->is_decided = true;
    }
    enum status status = item->is_decided ? STATUS_OK : start(queue, error);
    if (status != STATUS_OK) {
        compare_item_free(item);
        return status;
    }
    pthread_mutex_lock(&queue->mutex);
    if (queue->first == NULL)
        queue->first = item;
    else
        queue->last->next = item;
    queue->last = item;
    if (queue->next == NULL)
        queue->next = item;
    if (!item->is_decided)
        pthread_cond_signal(&queue->work);
    pthread_mutex_unlock(&queue->mutex);
    queue->count++;
    return STATUS_OK;
}

struct compare_item *compare_queue_take(struct compare_queue *queue, bool wait) {
    if (queue->count == 0)
        return NULL;
    pthread_mutex_lock(&queue->mutex);
    struct compare_item *item = queue->first;
    while (wait && !item->is_decided)
        pthread_cond_wait(&queue->done, &queue->mutex);
    if (item->is_decided) {
        if (queue->next == item)
            queue->next = item->next;
        queue->first = item->next;
        queue->count--;
    } else {
        item = NULL;
    }
    pthread_mutex_unlock(&queue->mutex);
    return item;
}

bool compare_queue_is_full(const struct compare_queue *queue) {
    return queue->count >= MOST_ITEMS;
}

void compare_queue_release(struct compare_queue *queue) {
    if (queue->most_threads == 0)
        return;
    pthread_mutex_lock(&queue->mutex);
    queue->closed = true;
    pthread_cond_broadcast(&queue->work);
    pthread_mutex_unlock(&queue->mutex);
    thread_pool_join(&queue->pool);
    while (queue->first != NULL) {
        struct compare_item *item = queue->first;
        queue->first = item->next;
        compare_item_free(item);
    }
    pthread_cond_destroy(&queue->done);
    pthread_cond_destroy(&queue->work);
    pthread_mutex_destroy(&queue->mutex);
    *queue = (struct compare_queue){.count = 0};
}
