#include "tools/s3/uploader.h"

/*
 * Paths that may wait: enough to keep every worker busy while the producer pauses, few enough that
 * a stop does not have to throw away much.
 */
static const size_t QUEUE_CAPACITY = 256;

static void stop(struct uploader *uploader, const struct error *why) {
    if (uploader->totals.stopped)
        return;
    uploader->totals.stopped = true;
    uploader->stop_reason = *why;
    bounded_queue_abort(&uploader->queue);
    uploader->target->stop(uploader->target);
}

/* Books what became of an item. The mutex is held. */
static void book(struct uploader *uploader, const char *path, const char *target,
                 const struct upload_result *result, enum status status,
                 const struct error *error) {
    struct uploader_totals *totals = &uploader->totals;
    if (status == STATUS_OK) {
        totals->done++;
        totals->bytes += result->bytes;
    } else if (uploader->totals.stopped) {
        /* Given up in the middle because of another's failure, which is told instead. */
        totals->not_tried++;
        return;
    } else {
        totals->failed++;
        totals->failed_for_now += status == STATUS_TEMPORARY;
        if (result->hopeless) {
            stop(uploader, error);
            return;
        }
    }
    if (uploader->observer != NULL)
        uploader->observer(uploader->context, path, target, result, status, error);
}

static void work(void *context, unsigned worker) {
    struct uploader *uploader = context;
    struct upload_item *item;
    while ((item = bounded_queue_pop(&uploader->queue)) != NULL) {
        struct upload_result result = {.bytes = 0};
        struct error error = {.status = STATUS_OK};
        enum status status = uploader->target->put(uploader->target, worker, &result, item, &error);
        pthread_mutex_lock(&uploader->mutex);
        book(uploader, item->path, item->target, &result, status, &error);
        uploader->in_flight--;
        pthread_cond_broadcast(&uploader->changed);
        pthread_mutex_unlock(&uploader->mutex);
        upload_item_free(item);
    }
}

enum status uploader_start(struct uploader *uploader, struct upload_target *target,
                           unsigned workers, uploader_observer_function *observer, void *context,
                           struct error *error) {
    *uploader = (struct uploader){.target = target, .observer = observer, .context = context};
    enum status status = bounded_queue_init(&uploader->queue, QUEUE_CAPACITY, UINT64_MAX, error);
    if (status != STATUS_OK)
        return status;
    pthread_mutex_init(&uploader->mutex, NULL);
    pthread_cond_init(&uploader->changed, NULL);
    status = thread_pool_start(&uploader->pool, workers, work, uploader, error);
    if (status != STATUS_OK) {
        pthread_cond_destroy(&uploader->changed);
        pthread_mutex_destroy(&uploader->mutex);
        bounded_queue_release(&uploader->queue);
    }
    return status;
}

/*
 * Waits until all submitted items are booked. STATUS_OK when a commit file may follow; else whether
 * what failed may succeed later.
 */
static enum status wait_for_all(struct uploader *uploader) {
    const struct uploader_totals *totals = &uploader->totals;
    pthread_mutex_lock(&uploader->mutex);
    while (uploader->in_flight > 0 && !totals->stopped)
        pthread_cond_wait(&uploader->changed, &uploader->mutex);
    enum status status = STATUS_OK;
    /* Once the run has stopped, submitting fails by itself. */
    if (totals->failed > 0 && !totals->stopped)
        status = totals->failed == totals->failed_for_now ? STATUS_TEMPORARY : STATUS_FAILED;
    pthread_mutex_unlock(&uploader->mutex);
    return status;
}

void uploader_refuse(struct uploader *uploader, const char *path, const struct error *why) {
    const struct upload_result result = {.bytes = 0};
    pthread_mutex_lock(&uploader->mutex);
    book(uploader, path, "", &result, why->status, why);
    pthread_mutex_unlock(&uploader->mutex);
}

enum status uploader_submit(struct uploader *uploader, struct upload_item *item,
                            struct error *error) {
    enum status before = item->commit ? wait_for_all(uploader) : STATUS_OK;
    if (before != STATUS_OK) {
        struct error why;
        error_set(&why, before,
                  "'%s' is not uploaded, because files before it failed: without it nobody takes "
                  "the data set for complete",
                  item->path);
        uploader_refuse(uploader, item->path, &why);
        upload_item_free(item);
        return STATUS_OK;
    }
    pthread_mutex_lock(&uploader->mutex);
    uploader->in_flight++;
    pthread_mutex_unlock(&uploader->mutex);
    if (bounded_queue_push(&uploader->queue, item, 0))
        return STATUS_OK;
    pthread_mutex_lock(&uploader->mutex);
    uploader->in_flight--;
    uploader->totals.not_tried++;
    *error = uploader->stop_reason;
    pthread_mutex_unlock(&uploader->mutex);
    upload_item_free(item);
    return error->status;
}

static enum status judge(const struct uploader *uploader, struct error *error) {
    const struct uploader_totals *totals = &uploader->totals;
    if (uploader->totals.stopped) {
        *error = uploader->stop_reason;
        return error->status;
    }
    if (totals->failed == 0)
        return STATUS_OK;
    unsigned long long failed = totals->failed, all = totals->failed + totals->done;
    if (totals->failed == totals->failed_for_now)
        return error_set(error, STATUS_TEMPORARY,
                         "%llu of %llu files could not be uploaded this time; run again later",
                         failed, all);
    return error_set(error, STATUS_PARTIAL, "%llu of %llu files were not uploaded", failed, all);
}

enum status uploader_finish(struct uploader *uploader, struct uploader_totals *totals,
                            struct error *error) {
    bounded_queue_close(&uploader->queue);
    thread_pool_join(&uploader->pool);
    struct upload_item *left;
    while ((left = bounded_queue_drain(&uploader->queue)) != NULL) {
        uploader->totals.not_tried++;
        upload_item_free(left);
    }
    enum status status = judge(uploader, error);
    *totals = uploader->totals;
    pthread_cond_destroy(&uploader->changed);
    pthread_mutex_destroy(&uploader->mutex);
    bounded_queue_release(&uploader->queue);
    return status;
}
