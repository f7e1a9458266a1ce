#include "tools/s3/transfer_engine.h"

#include <stdlib.h>

#include "tools/s3/transfer_booking.h"
#include "tools/s3/transfer_workers.h"

/* Rounds for a source that changes: the first, and two for a writer that is about to finish. */
static const unsigned MOST_ROUNDS = 3;

static bool reads_object(const struct sync_action *action) {
    return action->kind == SYNC_DOWNLOAD || action->kind == SYNC_COPY_OBJECT;
}

/* Books the one action of a task, and frees that. */
static void end_task(struct transfer_engine *engine, struct transfer_task *task,
                     const struct sync_result *result, enum status status,
                     const struct error *error) {
    struct sync_action *action = task->actions[0];
    if (status == STATUS_OK && result->kept) {
        /* As if the plan had seen it already. */
        action->kind = SYNC_SKIP;
        action->reason = "exists already";
    }
    transfer_schedule_lock(&engine->schedule);
    transfer_booking_book(engine, action, result, status, error);
    transfer_schedule_over(&engine->schedule, 1);
    transfer_schedule_unlock(&engine->schedule);
    transfer_task_free(task);
}

/*
 * Another round, if there is one left: the source changed. Or, and that once only, the server lost
 * what was begun.
 */
static bool begin_again(struct transfer_engine *engine, struct transfer_task *task, bool changed) {
    struct sync_action *action = task->actions[0];
    if ((!changed && action->anew) || ++task->round == MOST_ROUNDS ||
        !transfer_workers_settle(engine))
        return false;
    action->anew = true;
    /* What the plan knew of an object is true no more. */
    if (changed && reads_object(action)) {
        action->source_etag[0] = '\0';
        action->sha256[0] = '\0';
    }
    transfer_schedule_again(&engine->schedule, task);
    return true;
}

/* Of a file that changed all the time; what is said of an object is enough. */
static enum status changed_too_often(const struct sync_action *action, enum status status,
                                     struct error *error) {
    if (reads_object(action))
        return status;
    return error_set(error, STATUS_FAILED,
                     "'%s' changed while it was transferred, %u times; what is at the target is "
                     "not to be trusted, so run again when nothing writes to it",
                     action->source, MOST_ROUNDS);
}

/* After its last part: makes the whole, or takes it back. */
static void end_large(struct transfer_engine *engine, struct transfer_worker *worker,
                      struct large_transfer *large) {
    struct transfer_task *task = large->task;
    struct sync_result result = large->result;
    struct error error = large->error;
    enum status status = large->status;
    if (status == STATUS_OK) {
        struct sync_result finished = {.bytes = 0};
        status = large->calls->finish(large, worker, &finished, &error);
        finished.attempts += result.attempts;
        result = finished;
    }
    bool changed = status != STATUS_OK && atomic_load(&large->changed);
    bool lost = status != STATUS_OK && atomic_load(&large->lost);
    if (status != STATUS_OK)
        large->calls->abandon(large, worker,
                              !changed && !lost &&
                                  (status == STATUS_TEMPORARY || result.hopeless ||
                                   atomic_load(&engine->settings.stopped)));
    large->calls->free(large);
    if ((changed || lost) && !result.hopeless) {
        if (begin_again(engine, task, changed))
            return;
        if (changed)
            status = changed_too_often(task->actions[0], status, &error);
    }
    end_task(engine, task, &result, status, &error);
}

static void do_part(struct transfer_engine *engine, struct transfer_worker *worker,
                    struct large_transfer *large, unsigned part) {
    struct sync_result result = {.bytes = 0};
    struct error error = {.status = STATUS_OK};
    enum status status = large->calls->do_part(large, worker, &result, part, &error);
    if (transfer_schedule_part_done(&engine->schedule, large, &result, status, &error))
        end_large(engine, worker, large);
}

static void do_deletions(struct transfer_engine *engine, struct transfer_worker *worker,
                         struct transfer_task *task) {
    struct sync_result *results = calloc(task->count, sizeof *results);
    enum status *statuses = calloc(task->count, sizeof *statuses);
    char **messages = calloc(task->count, sizeof *messages);
    bool memory = results != NULL && statuses != NULL && messages != NULL;
    struct error error;
    const struct sync_result nothing = {.bytes = 0};
    if (memory)
        engine->calls->delete_objects(worker, results, statuses, messages, task->actions,
                                      task->count);
    transfer_schedule_lock(&engine->schedule);
    for (size_t i = 0; i < task->count; i++) {
        enum status status = memory ? statuses[i] : error_no_memory(&error, "deletions");
        if (memory && status != STATUS_OK)
            error_set(&error, status, "%s", messages[i] == NULL ? "out of memory" : messages[i]);
        transfer_booking_book(engine, task->actions[i], memory ? &results[i] : &nothing, status,
                              &error);
        if (memory)
            free(messages[i]);
    }
    transfer_schedule_over(&engine->schedule, task->count);
    transfer_schedule_unlock(&engine->schedule);
    free(messages);
    free(statuses);
    free(results);
    transfer_task_free(task);
}

static void do_task(struct transfer_engine *engine, struct transfer_worker *worker,
                    struct transfer_task *task) {
    const struct sync_action *action = task->actions[0];
    if (action->kind == SYNC_DELETE_OBJECT) {
        do_deletions(engine, worker, task);
        return;
    }
    struct sync_result result = {.bytes = 0};
    struct error error = {.status = STATUS_OK};
    struct large_transfer *large = NULL;
    bool changed = false;
    transfer_workers_prepare(engine, worker, task);
    enum status status = engine->calls->perform(worker, &result, &large, &changed, action, &error);
    if (status == STATUS_OK && large != NULL) {
        large->task = task;
        large->result = result;
        transfer_schedule_open(&engine->schedule, large);
        return;
    }
    if (changed && !result.hopeless) {
        if (begin_again(engine, task, true))
            return;
        status = changed_too_often(action, status, &error);
    }
    end_task(engine, task, &result, status, &error);
}

static void work(void *context, unsigned number) {
    struct transfer_engine *engine = context;
    struct transfer_worker *worker = &engine->workers[number];
    struct transfer_job job;
    while (transfer_schedule_take(&engine->schedule, &job)) {
        if (job.large != NULL)
            do_part(engine, worker, job.large, job.part);
        else
            do_task(engine, worker, job.task);
    }
}

enum status transfer_engine_start_with(struct transfer_engine *engine,
                                       const struct transfer_options *options,
                                       const struct transfer_calls *calls,
                                       transfer_observer_function *observer, void *context,
                                       struct error *error) {
    *engine = (struct transfer_engine){.calls = calls, .observer = observer, .context = context};
    transfer_schedule_init(&engine->schedule);
    enum status status = transfer_workers_make(engine, options, error);
    if (status == STATUS_OK)
        status = thread_pool_start(&engine->pool, engine->worker_count, work, engine, error);
    if (status != STATUS_OK) {
        transfer_workers_release(engine);
        transfer_schedule_release(&engine->schedule);
    }
    return status;
}

void transfer_engine_refuse(struct transfer_engine *engine, const char *source,
                            const struct error *why) {
    const struct sync_result nothing = {.bytes = 0};
    const struct sync_action refused = {
        .kind = SYNC_UPLOAD, .source = (char *)source, .target = (char *)"", .reason = "refused"};
    transfer_schedule_lock(&engine->schedule);
    transfer_booking_book(engine, &refused, &nothing, why->status, why);
    transfer_schedule_unlock(&engine->schedule);
}

static enum status reason_to_stop(struct transfer_engine *engine, struct error *error) {
    transfer_schedule_lock(&engine->schedule);
    *error = engine->stop_reason;
    transfer_schedule_unlock(&engine->schedule);
    return error->status;
}

/* Queues a task, which it takes over. */
static enum status push(struct transfer_engine *engine, struct transfer_task *task,
                        struct error *error) {
    if (transfer_schedule_push(&engine->schedule, task))
        return STATUS_OK;
    transfer_schedule_lock(&engine->schedule);
    engine->totals.not_tried += task->count;
    transfer_schedule_unlock(&engine->schedule);
    transfer_task_free(task);
    return reason_to_stop(engine, error);
}

/* Queues the deletions that gathered. */
static enum status push_deletions(struct transfer_engine *engine, struct error *error) {
    struct transfer_task *task = engine->deletions;
    engine->deletions = NULL;
    return task == NULL ? STATUS_OK : push(engine, task, error);
}

/* Queues an action, which it takes over, or lets it gather with others. */
static enum status queue(struct transfer_engine *engine, struct sync_action *action,
                         struct error *error) {
    struct transfer_task *batch = engine->deletions;
    bool gathers = action->kind == SYNC_DELETE_OBJECT && !action->holds_all;
    if (gathers && batch != NULL && transfer_task_add(batch, action))
        return batch->count < TRANSFER_TASK_MOST ? STATUS_OK : push_deletions(engine, error);
    enum status status = push_deletions(engine, error);
    struct transfer_task *task = status == STATUS_OK ? transfer_task_new(action) : NULL;
    if (task == NULL) {
        sync_action_free(action);
        return status != STATUS_OK ? status : error_no_memory(error, "an action");
    }
    if (gathers)
        engine->deletions = task;
    else
        status = push(engine, task, error);
    return status;
}

/* Whether all before an action that waits for them are confirmed; it is refused when not. */
static enum status wait_for_all(struct transfer_engine *engine, bool *refused,
                                const struct sync_action *action, struct error *error) {
    const struct transfer_totals *totals = &engine->totals;
    const struct sync_result nothing = {.bytes = 0};
    *refused = false;
    enum status status = push_deletions(engine, error);
    if (status != STATUS_OK)
        return status;
    if (!transfer_schedule_drain(&engine->schedule))
        return reason_to_stop(engine, error);
    transfer_schedule_lock(&engine->schedule);
    if (totals->failed > 0) {
        struct error why;
        status = totals->failed == totals->failed_for_now ? STATUS_TEMPORARY : STATUS_FAILED;
        if (action->source == NULL)
            error_set(&why, status, "'%s' is not deleted, because transfers before it failed",
                      action->target);
        else
            error_set(&why, status,
                      "'%s' is not transferred, because others before it failed: without it nobody "
                      "takes the data set for complete",
                      action->source);
        transfer_booking_book(engine, action, &nothing, status, &why);
        *refused = true;
    }
    transfer_schedule_unlock(&engine->schedule);
    return STATUS_OK;
}

/* Counts what is there already: it needs no worker, and a third of a million of them no queue. */
static enum status skip(struct transfer_engine *engine, struct sync_action *action,
                        struct error *error) {
    const struct sync_result nothing = {.bytes = 0};
    transfer_schedule_lock(&engine->schedule);
    bool stopped = engine->totals.stopped;
    if (stopped)
        engine->totals.not_tried++;
    else
        transfer_booking_book(engine, action, &nothing, STATUS_OK, error);
    transfer_schedule_unlock(&engine->schedule);
    sync_action_free(action);
    return stopped ? reason_to_stop(engine, error) : STATUS_OK;
}

enum status transfer_engine_submit(struct transfer_engine *engine, struct sync_action *action,
                                   struct error *error) {
    enum status status = STATUS_OK;
    bool refused = false, holds = action->holds_all;
    if (action->kind == SYNC_SKIP)
        return skip(engine, action, error);
    /* A deletion that joins others has waited with the first of them: nothing came in between. */
    bool joins = engine->deletions != NULL && engine->deletions->actions[0]->waits_for_all &&
                 action->kind == SYNC_DELETE_OBJECT && !holds;
    if (action->waits_for_all && !joins)
        status = wait_for_all(engine, &refused, action, error);
    if (status != STATUS_OK || refused) {
        sync_action_free(action);
        return status;
    }
    status = queue(engine, action, error);
    if (status == STATUS_OK && holds && !transfer_schedule_drain(&engine->schedule))
        status = reason_to_stop(engine, error);
    return status;
}

enum status transfer_engine_finish(struct transfer_engine *engine, struct transfer_totals *totals,
                                   struct error *error) {
    struct error ignored;
    (void)!push_deletions(engine, &ignored);
    transfer_schedule_close(&engine->schedule);
    thread_pool_join(&engine->pool);
    struct large_transfer *large;
    while ((large = transfer_schedule_left_open(&engine->schedule)) != NULL) {
        struct transfer_task *task = large->task;
        large->calls->abandon(large, &engine->workers[0], true);
        large->calls->free(large);
        engine->totals.not_tried++;
        transfer_task_free(task);
    }
    struct transfer_task *left;
    while ((left = transfer_schedule_left(&engine->schedule)) != NULL) {
        engine->totals.not_tried += left->count;
        transfer_task_free(left);
    }
    enum status status = transfer_booking_judge(engine, error);
    *totals = engine->totals;
    transfer_workers_release(engine);
    transfer_schedule_release(&engine->schedule);
    return status;
}
